//! Prints shell completions and the manual page, generated from the options.

use super::Exit;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// The shell that the completions are for.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Shell that the completions are for
    shell: Shell,
}

/// Prints the completions of one shell.
pub fn completions(args: &CompletionsArgs, command: &mut clap::Command) -> anyhow::Result<Exit> {
    // The generator panics if it can't write; writing to memory can't fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "factory", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}

/// Prints the manual page in roff.
pub fn man(command: clap::Command) -> anyhow::Result<Exit> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    std::io::stdout().write_all(&page)?;
    Ok(Exit::Done)
}
