//! `factory book`: makes a print-ready book of the puzzles of packs.

use super::Exit;
use super::book_puzzles;
use super::cover_look::CoverLook;
use super::errors::UsageError;
use super::file_set::{FileSet, require_folder};
use super::select_args::{SelectArgs, named};
use super::shipping::{ShipArgs, place_and_ship};
use crate::disk::{create_folders, is_stream};
use crate::line::progress::{grouped, tell};
use crate::print::book::{self, Book, BookJob, BookSettings, HintsAt, PuzzleOrder};
use crate::print::{
    INCH, MM, PaperStock, PrintError, ShopPreset, SolutionsAt, Standard, Svg, Texts,
};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file that a book is written to by default.
const DEFAULT_OUT: &str = "book.pdf";

/// The puzzles of a book, and its design.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// Folders of packs; several layouts are allowed, but packs of the same layout must have the same scheme
    #[arg(required_unless_present = "list_texts")]
    packs: Vec<PathBuf>,
    /// Print the book's texts in the language of --language, as a file to edit and pass to --texts. The file
    /// begins with a list of all languages
    #[arg(long, conflicts_with = "packs")]
    list_texts: bool,
    /// File to write, or - for standard output; several volumes become book-1.pdf, book-2.pdf … A list of the puzzles
    /// is written beside each book, with the extension .json
    #[arg(long, short, value_name = "FILE", default_value = DEFAULT_OUT)]
    out: PathBuf,
    #[command(flatten)]
    source: BookSource,
    #[command(flatten)]
    ship: ShipArgs,
    /// Also make the cover, and write it to this file; covers of several volumes are numbered like the books
    #[arg(long, value_name = "FILE")]
    cover: Option<PathBuf>,
    #[command(flatten)]
    look: CoverLook,
    /// Also draw every page as an SVG file in this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print the closing report as JSON, one object per volume
    #[arg(long)]
    json: bool,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// The puzzles and the settings of a book.
#[derive(Debug, Args)]
pub struct BookSource {
    /// Settings file (TOML): the options below without their leading dashes, and your own pages and labels
    /// (docs/books.md)
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    #[command(flatten)]
    wanted: WantedArgs,
    #[command(flatten)]
    select: SelectArgs,
}

