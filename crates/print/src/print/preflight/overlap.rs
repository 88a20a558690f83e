//! Finds text that overlaps other text, a grid, or a dark shape such as a QR code.

use super::faults::Faults;
use crate::print::read::{self, PageArea, PageItem, PageWords};

/// The allowed overlap between letters, as a multiple of the type size. Some pairs of letters are set so close together
/// that their boxes overlap a little.
const TIGHT: f64 = 0.15;
/// The allowed overlap between text and a grid or a shape, in points.
const TOUCH: f64 = 0.5;
/// The minimum ink that counts as dark.
const DARK: f64 = 0.5;
/// The maximum number of characters of a text in a report.
const SHOWN: usize = 40;

/// Reports texts on a page that overlap a grid, a dark shape or another text.
pub(super) fn check(page: usize, items: &[PageItem], faults: &mut Faults) {
    let grids = read::boxes(items);
    let mut words = Vec::new();
    for item in items {
        let PageItem::Text(it) = item else { continue };
        let bounds = it.bounds();
        match grids.iter().any(|grid| is_inside(bounds, *grid)) {
            // The reader of grids checks that digits are alone in their cells.
            true if is_symbol(&it.text) => {}
            _ if it.text.trim().is_empty() => {}
            _ => words.push((bounds, it)),
        }
    }
    for (bounds, it) in &words {
        if grids.iter().any(|grid| meet(*bounds, *grid, TOUCH)) {
            faults.add(page, format!("{} runs into a grid", shown(it)));
        }
    }
    on_shapes(page, items, &words, faults);
    on_words(page, words, faults);
}

/// Returns whether a text is a single character (such as a symbol in a cell), or a text without letters (such as a
/// number).
fn is_symbol(text: &str) -> bool {
    text.chars().nth(1).is_none() || text.chars().all(|c| !c.is_alphabetic())
}

/// Reports dark texts that a dark shape partly hides. A shape that contains a whole text counts as the text's
/// frame, and is not a fault.
fn on_shapes(
    page: usize,
    items: &[PageItem],
    words: &[(PageArea, &PageWords)],
    faults: &mut Faults,
) {
    let dark = items.iter().filter_map(|item| match item {
        PageItem::Fill(bounds, ink) if *ink > DARK => Some(*bounds),
        _ => None,
    });
    let shapes: Vec<PageArea> = dark.collect();
    for (bounds, it) in words.iter().filter(|(_, it)| it.ink > DARK) {
        let hides = |shape: &PageArea| meet(*bounds, *shape, TOUCH) && !is_inside(*bounds, *shape);
        if shapes.iter().any(hides) {
            faults.add(page, format!("{} runs into a dark shape", shown(it)));
        }
    }
}

/// Reports texts that overlap. Texts are sorted by their lower edges, so that each text is compared only with the
/// later texts that begin below its top.
fn on_words(page: usize, mut words: Vec<(PageArea, &PageWords)>, faults: &mut Faults) {
    words.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    for (n, (bounds, it)) in words.iter().enumerate() {
        let near = words[n + 1..]
            .iter()
            .take_while(|(other, _)| other[1] < bounds[3]);
        for (other, its) in near {
            let within = TIGHT * it.size.min(its.size);
            if meet(*bounds, *other, within) && !is_again(it, its) {
                let mut both = [shown(it), shown(its)];
                both.sort();
                let [one, two] = both;
                faults.add(page, format!("{one} and {two} are printed over each other"));
            }
        }
    }
}

/// Returns whether `a` and `b` are one text that is printed twice in the same place, as some programs do for bold type.
fn is_again(a: &PageWords, b: &PageWords) -> bool {
    let apart = (a.begin.0 - b.begin.0)
        .abs()
        .max((a.begin.1 - b.begin.1).abs());
    a.text == b.text && apart < 0.1 * a.size
}

/// Returns whether two boxes overlap by more than `more_than` in both directions.
fn meet(a: PageArea, b: PageArea, more_than: f64) -> bool {
    let across = a[2].min(b[2]) - a[0].max(b[0]);
    let up = a[3].min(b[3]) - a[1].max(b[1]);
    across > more_than && up > more_than
}

fn is_inside(inner: PageArea, outer: PageArea) -> bool {
    let low = |n: usize| inner[n] >= outer[n] - TOUCH;
    let high = |n: usize| inner[n] <= outer[n] + TOUCH;
    low(0) && low(1) && high(2) && high(3)
}

fn shown(words: &PageWords) -> String {
    let text = words.text.trim();
    match text.chars().count() {
        ..=SHOWN => format!("{text:?}"),
        _ => {
            let start = text.chars().take(SHOWN).chain(['…']);
            format!("{:?}", start.collect::<String>())
        }
    }
}
