//! `factory cover`: draws the cover of a book, with back, spine and front on one sheet for the print shop.

use super::Exit;
use super::book::{self, BookSource};
use super::cover_look::CoverLook;
use super::errors::UsageError;
use super::file_set::{FileSet, require_folder};
use crate::disk::is_stream;
use crate::line::progress::tell;
use clap::Args;
use std::path::PathBuf;

/// The book whose cover is made, and the design of the cover.
#[derive(Debug, Args)]
pub struct CoverArgs {
    /// Folders of packs, which must all have the same scheme
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// File to write; the covers of several volumes become cover-1.pdf, cover-2.pdf …
    #[arg(long, short, value_name = "FILE", default_value = "cover.pdf")]
    out: PathBuf,
    #[command(flatten)]
    source: BookSource,
    #[command(flatten)]
    look: CoverLook,
    /// Number of pages of the book (default: the number that `factory book` makes with the same
    /// options)
    #[arg(long, value_name = "N")]
    pages: Option<usize>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// Draws the cover of each volume.
pub fn run(args: &CoverArgs) -> anyhow::Result<Exit> {
    book::refuse_folder(&args.out)?;
    if is_stream(Some(&args.out)) {
        return Err(UsageError("a cover is a file: name it with --out FILE".to_owned()).into());
    }
    let books = args.source.plan(&args.packs)?;
    let mut written = FileSet::new(args.force);
    let mut report = Vec::new();
    for book in &books {
        let file = book::file_of(&args.out, book);
        require_folder(&file)?;
        report.push(args.look.add(book, args.pages, &file, &mut written)?);
    }
    written.place()?;
    tell(report.join("\n"));
    Ok(Exit::Done)
}