/// The settings of a book.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "The book")]
struct WantedArgs {
    /// Destination of the book, which sets the defaults of other options: kdp, ingram, lulu, press, newspaper, home,
    /// tablet (a PDF with links) or epub
    #[arg(long, value_name = "PRESET", value_parser = named::<ShopPreset>)]
    preset: Option<ShopPreset>,
    /// Page size, such as 6x9 or 8.5x11 (inches), 120x170mm, a4 or a5
    #[arg(long, value_name = "SIZE")]
    trim: Option<String>,
    /// Puzzles per page: 1, 2, 4 or 6
    #[arg(long, value_name = "N")]
    per_page: Option<usize>,
    /// Place of the solutions: back, or beneath (below the puzzle, upside down)
    #[arg(long, value_name = "PLACE", value_parser = named::<SolutionsAt>)]
    solutions: Option<SolutionsAt>,
    /// Solutions per page: 4, 6 or 9
    #[arg(long, value_name = "N")]
    solutions_per_page: Option<usize>,
    /// Order of the puzzles within a section: minutes (solving time), d (difficulty D), or chosen (the order of
    /// --sort)
    #[arg(long, value_name = "ORDER", value_parser = named::<PuzzleOrder>)]
    order: Option<PuzzleOrder>,
    /// Set digits and text in at least 16 pt, one puzzle per page
    #[arg(long)]
    large_print: bool,
    /// Print smaller digits, and nine pale dots in every blank cell
    #[arg(long)]
    pencil_marks: bool,
    /// Print the difficulty D with each puzzle
    #[arg(long)]
    difficulty: bool,
    /// Print the minutes that most people need for each puzzle (needs packs made with --ratings time)
    #[arg(long)]
    minutes: bool,
    /// Print at the beginning of each section how many of its puzzles need each technique
    #[arg(long)]
    shares: bool,
    /// Print an id of eight letters and digits with each puzzle and solution
    #[arg(long)]
    ids: bool,
    /// Print with each puzzle a QR code that opens the puzzle for online play
    #[arg(long)]
    qr: bool,
    /// Arrange the puzzles in weeks, from easy on Monday to hard on Sunday
    #[arg(long)]
    ramp: bool,
    /// Number of volumes to divide the puzzles among
    #[arg(long, value_name = "N")]
    volumes: Option<usize>,
    /// Print the step-by-step solution of N puzzles of each level, with drawn boards
    #[arg(long, value_name = "N")]
    worked: Option<usize>,
    /// Explain each technique that the puzzles need, with an example from one puzzle
    #[arg(long)]
    techniques: bool,
    /// Print, at the back, three hints on one step of each puzzle: the kind of the step, its place and its effect
    #[arg(long)]
    hints: bool,
    /// Place of the hints: back, or beneath (upside down at the foot of the puzzle's page, which holds only one
    /// puzzle)
    #[arg(long, value_name = "PLACE", value_parser = named::<HintsAt>)]
    hints_at: Option<HintsAt>,
    /// Make pages with bleed: items that reach the edge of the page are printed a little beyond the cut
    #[arg(long)]
    bleed: bool,
    /// Print crop marks
    #[arg(long)]
    marks: bool,
    /// PDF standard: plain (an ordinary PDF), x1a-2001 (PDF/X-1a:2001), x1a (PDF/X-1a:2003) or x4 (PDF/X-4)
    #[arg(long, value_name = "STANDARD", value_parser = named::<Standard>)]
    standard: Option<Standard>,
    /// Colour of the paper, white or cream; the cream paper of most shops is thicker
    #[arg(long, value_name = "PAPER", value_parser = named::<PaperStock>)]
    paper: Option<PaperStock>,
    /// Language of the book's texts: de, en, es, fr, it, ja, nl, pl, pt, tr or zh
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// File with your own texts, in the format that --list-texts prints
    #[arg(long, value_name = "FILE")]
    texts: Option<PathBuf>,
    /// Font file, or folder with a font family's regular, bold and italic files
    #[arg(long, value_name = "PATH")]
    font: Option<PathBuf>,
    /// Digits in the grids: latin, arabic-indic, persian, devanagari, bengali, thai or chinese
    #[arg(long, value_name = "NAME")]
    digits: Option<String>,
    /// Letters or pictures to print in place of the digits: a text file with the letters or with the names of SVG
    /// files, or a folder of SVG files
    #[arg(long, value_name = "PATH")]
    symbols: Option<PathBuf>,
    /// Style sheet of the grids: line widths, digits, tints, corners, font, large print
    #[arg(long, value_name = "FILE")]
    style: Option<PathBuf>,
    /// Title of the book
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Subtitle, below the title; '' for no subtitle (default: the number of puzzles)
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,
    /// Author of the book
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Publisher of the book
    #[arg(long, value_name = "TEXT")]
    publisher: Option<String>,
    /// ISBN of 10 or 13 digits; for several volumes, one ISBN for each volume, separated by commas
    #[arg(long, value_name = "ISBN")]
    isbn: Option<String>,
    /// Date of the book, whose year is printed in the imprint (default: no year)
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
}

impl WantedArgs {
    fn settings(&self) -> BookSettings {
        let on = |flag: bool| flag.then_some(true);
        let it = self.clone();
        BookSettings {
            preset: it.preset,
            trim: it.trim,
            per_page: it.per_page,
            solutions: it.solutions,
            solutions_per_page: it.solutions_per_page,
            order: it.order,
            large_print: on(it.large_print),
            pencil_marks: on(it.pencil_marks),
            difficulty: on(it.difficulty),
            minutes: on(it.minutes),
            shares: on(it.shares),
            ids: on(it.ids),
            qr: on(it.qr),
            ramp: on(it.ramp),
            volumes: it.volumes,
            worked: it.worked,
            techniques: on(it.techniques),
            hints: on(it.hints),
            hints_at: it.hints_at,
            bleed: on(it.bleed),
            marks: on(it.marks),
            standard: it.standard,
            paper: it.paper,
            language: it.language,
            texts: it.texts,
            font: it.font,
            digits: it.digits,
            symbols: it.symbols,
            style: it.style,
            title: it.title,
            subtitle: it.subtitle,
            author: it.author,
            publisher: it.publisher,
            isbn: it.isbn,
            date: it.date,
            ..BookSettings::default()
        }
    }
}

impl BookSource {
    /// Returns the book job that the options describe.
    fn job(&self) -> Result<BookJob, PrintError> {
        let mut settings = self.wanted.settings();
        if self.select.sorts() && settings.order.is_none() {
            settings.order = Some(PuzzleOrder::Chosen);
        }
        if let Some(file) = &self.settings {
            settings = settings.over(BookSettings::from_file(file)?);
        }
        let mut job = settings.job()?;
        if job.ramp {
            let days = self.select.limit;
            job.most_days = days.and_then(|days| usize::try_from(days).ok());
        }
        Ok(job)
    }

