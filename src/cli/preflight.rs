//! `factory preflight`: finds the faults for which a print shop would refuse a PDF.

use super::Exit;
use super::book_puzzles;
use super::select_args::{SelectArgs, named};
use crate::line::progress::grouped;
use crate::print::preflight::{self, FaultGroup, PreflightReport};
use crate::print::{PaperStock, PrintError, ShopPreset, Trim};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The maximum number of bytes read from a file; KDP's limit is 650 MB.
const LARGEST: u64 = 1 << 30;
const BEGINNING: &[u8] = b"%PDF-";
/// The keyword before the position of the cross-reference table, at the end of a PDF.
const KEY: &[u8] = b"startxref";
const END: u64 = 2048;

/// The file to check, and the print shop that it is for.
#[derive(Debug, Args)]
pub struct PreflightArgs {
    /// PDF to check; - for standard input
    file: PathBuf,
    /// Destination whose requirements are checked: kdp, ingram, lulu, press, newspaper, home or tablet (default: the
    /// preset that the book was made for, or kdp for files of other programs)
    #[arg(long, value_name = "PRESET", value_parser = named::<ShopPreset>)]
    preset: Option<ShopPreset>,
    /// Colour of the paper, white or cream; the cream paper of most shops is thicker (default: the paper that the
    /// book was made for, or white)
    #[arg(long, value_name = "PAPER", value_parser = named::<PaperStock>)]
    paper: Option<PaperStock>,
    /// Check the file as the cover of a book with this number of pages and the page size of --trim (not needed for
    /// covers that this program made)
    #[arg(
        long,
        value_name = "PAGES",
        requires = "trim",
        conflicts_with = "against"
    )]
    cover: Option<usize>,
    /// Page size of the book whose cover is checked, such as 6x9
    #[arg(long, value_name = "SIZE", requires = "cover")]
    trim: Option<Trim>,
    /// Folders of packs that must contain all puzzles and solutions of the PDF
    #[arg(long, value_name = "PACK", num_args = 1..)]
    against: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads a PDF of at most 1 GiB from a file, or from standard input for `-`. Stops as soon as the file turns out not to
/// be a PDF.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let damaged = |why: &str| PrintError::Damaged(why.to_owned());
    let mut bytes = Vec::new();
    let mut source: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(std::io::stdin().lock()),
        _ => {
            let mut file = File::open(path)?;
            let found = file.metadata()?;
            if found.is_file() && found.len() > END {
                file.seek(SeekFrom::End(-END.cast_signed()))?;
                Read::by_ref(&mut file).take(END).read_to_end(&mut bytes)?;
                if !bytes.windows(KEY.len()).any(|window| window == KEY) {
                    return Err(damaged("its end is missing (startxref)").into());
                }
                bytes.clear();
                file.rewind()?;
            }
            Box::new(file)
        }
    };
    let mut head = source.by_ref().take(BEGINNING.len() as u64);
    head.read_to_end(&mut bytes)?;
    if bytes != BEGINNING {
        return Err(damaged("it does not begin with %PDF").into());
    }
    source.take(LARGEST).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(damaged("it is larger than 1 GiB, which no shop here takes").into());
    }
    Ok(bytes)
}

/// The print shop and the paper that a file is checked for.
struct Demands {
    made_for: Option<ShopPreset>,
    preset: ShopPreset,
    paper: PaperStock,
}

impl Demands {
    /// Returns the print shop and the paper that the options name. If an option is missing, uses the shop or the paper
    /// for which the file was made, or else KDP and white paper.
    fn new(args: &PreflightArgs, bytes: &[u8]) -> anyhow::Result<Self> {
        let made = preflight::made_for(bytes)?;
        let made_for = made.map(|(preset, _)| preset);
        Ok(Self {
            made_for,
            preset: args.preset.or(made_for).unwrap_or(ShopPreset::Kdp),
            paper: args
                .paper
                .or(made.map(|it| it.1))
                .unwrap_or(PaperStock::White),
        })
    }

    /// Returns the note to print before the faults, if there is one. It says that the file was made for a shop other
    /// than the one it is checked for, or that it is checked for KDP because neither the file nor the options name a
    /// shop.
    fn remark(&self, args: &PreflightArgs) -> Option<String> {
        let name = self.preset.shop().name;
        match self.made_for {
            Some(made) if made != self.preset => {
                let made = made.shop().name;
                Some(format!(
                    "made for {made}, checked for {name}: factory book PACK --preset {name} makes it for {name}"
                ))
            }
            None if args.preset.is_none() => Some(format!(
                "the file does not say whom it is for: checked for {name} (--preset names another)"
            )),
            _ => None,
        }
    }
}

/// Checks the file; the exit code is 4 if the print shop would refuse the file.
pub fn run(args: &PreflightArgs) -> anyhow::Result<Exit> {
    let shown = args.file.display();
    let refused = || format!("cannot check {shown}");
    let bytes = read(&args.file).with_context(refused)?;
    let demands = Demands::new(args, &bytes).with_context(refused)?;
    let (shop, paper) = (demands.preset.shop(), demands.paper);
    let cover = match args.trim.zip(args.cover) {
        None => preflight::cover_of(&bytes).with_context(refused)?,
        given => given,
    };
    let checked = match cover {
        Some((trim, pages)) => preflight::check_cover(&bytes, &shop, trim, pages, paper),
        None => preflight::check(&bytes, demands.preset, paper),
    };
    let mut checked = checked.with_context(refused)?;
    let encrypted = preflight::is_encrypted(&bytes).with_context(refused)?;
    if !args.against.is_empty() && !encrypted {
        let (_, known) = book_puzzles::chosen(&args.against, &SelectArgs::default(), false)?;
        let more = preflight::against(&bytes, &known).with_context(refused)?;
        checked.faults.extend(more);
    }
    let text = match args.json {
        true => json_of(args, &demands, &checked),
        // The pages and the shop of an encrypted file are unknown.
        false if encrypted => format!("{shown}: {}\n", checked.faults[0]),
        false => text_of(args, &demands, &checked),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if checked.faults.is_empty() {
        Exit::Done
    } else {
        Exit::Unsound
    })
}

fn json_of(args: &PreflightArgs, demands: &Demands, checked: &PreflightReport) -> String {
    let told = |group: &FaultGroup| json!({ "rule": group.rule, "pages": group.pages });
    let groups = preflight::groups(&checked.faults);
    let object = json!({
        "schema": 2,
        "file": args.file.display().to_string(),
        "made_for": demands.made_for.map(|preset| preset.shop().name),
        "preset": demands.preset.shop().name,
        "pages": checked.pages,
        "not_checked": checked.not_checked,
        "faults": groups.iter().map(told).collect::<Vec<_>>(),
    });
    format!("{object}\n")
}

fn text_of(args: &PreflightArgs, demands: &Demands, checked: &PreflightReport) -> String {
    let (shown, name) = (args.file.display(), demands.preset.shop().name);
    let groups = preflight::groups(&checked.faults);
    let mut lines: Vec<String> = demands.remark(args).into_iter().collect();
    lines.extend(groups.iter().map(FaultGroup::to_string));
    lines.extend(checked.not_checked.iter().cloned());
    let pages = match checked.pages {
        1 => "1 page".to_owned(),
        count => format!("{} pages", grouped(count as u64)),
    };
    lines.push(match groups.len() {
        0 => format!("{pages}, nothing that {name} would refuse"),
        1 => format!("{pages}, 1 fault"),
        count => format!("{pages}, {count} faults"),
    });
    let lines = lines.iter().map(|line| format!("{shown}: {line}\n"));
    lines.collect()
}
