//! Writes docs/techniques.md and its pictures: every technique with an example from a real puzzle.
//!
//! Run it with `cargo run -p factory-print --example techniques -- docs`. A test compares the page and
//! its pictures with what this program makes.

#[path = "../../../tests/sets.rs"]
pub(crate) mod sets;

use factory_print::print::StepPicture;
use std::fmt::Write;
use std::path::Path;
use sudoku_engine::grid::{Board, Cell, Digit};
use sudoku_engine::rate::hints::{Position, TechniqueStep, hint};
use sudoku_engine::rate::techniques::{Rung, Technique, TechniqueLadder};
use sudoku_engine::rate::{HodokuLevel, Mark};
use sudoku_engine::solve::search;

/// The files of example positions, in the form of the engine's test data. Each position comes with a technique and the
/// candidates that the technique removes.
const EXAMPLES: [&str; 2] = ["technique-examples.tsv", "own-examples.tsv"];

const HEAD: &str = "\
# Techniques

This page shows every technique that the factory knows, each with an example from a real puzzle, in the order in which
HoDoKu tries them. The names, points and levels are those of HoDoKu 2.3.2 (Bernhard Hobiger). A puzzle that needs a
technique is at least of the technique's level. *SE* is the lowest rating that Sudoku Explainer gives to such a step.
A *line* is a row or a column; [the glossary](glossary.md#sudoku) explains the other words.

Below each picture are the four stages of a hint: that there is a step, where to look, what it is, and why it holds.
`factory hint` gives such hints for any state of play, and `factory rate --steps=techniques` prints the steps of a whole
solution; [steps.md](steps.md) describes them in JSON. This page and its pictures are made by
`cargo run -p factory-print --example techniques -- docs`.

In the pictures, circles mark the candidates of the pattern. In a chain, they mark those that are true if node 1 is
false, and squares mark its other candidates. Squares also mark a second set of cells, diamonds the fins of a fish or a
third set, and triangles a fourth set. Candidates that are removed are struck through; digits that are placed have two
circles. The base houses of a fish are tinted; its cover houses, and the houses of links, have a dashed frame. Strong
links are solid lines and weak links dashed ones; arrows point away from the start of a chain, and its nodes are
numbered.
";

/// Reads marks such as `834 221`, in which each word is a digit, a row and a column.
fn removed(text: &str) -> Vec<Mark> {
    let word = |word: &str| {
        let numbers: Vec<u8> = word.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        let &[digit, row, column] = &numbers[..] else {
            return None;
        };
        let on_board = (1..=9).contains(&row) && (1..=9).contains(&column);
        let digit = Digit::new(digit).filter(|_| on_board)?;
        let cell = Cell::at(usize::from(row) - 1, usize::from(column) - 1);
        Some(Mark { cell, digit })
    };
    text.split_whitespace().filter_map(word).collect()
}

/// Returns the example of a technique: the position, and the step of this technique that a hint would show. `None` if
/// the technique has no example.
fn example(technique: Technique) -> Option<(Position, TechniqueStep)> {
    let mut rows = EXAMPLES.into_iter().flat_map(sets::table);
    let row = rows.find(|row| row[0] == technique.short())?;
    let mut fields = row.into_iter().skip(1);
    let board: Board = fields.next()?.parse().ok()?;
    let solution = search::solve(&board, 1).first?;
    let mut position = Position::new(&board);
    position.remove(removed(fields.next().unwrap_or_default()));
    let first = TechniqueLadder::hodoku().rungs().first().copied()?;
    let only = TechniqueLadder::new([Rung { technique, ..first }]);
    let step = hint(&position, &only, &solution)?;
    Some((position, step))
}

/// Returns the page's section about one technique, with a picture and the texts of a hint.
fn section(technique: Technique, step: &TechniqueStep) -> String {
    let mut names = vec![format!("`{}`", technique.key())];
    names.extend(technique.aliases().iter().map(|name| format!("`{name}`")));
    let short = format!("`{}`", technique.short());
    if !names.contains(&short) {
        names.push(short);
    }
    let se = step
        .se
        .map_or_else(String::new, |se| format!(", SE {se:.1}"));
    let note = if step.uniqueness {
        " It relies on the puzzle's having a single solution."
    } else {
        ""
    };
    let about = technique.about();
    let (first, rest) = about.split_at(about.chars().next().map_or(0, char::len_utf8));
    format!(
        "\n<a id=\"{0}\"></a>\n### {1}\n\n{2}{rest}.{note} Names: {3}; {4} points{se}.\n\n![{1}](techniques/{0}.svg)\n\n\
         - {5}\n- {6}\n- {7}\n- {8}\n",
        technique.key(),
        technique.name(),
        first.to_uppercase(),
        names.join(", "),
        technique.score(),
        step.text.nudge,
        step.text.place,
        step.text.what,
        step.text.why
    )
}

/// Returns the page of technique examples and its pictures. Each file is given as its path in the folder of documents
/// and its text.
pub fn pages() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut page = HEAD.to_owned();
    let of_level = |level: HodokuLevel| Technique::all().filter(move |it| it.level() == level);
    let _ = writeln!(page, "\n| level | techniques |\n|---|---|");
    for level in HodokuLevel::ALL {
        let link = |it: Technique| format!("[{}](#{})", it.name(), it.key());
        let links: Vec<String> = of_level(level).map(link).collect();
        let _ = writeln!(page, "| {} | {} |", level.name(), links.join(", "));
    }
    for level in HodokuLevel::ALL {
        let _ = writeln!(page, "\n## {}", level.name());
        for technique in of_level(level) {
            let Some((position, step)) = example(technique) else {
                continue;
            };
            let picture = StepPicture {
                givens: position.board(),
                position: &position,
                step: &step,
            };
            files.push((format!("techniques/{}.svg", technique.key()), picture.svg()));
            page += &section(technique, &step);
        }
    }
    files.push(("techniques.md".to_owned(), page));
    files
}

/// Writes the page and its pictures into the folder that the first argument names.
#[allow(
    dead_code,
    reason = "the test that makes the pages again has its own main"
)]
fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs".to_owned());
    std::fs::create_dir_all(Path::new(&folder).join("techniques"))?;
    for (name, text) in pages() {
        std::fs::write(Path::new(&folder).join(name), text)?;
    }
    Ok(())
}
