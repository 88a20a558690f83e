//! Typesets the text pages of a book: contents, how to play, the first page of a section, the author's own pages.

use super::goals::goals;
use super::model::{Book, PageKind};
use super::{HintsAt, OwnPage, Puzzle, title};
use super::{paths, worked};
use crate::grid::Layout;
use crate::print::prose::{self, ProseBlock};
use crate::print::step_board::StepBoard;
use crate::print::symbols::replaced;
use crate::print::texts::{RuleText, filled};
use crate::print::{PrintError, SolutionsAt};
use crate::rate::Rule;
use crate::rate::techniques::{Technique, TechniqueLadder};

/// Returns the pages before the first section; none for a newspaper.
///
/// # Errors
/// If the text does not fit on the title page.
pub(super) fn matter(book: &Book) -> Result<Vec<PageKind>, PrintError> {
    let job = &book.job;
    if job.is_boxes() {
        return Ok(Vec::new());
    }
    let mut kinds = vec![PageKind::Title(title::page(book)?)];
    kinds.extend(title::imprint(book).into_iter().map(PageKind::Imprint));
    kinds.extend(own(book, &job.front));
    let mut blocks = contents(book);
    // The contents get a separate page if they would crowd the rest.
    if job.trim.height < 600.0 || job.large {
        kinds.extend(pages(book, &blocks));
        blocks.clear();
    } else {
        blocks.push(ProseBlock::Space(1.1));
    }
    let with = |has_figure| {
        let mut blocks = blocks.clone();
        blocks.extend(how_to_play(book, has_figure));
        pages(book, &blocks)
    };
    // The figure is left out if it would need a separate page.
    let (long, short) = (with(true), with(false));
    kinds.extend(if short.len() < long.len() {
        short
    } else {
        long
    });
    Ok(kinds)
}

fn pages(book: &Book, blocks: &[ProseBlock]) -> Vec<PageKind> {
    let pages = prose::pages(&book.job.fonts, &book.column(), blocks);
    pages.into_iter().map(PageKind::Prose).collect()
}

fn contents(book: &Book) -> Vec<ProseBlock> {
    let texts = &book.job.texts;
    let page = |page: usize| filled(&texts.page, &[("page", &page.to_string())]);
    let mut blocks = vec![
        ProseBlock::Heading(texts.contents.clone(), 1.9),
        ProseBlock::Space(0.7),
    ];
    for section in &book.sections {
        let (from, to) = (section.puzzles.start + 1, section.puzzles.end);
        let (from, to) = (from.to_string(), to.to_string());
        let range = filled(&texts.pages, &[("from", &from), ("to", &to)]);
        let name = section.name.as_ref();
        let left = name.map_or_else(
            || range.clone(),
            |name| format!("{name}{}{range}", texts.separator),
        );
        blocks.push(ProseBlock::Entry(left, page(section.page)));
    }
    for part in &book.parts {
        blocks.push(ProseBlock::Entry(part.name.clone(), page(part.page)));
    }
    if book.job.solutions == SolutionsAt::Back {
        blocks.push(ProseBlock::Entry(
            texts.solutions.clone(),
            page(book.solutions_page),
        ));
    }
    blocks
}

fn how_to_play(book: &Book, has_figure: bool) -> Vec<ProseBlock> {
    let (texts, column) = (&book.job.texts, book.column());
    let end = match book.puzzles.iter().any(Puzzle::takes_guess) {
        true => &texts.start_end_guess,
        false => &texts.start_end,
    };
    // The figure's digit must not be too small to print.
    let figure = (column.width * 0.34)
        .min(column.height * 0.27)
        .clamp(column.least * 15.0, 180.0_f64.max(column.least * 15.0));
    let mut blocks = vec![
        ProseBlock::Heading(texts.how.clone(), 1.9),
        ProseBlock::Space(0.5),
    ];
    for goal in goals(&book.job, &book.puzzles) {
        blocks.extend([ProseBlock::Text(goal), ProseBlock::Space(0.5)]);
    }
    blocks.push(ProseBlock::Space(0.3));
    let has_nine = book.puzzles.iter().any(|it| it.layout == Layout::NINE);
    let has_figure = has_figure && has_nine;
    if has_figure && figure < column.width && figure < column.height * 0.6 {
        let caption = ProseBlock::Caption(texts.figure.clone());
        blocks.extend([ProseBlock::Figure(figure), caption, ProseBlock::Space(0.8)]);
    }
    // Weeks have no sections, so no pages name rules.
    let has_sections = book.sections.iter().any(|section| section.name.is_some());
    let sections = if has_sections { &texts.sections } else { "" };
    let marks = marks(book);
    let hints = match book.job.hints {
        Some(HintsAt::Beneath) => &[texts.hints_beneath.clone(), worked::notation(&book.job)][..],
        _ => &[],
    };
    // These paragraphs are about nine digits.
    let start = texts.start.iter().filter(|_| has_nine);
    for paragraph in start.chain([end, &marks]) {
        let paragraph = replaced(
            &filled(paragraph, &[("sections", sections)]),
            book.job.fonts.symbols(),
        );
        blocks.extend([
            ProseBlock::Text(paragraph.trim_end().to_owned()),
            ProseBlock::Space(0.5),
        ]);
    }
    for text in hints {
        blocks.extend([ProseBlock::Text(text.clone()), ProseBlock::Space(0.5)]);
    }
    blocks
}

