//! `factory study`, a command of older releases: names the command that makes the papers' tables now.

use super::Exit;
use super::errors::UsageError;
use clap::Args;

/// The arguments of the old command `factory study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// Name of the study to make, such as wu, and its options
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Fails with a [`UsageError`] that names the command that replaces `factory study`.
pub fn run(args: &StudyArgs) -> anyhow::Result<Exit> {
    let arguments = match args.arguments.is_empty() {
        true => "NAME".to_owned(),
        false => args.arguments.join(" "),
    };
    let said = format!(
        "the papers' tables have a program of their own; in the source folder: \
         cargo run --release -p papers -- {arguments}"
    );
    Err(UsageError(said).into())
}
