//! Typesets the first leaf: the title page, and the imprint on its back.

use super::BookJob;
use super::model::{Book, TitleLine, TitlePart};
use crate::print::PrintError;
use crate::print::canvas::Ink;
use crate::print::fonts::Weight;
use crate::print::pen::{Align, Pen, Style};
use crate::print::prose::{self, PlacedLine, ProseBlock};
use crate::print::texts::filled;

/// A stack of lines, one below the other.
struct Stack<'a> {
    book: &'a Book,
    lines: Vec<TitleLine>,
    height: f64,
}

impl Stack<'_> {
    fn width(&self) -> f64 {
        self.book.frame.area(&self.book.job).0
    }

    fn add(&mut self, style: Style, lines: Vec<String>) {
        for line in lines {
            let part = TitlePart::Words(style, line);
            let y = self.height + style.size * 0.8;
            self.lines.push(TitleLine { y, part });
            self.height += style.size * 1.25;
        }
    }

    fn words(&mut self, style: Style, text: &str) {
        let (job, width) = (&self.book.job, self.width());
        let lines = prose::broken_lines(&job.fonts, width, job.texts.spaces, style, text);
        self.add(style, lines);
    }

    fn rule(&mut self, length: f64) {
        let part = TitlePart::Rule(length);
        let y = self.height;
        self.lines.push(TitleLine { y, part });
    }

    fn placed(self, y: f64) -> impl Iterator<Item = TitleLine> {
        let lower = move |line: TitleLine| TitleLine {
            y: line.y + y,
            ..line
        };
        self.lines.into_iter().map(lower)
    }
}

/// Returns the title page: title, subtitle and volume in the upper half, author and publisher at
/// the bottom.
///
/// # Errors
/// If the text does not fit.
pub(super) fn page(book: &Book) -> Result<Vec<TitleLine>, PrintError> {
    let (_, height) = book.frame.area(&book.job);
    let mut scale = 1.0;
    while scale > 0.3 {
        let (upper, lower) = (upper(book, scale), lower(book, scale));
        let room = height - lower.height - upper.height - book.job.text_size();
        if room >= 0.0 {
            let (top, foot) = ((height * 0.24).min(room), height - lower.height);
            return Ok(upper.placed(top).chain(lower.placed(foot)).collect());
        }
        scale *= 0.9;
    }
    let said = "title, subtitle, author and publisher are too long for a title page: shorten them";
    Err(PrintError::Impossible(said.to_owned()))
}

fn stack(book: &Book) -> Stack<'_> {
    Stack {
        book,
        lines: Vec::new(),
        height: 0.0,
    }
}

fn upper(book: &Book, scale: f64) -> Stack<'_> {
    let job = &book.job;
    let mut stack = stack(book);
    let (size, lines) = title_lines(book, scale * job.trim.width / 9.0);
    stack.add(Style::bold(size), lines);
    let text = (job.text_size() * 1.5 * scale).max(job.least_text());
    let below = subtitle(book);
    if !below.is_empty() {
        stack.height += text * 0.6;
        stack.rule(stack.width() * 0.16);
        stack.height += text * 0.9;
        stack.words(Style::text(text), &below);
    }
    if let Some(volume) = volume(job) {
        stack.height += text * 0.6;
        stack.words(Style::bold(text), &volume);
    }
    stack
}

fn lower(book: &Book, scale: f64) -> Stack<'_> {
    let job = &book.job;
    let mut stack = stack(book);
    let text = (job.text_size() * scale).max(job.least_text());
    if let Some(author) = &job.author {
        stack.words(Style::text(text * 1.4), author);
    }
    if let Some(publisher) = &job.publisher {
        stack.height += text * 0.8;
        stack.words(Style::text(text).quiet(), publisher);
    }
    stack
}

/// Returns the title's type size, up to `most`, and its lines. The title is set on one line if the type can be
/// large enough, and otherwise on up to three lines. Only a title in the minimum type size may have more lines.
fn title_lines(book: &Book, most: f64) -> (f64, Vec<String>) {
    let (job, title) = (&book.job, &book.job.title);
    // From edge to edge it would look cramped.
    let width = book.frame.area(job).0 * 0.92;
    let least = job.least_text();
    let wide = |text: &str, size| job.fonts.width(Weight::Bold, text, size);
    let fitted = most * width / wide(title, most).max(1.0);
    if fitted >= (most * 0.6).max(least) {
        return (fitted.min(most).max(least), vec![title.clone()]);
    }
    let mut size = (most * 0.6).max(least);
    loop {
        let style = Style::bold(size);
        let lines = prose::broken_lines(&job.fonts, width, job.texts.spaces, style, title);
        let mut words = title.split(' ').filter(|_| job.texts.spaces);
        let is_whole = words.all(|word| wide(word, size) <= width);
        if lines.len() <= 3 && is_whole || size <= least {
            return (size, lines);
        }
        size = (size * 0.9).max(least);
    }
}