/// Returns the text that explains the words printed around a puzzle.
fn marks(book: &Book) -> String {
    let (job, texts) = (&book.job, &book.job.texts);
    let mut marks = vec![texts.marks.as_str()];
    if book.puzzles.iter().any(|puzzle| puzzle.half.is_some()) {
        marks.push(&texts.marks_halves);
    }
    if job.minutes {
        marks.push(&texts.marks_minutes);
    }
    if job.difficulty {
        marks.push(&texts.marks_difficulty);
    }
    let (solution, id) = match job.solutions {
        SolutionsAt::Back => (&texts.marks_back, &texts.marks_ids_back),
        SolutionsAt::Beneath => (&texts.marks_beneath, &texts.marks_ids_beneath),
    };
    marks.push(solution);
    if job.ids {
        marks.push(id);
    }
    marks.join(if texts.spaces { " " } else { "" })
}

/// Returns the first page or pages of section `n`, counted from 0: a description of the section's puzzles and of
/// the rules that solve them. Returns no pages for a section without a name, or if the book is for a newspaper.
pub(super) fn opener(book: &Book, n: usize) -> Vec<PageKind> {
    let (texts, section) = (&book.job.texts, &book.sections[n]);
    let Some(name) = section.name.as_ref().filter(|_| !book.job.is_boxes()) else {
        return Vec::new();
    };
    let puzzles = &book.puzzles[section.puzzles.clone()];
    let (from, to) = (section.puzzles.start + 1, section.puzzles.end);
    let (from, to) = (from.to_string(), to.to_string());
    let range = filled(&texts.pages, &[("from", &from), ("to", &to)]);
    let mut blocks = vec![
        ProseBlock::Heading(name.clone(), 3.2),
        ProseBlock::Space(0.3),
        ProseBlock::Text(match minutes(book, puzzles) {
            Some(minutes) => format!("{range}{}{minutes}", texts.separator),
            None => range,
        }),
        ProseBlock::Space(0.9),
        ProseBlock::Rule(1.0),
        ProseBlock::Space(0.9),
        ProseBlock::Heading(texts.rules.clone(), 1.35),
        ProseBlock::Space(0.5),
    ];
    let rules = rules(book, puzzles);
    if rules.is_empty() {
        blocks.push(ProseBlock::Text(texts.nothing_needed.clone()));
    }
    blocks.extend(rules);
    let column = book.column();
    let mut pages = prose::pages(&book.job.fonts, &column, &blocks);
    // An example fills what would be blank.
    let has_room = StepBoard::least_size(&book.job.fonts, column.least) <= column.width;
    if let Some(example) = section.example.as_ref().filter(|_| has_room) {
        blocks.extend(worked::section_example(book, example));
        let longer = prose::pages(&book.job.fonts, &column, &blocks);
        if longer.len() == pages.len() {
            pages = longer;
        }
    }
    // A text shorter than a page begins somewhat below its top.
    if let [page] = pages.as_mut_slice() {
        let room = column.height - prose::depth(page);
        prose::lower(page, (room * 0.4).max(0.0));
    }
    pages.into_iter().map(PageKind::Prose).collect()
}