    /// Plans the volumes of the book from these packs. For a book arranged in weeks, also reports puzzles that are
    /// left out, and levels that have no puzzles.
    pub fn plan(&self, packs: &[PathBuf]) -> anyhow::Result<Vec<Book>> {
        let job = self.job()?;
        let (levels, puzzles) = book_puzzles::chosen(packs, &self.select, job.ramp)?;
        let books = book::volumes(&job, &levels, puzzles)?;
        if let Some(remark) = books.first().and_then(Book::remark) {
            tell(format_args!("{remark}"));
        }
        Ok(books)
    }
}

/// Makes the book.
pub fn run(args: &BookArgs) -> anyhow::Result<Exit> {
    if args.list_texts {
        let language = args.source.wanted.language.as_deref().unwrap_or("en");
        std::io::stdout().write_all(Texts::template(language)?.as_bytes())?;
        return Ok(Exit::Done);
    }
    refuse_folder(&args.out)?;
    let books = args.source.plan(&args.packs)?;
    let out = named_out(&args.out, &books)?;
    let is_stream = is_stream(Some(&out));
    if is_stream && (books.len() > 1 || args.ship.title.is_some()) {
        let said = "a book of several volumes, or one to --ship, needs --out FILE";
        return Err(UsageError(said.to_owned()).into());
    }
    let files: Vec<PathBuf> = match is_stream {
        true => vec![out.clone()],
        false => books.iter().map(|book| file_of(&out, book)).collect(),
    };
    files.iter().try_for_each(|file| require_folder(file))?;
    let shipping = args.ship.prepare(|title| {
        let titled = |book: &Book| (title_of(title, book), book.ids().collect());
        Ok(books.iter().map(titled).collect())
    })?;
    let mut report = Vec::new();
    let mut written = FileSet::new(args.force);
    for (book, file) in books.iter().zip(&files) {
        let listing = json_of(book);
        written.add(file, &book.file()?)?;
        if !is_stream {
            let text = serde_json::to_string_pretty(&listing)? + "\n";
            written.add(&listing_of(file)?, text.as_bytes())?;
        }
        if let Some(folder) = &args.svg {
            write_pages(book, folder, &mut written)?;
        }
        let cover = add_cover(args, book, &mut written)?;
        report.push(match args.json {
            true => closing_json(listing, file),
            false => text_of(book, file),
        });
        report.extend(cover.filter(|_| !args.json));
    }
    let placed = place_and_ship(|| written.place(), shipping)?;
    if !placed.note().is_empty() {
        tell(format_args!("{}{}", out.display(), placed.note()));
    }
    tell_pages(args, &books);
    match is_stream {
        true => tell(report.join("\n")),
        false => std::io::stdout().write_all((report.join("\n") + "\n").as_bytes())?,
    }
    Ok(Exit::Done)
}

/// Adds the cover of a volume to the files to write, and returns a line for the report. Without `--cover`, does
/// nothing and returns `None`.
fn add_cover(
    args: &BookArgs,
    book: &Book,
    written: &mut FileSet,
) -> anyhow::Result<Option<String>> {
    let Some(out) = &args.cover else {
        return Ok(None);
    };
    let file = file_of(out, book);
    require_folder(&file)?;
    args.look.add(book, None, &file, written).map(Some)
}

/// Reports how many pages were drawn as SVG, and in which folder; reports nothing without `--svg`.
fn tell_pages(args: &BookArgs, books: &[Book]) {
    if let Some(folder) = &args.svg {
        let pages: usize = books.iter().map(Book::page_count).sum();
        let (pages, folder) = (grouped(pages as u64), folder.display());
        tell(format_args!("{pages} pages in {folder}"));
    }
}

/// Refuses an output path that is a folder, or that ends with a path separator.
pub(super) fn refuse_folder(out: &Path) -> Result<(), UsageError> {
    let shown = out.display().to_string();
    let said = match out.is_dir() {
        true => format!(
            "{shown} is a folder: name a file, such as {}",
            out.join("book.pdf").display()
        ),
        false if shown.ends_with(std::path::is_separator) => {
            let folder = shown.trim_end_matches(std::path::is_separator);
            format!("cannot write {shown}: there is no folder {folder}")
        }
        false => return Ok(()),
    };
    Err(UsageError(said))
}

