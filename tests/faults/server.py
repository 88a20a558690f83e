"""The server for `calls` and `.ci/server-kills`: how it is started and asked, and a command that starts it, takes
puzzles, has a pack made and stops it. Given again with the same keys, that command must end as if nothing had happened,
and every answer of the first time must be repeated."""

import http.client
import json
import os
import re
import signal
import subprocess
import time

SECRET = "a-secret-of-these-tests"
JOB = {"count": 60, "seed": 8, "name": "made"}
ENDED = {"done", "failed", "cancelled", "interrupted"}
# The lines of the log, and the greeting.
NO_COMPLAINT = re.compile(r"\{.*|The server is at .*|The tokens for .*")


def configure(folder):
    with open(os.path.join(folder, "tokens"), "w") as file:
        file.write(f"shop {SECRET} take,jobs\n")
    with open(os.path.join(folder, "daemon.toml"), "w") as file:
        file.write('output = "output"\nthreads = 1\n[http]\nlisten = "127.0.0.1:0"\ntokens = "tokens"\nrate = 100000\n')


def ask(address, path, body=None, key=None):
    """The status and the JSON of an answer."""
    connection = http.client.HTTPConnection(address, timeout=30)
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    try:
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        return answer.status, json.load(answer)
    finally:
        connection.close()


class Server:
    """A server that runs in a folder, with its log in the file `log`."""

    def __init__(self, command, folder, log, environment=None):
        self.log = log
        with open(log, "w") as file:
            self.process = subprocess.Popen([*command, "daemon", "--config", "daemon.toml"], cwd=folder, stderr=file,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
        # `None` if the server ended before it listened.
        self.address, self.pid = self.wait()

    def said(self):
        with open(self.log, errors="replace") as file:
            return file.read()

    def wait(self):
        for _ in range(3000):
            is_over = self.process.poll() is not None
            found = re.search(r'"listening","address":"([^"]+)"(?s:.*)"started","pid":(\d+)', self.said())
            if found:
                return found[1], int(found[2])
            if is_over:
                return None, None
            time.sleep(0.02)
        self.kill()
        raise subprocess.TimeoutExpired(self.process.args, 60)

    def kill(self):
        self.process.kill()
        self.process.wait()


def make_pack(address):
    """Asks for a pack, waits for it, and returns the last answer."""
    status, said = ask(address, "/api/v1/jobs", JOB)
    until = time.monotonic() + 60
    while status < 300 and said["state"] not in ENDED:
        if time.monotonic() > until:
            raise subprocess.TimeoutExpired("the job", 60)
        time.sleep(0.01)
        status, said = ask(address, f"/api/v1/jobs/{said['id']}")
    return status, said


def use(address, keys):
    """Takes puzzles with these keys and has a pack made, and yields the answers, one line each. While a pack can't be
    read, its puzzles don't count."""
    for key in [keys[0], "job", *keys[1:]]:
        try:
            if key == "job":
                status, said = make_pack(address)
            else:
                status, said = ask(address, "/api/v1/puzzles/take", {"level": "easy", "n": 3}, key)
        except (OSError, http.client.HTTPException, ValueError) as error:
            yield f"no answer for {key}: {error}"
            continue
        if status >= 300:
            is_passing = status == 503 or said["code"] == "too-few-puzzles"
            yield f"{'no answer' if is_passing else 'refused'} for {key}: {status} {said}"
        elif key != "job":
            yield f"{key}: " + " ".join(it["id"] for it in said["puzzles"])


def serve(command, folder, environment):
    """Runs a server, uses it and stops it. Its output is the answers; its errors are those lines that are no log. Without
    a fault the keys are in the other order: what was promised to one key must not go to another."""
    keys = "aba" if "FAULTS_KIND" in environment else "bab"
    server = Server(command, folder, folder + ".log", environment)
    try:
        answers = list(use(server.address, keys)) if server.address else []
        if server.address and server.process.poll() is None:
            os.kill(server.pid, signal.SIGTERM)
        code = server.process.wait(60)
    finally:
        server.kill()
    complaints = [line for line in server.said().splitlines() if not NO_COMPLAINT.fullmatch(line)]
    os.remove(server.log)
    return subprocess.CompletedProcess(server.process.args, code, "\n".join(answers), "\n".join(complaints))


def changed_answers(struck, again):
    """What the server promised while it was struck and does not hold afterwards."""
    first, then = struck.splitlines(), again.splitlines()
    yield from (f"when struck: {line}" for line in first if line.startswith("refused"))
    yield from (f"then: {line}" for line in then if line.startswith(("refused", "no answer")))
    answers = {line for line in first + then if line[1:2] == ":"}
    given = [puzzle for line in answers for puzzle in line.split()[1:]]
    # Each key has one answer, and no puzzle is in two.
    if len({line[0] for line in answers}) != len(answers) or len(set(given)) != len(given):
        yield f"first {first}, then {then}"