/// Finds an example for the first page of each section that has a name and only 9×9 puzzles. The example is the
/// hardest step of the section's last puzzle. If the techniques of any puzzle of the section are not known, the
/// step must use a rule that the section's first page describes.
///
/// # Errors
/// If a solving step fails its check.
pub(super) fn find_examples(book: &mut Book) -> Result<(), PrintError> {
    if book.job.is_boxes() {
        return Ok(());
    }
    for n in 0..book.sections.len() {
        let section = &book.sections[n];
        let puzzles = &book.puzzles[section.puzzles.clone()];
        let is_known = puzzles.iter().all(|puzzle| puzzle.techniques.is_some());
        let last = section.puzzles.end.saturating_sub(1);
        let is_nine = |puzzle: &Puzzle| puzzle.layout == Layout::NINE;
        if section.name.is_none() || puzzles.is_empty() || !puzzles.iter().all(is_nine) {
            continue;
        }
        let used = |rule: &Rule| puzzles.iter().any(|it| it.used[rule.index()] > 0);
        let named: Vec<&str> = Rule::ALL
            .iter()
            .filter(|it| used(it))
            .map(|it| it.name())
            .collect();
        let is_named = |technique: Technique| {
            let names = [technique.key()].into_iter();
            let mut names = names.chain(technique.aliases().iter().copied());
            is_known || names.any(|name| named.contains(&name))
        };
        book.sections[n].example = paths::hardest(&book.puzzles, last, is_named)?;
    }
    Ok(())
}

/// Returns the range of the puzzles' estimated solving times; `None` if times are not printed, or if the time of any
/// puzzle is not known.
fn minutes(book: &Book, puzzles: &[Puzzle]) -> Option<String> {
    let all = puzzles.iter().map(|it| it.checked_minutes);
    let all: Vec<_> = all.collect::<Option<_>>()?;
    let least = all.iter().min().filter(|_| book.job.minutes)?;
    Some(book.job.texts.minutes_between(*least, *all.iter().max()?))
}

/// Returns the descriptions of the techniques that the puzzles need, in [reading
/// order](TechniqueLadder::reading_order). If the techniques of any puzzle are not known, returns the descriptions of
/// the rating rules that the puzzles need.
fn rules(book: &Book, puzzles: &[Puzzle]) -> Vec<ProseBlock> {
    if puzzles.iter().all(|puzzle| puzzle.techniques.is_some()) {
        return techniques(book, puzzles);
    }
    let texts = &book.job.texts;
    let mut blocks = Vec::new();
    for rule in Rule::ALL {
        let needing = puzzles.iter().filter(|it| it.used[rule.index()] > 0);
        if let Some(words) = texts.rules_table.get(rule.name()) {
            blocks.extend(item(book, words, needing.count(), puzzles.len()));
        }
    }
    blocks
}

fn techniques(book: &Book, puzzles: &[Puzzle]) -> Vec<ProseBlock> {
    let texts = &book.job.texts;
    let mut blocks = Vec::new();
    for technique in TechniqueLadder::reading_order() {
        let takes = |puzzle: &&Puzzle| {
            let path = puzzle.techniques;
            path.is_some_and(|path| path.counts[technique.index()] > 0)
        };
        let needing = puzzles.iter().filter(takes).count();
        let words = texts.technique(technique);
        blocks.extend(item(book, &words, needing, puzzles.len()));
    }
    blocks
}

/// Returns the description of a rule and the share of puzzles that need the rule, `needing` of `all`; empty if no
/// puzzle needs it.
fn item(book: &Book, words: &RuleText, needing: usize, all: usize) -> Vec<ProseBlock> {
    let texts = &book.job.texts;
    if needing == 0 {
        return Vec::new();
    }
    let share = (100 * needing + all / 2) / all;
    let often = match share {
        _ if !book.job.shares => String::new(),
        _ if needing == all => texts.rule_always.clone(),
        ..2 => texts.rule_seldom.clone(),
        share => filled(&texts.rule_share, &[("share", &share.min(99).to_string())]),
    };
    let about = (!words.about.is_empty()).then(|| ProseBlock::Text(words.about.clone()));
    let name = ProseBlock::Item(words.name.clone(), often);
    let blocks = [Some(name), about, Some(ProseBlock::Space(0.45))];
    blocks.into_iter().flatten().collect()
}

/// Typesets the author's own pages, each of which may fill several pages of the book.
pub(super) fn own(book: &Book, own: &[OwnPage]) -> Vec<PageKind> {
    let of_page = |page: &OwnPage| {
        let mut blocks = Vec::new();
        if let Some(heading) = &page.heading {
            blocks.extend([
                ProseBlock::Heading(heading.clone(), 1.9),
                ProseBlock::Space(0.5),
            ]);
        }
        for paragraph in page.text.split("\n\n") {
            let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if !line.is_empty() {
                blocks.extend([ProseBlock::Text(line), ProseBlock::Space(0.5)]);
            }
        }
        pages(book, &blocks)
    };
    own.iter().flat_map(of_page).collect()
}
