//! Settings from the environment: a misspelt one is an error, as it is in a job file.

use super::errors::UsageError;

const PREFIX: &str = "FACTORY_";

/// Whether every variable that begins with `FACTORY_` is one that an option reads.
pub fn check(command: &clap::Command) -> anyhow::Result<()> {
    let mut known: Vec<String> = Vec::new();
    add_known(command, &mut known);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with(PREFIX) && !known.contains(&name) {
            let nearest = known
                .iter()
                .max_by(|a, b| strsim::jaro(&name, a).total_cmp(&strsim::jaro(&name, b)));
            let hint = nearest.map_or(String::new(), |near| format!("; did you mean {near}?"));
            let what = format!("the environment sets {name}, which no option reads{hint}");
            return Err(UsageError(what).into());
        }
    }
    Ok(())
}

fn add_known(command: &clap::Command, known: &mut Vec<String>) {
    let read = command.get_arguments().filter_map(clap::Arg::get_env);
    known.extend(read.map(|name| name.to_string_lossy().into_owned()));
    for subcommand in command.get_subcommands() {
        add_known(subcommand, known);
    }
}
