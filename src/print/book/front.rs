//! The words of a book: contents, how to play, the first page of a section, pages of one's own.

use super::plan::{Book, Kind};
use super::{OwnPage, Puzzle};
use crate::print::SolutionsAt;
use crate::print::prose::{self, Block};
use crate::print::texts::filled;
use crate::rate::{Minutes, Rule};

/// Everything before the first section.
pub(super) fn matter(book: &Book) -> Vec<Kind> {
    let job = &book.job;
    if job.is_boxes() {
        return Vec::new();
    }
    let mut kinds = vec![Kind::Title, Kind::Imprint];
    kinds.extend(own(book, &job.front));
    let mut blocks = contents(book);
    // A page of its own for the contents where they would crowd the rest.
    if job.trim.height < 600.0 || job.large {
        kinds.extend(pages(book, &blocks));
        blocks.clear();
    } else {
        blocks.push(Block::Space(1.1));
    }
    blocks.extend(how_to_play(book));
    kinds.extend(pages(book, &blocks));
    kinds
}

fn pages(book: &Book, blocks: &[Block]) -> Vec<Kind> {
    let pages = prose::pages(&book.job.fonts, &book.column(), blocks);
    pages.into_iter().map(Kind::Prose).collect()
}

fn contents(book: &Book) -> Vec<Block> {
    let texts = &book.job.texts;
    let page = |page: usize| filled(&texts.page, &[("page", &page.to_string())]);
    let mut blocks = vec![
        Block::Heading(texts.contents.clone(), 1.9),
        Block::Space(0.7),
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
        blocks.push(Block::Entry(left, page(section.page)));
    }
    if book.job.solutions == SolutionsAt::Back {
        blocks.push(Block::Entry(
            texts.solutions.clone(),
            page(book.solutions_page),
        ));
    }
    blocks
}

fn how_to_play(book: &Book) -> Vec<Block> {
    let (texts, column) = (&book.job.texts, book.column());
    let guessing = |puzzle: &Puzzle| puzzle.used[Rule::Trial.index()] > 0;
    let start = match book.puzzles.iter().any(guessing) {
        true => &texts.start_guess,
        false => &texts.start,
    };
    // The digit in it may not be too small to print.
    let figure = (column.width * 0.34)
        .min(column.height * 0.27)
        .clamp(column.least * 15.0, 180.0_f64.max(column.least * 15.0));
    let mut blocks = vec![
        Block::Heading(texts.how.clone(), 1.9),
        Block::Space(0.5),
        Block::Text(texts.goal.clone()),
        Block::Space(0.8),
        Block::Figure(figure),
        Block::Small(texts.figure.clone()),
        Block::Space(0.8),
    ];
    for paragraph in start.iter().chain([&texts.marks]) {
        blocks.extend([Block::Text(paragraph.clone()), Block::Space(0.5)]);
    }
    blocks
}

/// The first page or pages of a section: what its puzzles are like and what they need.
pub(super) fn opener(book: &Book, n: usize) -> Vec<Kind> {
    let (texts, section) = (&book.job.texts, &book.sections[n]);
    let Some(name) = section.name.as_ref().filter(|_| !book.job.is_boxes()) else {
        return Vec::new();
    };
    let puzzles = &book.puzzles[section.puzzles.clone()];
    let (from, to) = (section.puzzles.start + 1, section.puzzles.end);
    let (from, to) = (from.to_string(), to.to_string());
    let range = filled(&texts.pages, &[("from", &from), ("to", &to)]);
    let mut blocks = vec![
        Block::Space(2.0),
        Block::Heading(name.clone(), 3.2),
        Block::Space(0.3),
        Block::Text(match minutes(book, puzzles) {
            Some(minutes) => format!("{range}{}{minutes}", texts.separator),
            None => range,
        }),
        Block::Space(2.0),
        Block::Heading(texts.rules.clone(), 1.35),
        Block::Space(0.5),
    ];
    let rules = rules(book, puzzles);
    if rules.is_empty() {
        blocks.push(Block::Text(texts.nothing_needed.clone()));
    }
    blocks.extend(rules);
    pages(book, &blocks)
}

/// `about 4 to 9 minutes each`, from the quickest to the slowest.
fn minutes(book: &Book, puzzles: &[Puzzle]) -> Option<String> {
    let all: Option<Vec<f64>> = puzzles
        .iter()
        .map(|it| it.minutes.map(Minutes::value))
        .collect();
    let all = all?;
    let least = all.iter().copied().min_by(f64::total_cmp)?;
    let most = all.iter().copied().max_by(f64::total_cmp)?;
    let [from, to] = [least, most].map(|value| value.round().max(1.0).to_string());
    Some(match from == to {
        true => filled(&book.job.texts.minutes, &[("minutes", &from)]),
        false => filled(
            &book.job.texts.minutes_range,
            &[("from", &from), ("to", &to)],
        ),
    })
}

fn rules(book: &Book, puzzles: &[Puzzle]) -> Vec<Block> {
    let texts = &book.job.texts;
    let mut blocks = Vec::new();
    for rule in Rule::ALL {
        let needing = puzzles
            .iter()
            .filter(|puzzle| puzzle.used[rule.index()] > 0);
        let (needing, all) = (needing.count(), puzzles.len());
        let Some(words) = texts.rules_table.get(rule.name()).filter(|_| needing > 0) else {
            continue;
        };
        let share = (100 * needing + all / 2) / all;
        let often = match share {
            _ if needing == all => texts.rule_always.clone(),
            ..2 => texts.rule_seldom.clone(),
            share => filled(&texts.rule_share, &[("share", &share.min(99).to_string())]),
        };
        blocks.extend([
            Block::Item(words.name.clone(), often),
            Block::Text(words.about.clone()),
            Block::Space(0.45),
        ]);
    }
    blocks
}

/// Pages of one's own.
pub(super) fn own(book: &Book, own: &[OwnPage]) -> Vec<Kind> {
    let of_page = |page: &OwnPage| {
        let mut blocks = Vec::new();
        if let Some(heading) = &page.heading {
            blocks.extend([Block::Heading(heading.clone(), 1.9), Block::Space(0.5)]);
        }
        for paragraph in page.text.split("\n\n") {
            let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if !line.is_empty() {
                blocks.extend([Block::Text(line), Block::Space(0.5)]);
            }
        }
        pages(book, &blocks)
    };
    own.iter().flat_map(of_page).collect()
}