pub(super) fn subtitle(book: &Book) -> String {
    let job = &book.job;
    if let Some(subtitle) = &job.subtitle {
        return subtitle.trim().to_owned();
    }
    let level = |puzzle: Option<&super::Puzzle>| {
        let name = puzzle.and_then(|puzzle| book.levels.get(puzzle.level));
        name.map_or_else(String::new, |name| job.texts.level_in_sentence(name))
    };
    let easiest = level(book.puzzles.iter().min_by_key(|puzzle| puzzle.level));
    let hardest = level(book.puzzles.iter().max_by_key(|puzzle| puzzle.level));
    let text = match easiest == hardest {
        true => &job.texts.subtitle_one_level,
        false => &job.texts.subtitle,
    };
    let text = job.texts.counted(text, book.puzzles.len());
    filled(&text, &[("first", &easiest), ("last", &hardest)])
}

fn volume(job: &BookJob) -> Option<String> {
    let number = |n: usize| filled(&job.texts.volume, &[("n", &n.to_string())]);
    job.volume.map(number)
}

/// Returns the title on one line, followed by the volume if there are several.
pub(super) fn with_volume(job: &BookJob) -> String {
    match volume(job) {
        None => job.title.clone(),
        Some(volume) => format!("{}{}{volume}", job.title, job.texts.separator),
    }
}

/// Draws a title page; `(x, y)` is the upper left corner of its text area.
pub(super) fn draw(book: &Book, pen: &mut Pen<'_>, (x, y): (f64, f64), lines: &[TitleLine]) {
    let middle = x + book.frame.area(&book.job).0 / 2.0;
    for line in lines {
        let base = y + line.y;
        match &line.part {
            TitlePart::Words(style, words) => {
                pen.text((middle, base), Align::Middle, *style, words);
            }
            TitlePart::Rule(length) => {
                let width = book.job.shop.least_line.max(0.75);
                pen.rule((middle - length / 2.0, base), *length, width, Ink::BLACK);
            }
        }
    }
}

/// Returns the imprint: maker, publisher and rights, at the bottom of a page, or of several pages
/// if it is long.
pub(super) fn imprint(book: &Book) -> Vec<Vec<PlacedLine>> {
    let (job, texts) = (&book.job, &book.job.texts);
    let mut blocks = vec![ProseBlock::Small(with_volume(job))];
    let holder = job.author.as_ref().or(job.publisher.as_ref());
    blocks.extend(job.author.iter().cloned().map(ProseBlock::Small));
    blocks.push(ProseBlock::Space(0.6));
    let year = job.year.map_or_else(String::new, |year| year.to_string());
    blocks.extend(holder.map(|holder| {
        let values = [("year", year.as_str()), ("holder", holder)];
        ProseBlock::Small(filled(&texts.copyright, &values).replace("  ", " "))
    }));
    blocks.extend(
        job.publisher.iter().map(|publisher| {
            ProseBlock::Small(filled(&texts.published, &[("publisher", publisher)]))
        }),
    );
    let rights = job.rights.as_ref().or(holder.map(|_| &texts.rights));
    blocks.extend(
        rights
            .filter(|it| !it.is_empty())
            .cloned()
            .map(ProseBlock::Small),
    );
    if let Some(isbn) = job.isbns.get(job.volume.unwrap_or(1) - 1) {
        blocks.push(ProseBlock::Space(0.6));
        blocks.push(ProseBlock::Small(filled(&texts.isbn, &[("isbn", isbn)])));
    }
    blocks.push(ProseBlock::Space(0.6));
    let printed = texts.counted(&texts.printed, book.puzzles.len());
    let some = book.puzzles.first();
    let id = some.map(super::Puzzle::short_id).unwrap_or_default();
    blocks.push(ProseBlock::Small(printed));
    if job.ids {
        blocks.push(ProseBlock::Small(filled(
            &texts.printed_ids,
            &[("id", &id)],
        )));
    }
    let column = book.column();
    let mut pages = prose::pages(&job.fonts, &column, &blocks);
    for page in &mut pages {
        let room = column.height - prose::depth(page);
        prose::lower(page, room.max(0.0));
    }
    pages
}
