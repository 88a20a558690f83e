"""Checks the files in this folder against the program itself.

    python3 deploy/check.py PROGRAM SCRATCH

The schemas of Kubernetes miss wrong enumerations and rules across fields, so this script checks them. The
exit codes come from the program's source, and the number of shards from a plan that it makes.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml

here = Path(__file__).resolve().parent
program, scratch = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
os.environ["FACTORY"] = str(program)


def said(*command, **more):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, **more).stdout


# The table of exit codes, as the program has it.
source = (here.parent / "src/exit.rs").read_text()
code = {name: int(number) for name, number in re.findall(r"Self::(\w+) => (\d+),", source)}
assert len(code) == 11 and code["TryAgain"] == 75, code
RETRIED = {code["TryAgain"]}
SIGNALS = {code["Interrupted"], code["Terminated"]}
# What a shard can end with and must not be tried again.
SHARD_ENDS = {code[it] for it in ("Failed", "Usage", "Damaged", "Bug")}
MERGE_ENDS = SHARD_ENDS | {code[it] for it in ("Short", "Missing")}
told = said(program, "--help")
for number in SHARD_ENDS | MERGE_ENDS | RETRIED:
    assert re.search(rf"\b{number}\b", told.split("Exit codes:")[1]), number

run = scratch / "night"
said(program, "plan", "--run", run, "--shards", 7, "--count", 70, "--seed", 1, "--quiet")
planned = json.loads((run / "plan.json").read_text())["shards"]


def options(command):
    """Long options that a command of the program has."""
    return set(re.findall(r"--[a-z][a-z-]*", said(program, command, "--help")))


def check_kubernetes():
    helper = here / "kubernetes/factory-kubernetes"
    text = said(helper, "night", run, "/shared/output", "registry.example/factory:1")
    left = re.findall(r"RUN_NAME|RUN_URL|IMAGE|SHARDS|PARALLELISM|\bOUT\b", text)
    assert not left, left
    shards, merge = yaml.safe_load_all(text)
    for job in shards, merge:
        for version in "1.31", kubernetes_validate.latest_version():
            kubernetes_validate.validate(job, version, strict=True)
    for job, ends, command in (shards, SHARD_ENDS, "shard"), (merge, MERGE_ENDS, "merge"):
        assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job")
        spec, pod = job["spec"], job["spec"]["template"]["spec"]
        # Never in place: podFailurePolicy counts only pods, and a new one may get a better node.
        assert pod["restartPolicy"] == "Never" and spec["podReplacementPolicy"] == "Failed"
        (container,) = pod["containers"]
        drained, codes = spec["podFailurePolicy"]["rules"]
        assert drained["action"] == "Ignore"
        assert drained["onPodConditions"] == [{"type": "DisruptionTarget", "status": "True"}]
        wanted = codes["onExitCodes"]
        assert wanted["operator"] == "In" and wanted["containerName"] == container["name"]
        assert wanted["values"] == sorted(ends), wanted
        assert not (RETRIED | SIGNALS | {0}) & set(wanted["values"])
        assert len(wanted["values"]) <= 255
        # Arguments that the program has.
        assert container["args"][0] == command
        given = {it for it in container["args"] if it.startswith("--")}
        assert given <= options(command), given - options(command)
        env = {it["name"]: it["value"] for it in container["env"]}
        assert env == {"FACTORY_RUN": str(run)}
        # Not root, and nothing but the volumes can be written.
        assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] == 65532
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"] and not security["allowPrivilegeEscalation"]
        mounted = {it["mountPath"] for it in container["volumeMounts"]}
        assert mounted == {"/shared", "/tmp"}
        assert {it["name"] for it in container["volumeMounts"]} == {it["name"] for it in pod["volumes"]}
    spec = shards["spec"]
    assert spec["completionMode"] == "Indexed" and spec["completions"] == planned
    assert spec["parallelism"] <= 100_000 >= spec["completions"]
    # Each shard has tries of its own; the policy may then fail an index, not the job.
    assert spec["backoffLimitPerIndex"] == 3 and "backoffLimit" not in spec
    assert spec["podFailurePolicy"]["rules"][1]["action"] == "FailIndex"
    args = spec["template"]["spec"]["containers"][0]["args"]
    assert args[args.index("--index-from") + 1] == "k8s"
    spec = merge["spec"]
    assert spec["completions"] == 1 and spec["backoffLimit"] == 3
    assert spec["podFailurePolicy"]["rules"][1]["action"] == "FailJob"
    assert "--wait" in spec["template"]["spec"]["containers"][0]["args"]


def check_condor():
    folder = scratch / "condor"
    folder.mkdir(exist_ok=True)
    said(program, "shard", "--run", run, "--index", 3, "--quiet")
    said(here / "htcondor/factory-condor", run, "/shared/output", cwd=folder, env={**os.environ, "SUBMIT": "true"})
    dag = (folder / "condor-night/factory.dag").read_text()
    shards = [index for index in range(planned) if index != 3]
    assert re.findall(r"^JOB shard-(\d+) shard.sub$", dag, re.M) == [str(it) for it in shards], dag
    for index in shards:
        assert re.search(rf'^VARS shard-{index} .*index="{index}"$', dag, re.M)
        assert f"PARENT shard-{index} CHILD merge\n" in dag
        # The merge comes whatever became of a shard.
        assert f"SCRIPT POST shard-{index} /bin/true\n" in dag
    for file, ends, command in ("shard", SHARD_ENDS, "shard"), ("merge", MERGE_ENDS, "merge"):
        text = (folder / f"condor-night/{file}.sub").read_text()
        keys = dict(re.findall(r"^(\w+) = (.*)$", text, re.M))
        assert keys["max_retries"] == "3"
        assert set(map(int, re.findall(r"ExitCode =\?= (\d+)", keys["retry_until"]))) == ends
        assert set(re.findall(r"--[a-z-]+", keys["arguments"])) <= options(command)
        used = set(re.findall(r"\$\((\w+)\)", text)) - {"request_cpus"}
        given = set(re.findall(r"(\w+)=\"", re.search(rf"^VARS {file}.*$", dag, re.M)[0]))
        assert used == given, (used, given)


def check_slurm():
    text = (here / "slurm/shard.sbatch").read_text()
    assert f"$code = {code['TryAgain']} ]" in text and "$code -gt 128" in text
    assert f"exit {code['Terminated']}" in text
    merge = (here / "slurm/merge.sbatch").read_text()
    assert f"exit code {code['Missing']}" in merge


def check_container():
    text = (here / "Containerfile").read_text()
    last = text.split("FROM ")[-1]
    assert last.startswith("scratch\n") and "USER 65532:65532" in last and 'ENTRYPOINT ["/factory"]' in last


check_kubernetes()
check_condor()
check_slurm()
check_container()
print(f"manifests mean what the program does: {planned} shards, exit codes {sorted(code.values())}")