/// Returns the path of the file to write; for an EPUB, the default `book.pdf` becomes `book.epub`. Refuses the
/// extension .pdf for an EPUB, and .epub for any other book.
fn named_out(out: &Path, books: &[Book]) -> Result<PathBuf, UsageError> {
    let is_epub = books
        .first()
        .is_some_and(|it| it.job().shop.preset == ShopPreset::Epub);
    let is_named = |ending: &str| {
        out.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(ending))
    };
    match (is_epub, out.to_str() == Some(DEFAULT_OUT)) {
        (true, true) => Ok(out.with_extension("epub")),
        (true, false) if is_named("pdf") => {
            let said = format!(
                "{}: preset epub makes no PDF: name the file .epub",
                out.display()
            );
            Err(UsageError(said))
        }
        (false, _) if is_named("epub") => {
            let said = format!("{}: only --preset epub makes one", out.display());
            Err(UsageError(said))
        }
        _ => Ok(out.to_owned()),
    }
}

/// Returns the title under which the ledger records a volume. If there are several volumes, the title contains the
/// volume's number.
fn title_of(title: &str, book: &Book) -> String {
    match book.job().volume {
        None => title.to_owned(),
        Some(volume) => format!("{title}, volume {volume}"),
    }
}

fn closing_json(mut object: Value, file: &Path) -> String {
    object["file"] = json!(file);
    if let Some(object) = object.as_object_mut() {
        object.remove("puzzles");
    }
    object.to_string()
}

/// Returns the path of a volume's file, with the number of the volume if there are several.
pub(super) fn file_of(out: &Path, book: &Book) -> PathBuf {
    let Some(volume) = book.job().volume else {
        return out.to_owned();
    };
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out
        .extension()
        .map_or_else(|| "pdf".into(), |it| it.to_string_lossy());
    out.with_file_name(format!("{stem}-{volume}.{ending}"))
}

/// Returns the path of the list of a book's puzzles, which is a file beside the book: `NAME.json`, or `NAME.epub.json`
/// beside an EPUB, since `NAME.json` may be the list of a `NAME.pdf` in the same folder.
fn listing_of(file: &Path) -> Result<PathBuf, UsageError> {
    let is_epub = file.extension().is_some_and(|it| it == "epub");
    let listing = file.with_extension(if is_epub { "epub.json" } else { "json" });
    if listing == file {
        let said = format!(
            "{} is for the list of puzzles: name the book .pdf",
            file.display()
        );
        return Err(UsageError(said));
    }
    Ok(listing)
}

fn write_pages(book: &Book, folder: &Path, written: &mut FileSet) -> anyhow::Result<()> {
    let cannot = || format!("cannot make {}", folder.display());
    create_folders(folder).with_context(cannot)?;
    let before = book
        .job()
        .volume
        .map_or_else(String::new, |volume| format!("{volume}-"));
    for page in 1..=book.page_count() {
        let mut svg = Svg::new();
        book.draw(page, &mut svg);
        let title = format!("Page {page}");
        let text = svg.finish(
            &book.sheet(page),
            &book.job().fonts,
            &title,
            &book.job().title,
        );
        written.add(
            &folder.join(format!("{before}{page:04}.svg")),
            text.as_bytes(),
        )?;
    }
    Ok(())
}

pub(super) fn json_of(book: &Book) -> Value {
    let (job, pages) = (book.job(), book.page_count());
    let inches = |points: f64| (points / INCH * 1000.0).round() / 1000.0;
    let spine = job.shop.spine(pages, job.stock).map(inches);
    let cover = job.shop.cover(job.trim, pages, job.stock);
    let cover = cover.map(|(width, height)| [inches(width), inches(height)]);
    json!({
        "schema": 1,
        "title": job.title,
        "preset": job.shop.name,
        "trim_in": [inches(job.trim.width), inches(job.trim.height)],
        "pages": pages,
        "spine_in": spine,
        "cover_in": cover,
        "volume": job.volume,
        "volumes": job.volumes,
        "puzzles": book.lines(),
    })
}

pub(super) fn text_of(book: &Book, file: &Path) -> String {
    let (job, pages) = (book.job(), book.page_count());
    let count = grouped(book.lines().len() as u64);
    let mut text = format!(
        "{}: {count} puzzles on {} pages of {}, for {}; read back, every grid is right",
        file.display(),
        grouped(pages as u64),
        job.trim,
        job.shop.name
    );
    if let (Some(spine), Some((width, height))) = (
        job.shop.spine(pages, job.stock),
        job.shop.cover(job.trim, pages, job.stock),
    ) {
        text += &format!(
            "\nspine {:.3} in ({:.1} mm); full cover with bleed {:.3} × {:.3} in ({:.1} × {:.1} mm)",
            spine / INCH,
            spine / MM,
            width / INCH,
            height / INCH,
            width / MM,
            height / MM
        );
    }
    text
}
