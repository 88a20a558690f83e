//! Shell completions and the manual page, derived from the options themselves.

use super::Exit;
use clap::Args;
use clap_complete::Shell;

/// Which shell.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete for
    shell: Shell,
}

/// Prints the completions of one shell.
pub fn completions(args: &CompletionsArgs, command: &mut clap::Command) -> anyhow::Result<Exit> {
    clap_complete::generate(args.shell, command, "factory", &mut std::io::stdout());
    Ok(Exit::Done)
}

/// Prints the manual page in roff.
pub fn man(command: clap::Command) -> anyhow::Result<Exit> {
    clap_mangen::Man::new(command).render(&mut std::io::stdout())?;
    Ok(Exit::Done)
}
