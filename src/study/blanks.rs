//! The blog: blanks, freedom and grade (*Analysis of Sudoku's grades of difficulty and algorithms*,
//! part 2, 2011).

use super::agreement::Contingency;
use super::report::{Options, Plot, Section, Study, Table};
use super::sample;
use super::svg::{self, Labels, Series};
use crate::create::{self, Method};
use crate::dig::{self, ClueRange, Plan};
use crate::grid::{Board, CELLS};
use crate::rate::looks::{self, BLANKS, FIRST_BLANKS, FIRST_FREEDOM, FreedomLimits, Grade, Limits};
use crate::rate::{Preset, Rater};
use crate::seed::Generator;

/// A printed puzzle: where, its text, freedom, and what of it is printed.
struct Printed {
    place: &'static str,
    puzzle: &'static str,
    freedom: u16,
    /// Table 6's level.
    level: Option<u8>,
    /// Table 8's and 9's grade, and the mean time of three people in seconds.
    graded: Option<(char, f64)>,
}

const PRINTED: [Printed; 6] = [
    Printed {
        place: "table 8, 1",
        puzzle: "950624003038007061000000050360209008100000006500108072070000000610900830400856097",
        freedom: 698,
        level: None,
        graded: Some(('A', 983.0)),
    },
    Printed {
        place: "table 8, 2",
        puzzle: "000074680800000000004006910020065071000000000480310050016900800000000009032750000",
        freedom: 922,
        level: None,
        graded: Some(('E', 1109.0)),
    },
    Printed {
        place: "table 8, 3; table 6, 2",
        puzzle: "000000023030050040000003700000302650050040072007600000008500960540180200900060001",
        freedom: 880,
        level: Some(3),
        graded: Some(('E', 1048.0)),
    },
    Printed {
        place: "table 8, 4; table 6, 3",
        puzzle: "006009000031800009700000056080400000200010007000008040360000002900005310000200500",
        freedom: 1008,
        level: Some(4),
        graded: Some(('G', 1239.0)),
    },
    Printed {
        place: "table 8, 5; table 6, 4",
        puzzle: "600000004050009800000003570003060280802094000000000000080042000001000020500010008",
        freedom: 1054,
        level: Some(4),
        graded: Some(('G', 1797.0)),
    },
    Printed {
        place: "table 6, 1",
        puzzle: "000840091001700600070000050460180200700296003000070960040607000605008020200010000",
        freedom: 820,
        level: Some(2),
        graded: None,
    },
];

/// A book's puzzles by blanks and level, easiest first, and the printed totals of the levels.
struct Book {
    name: &'static str,
    blanks: &'static [u8],
    levels: &'static [(&'static [u64], u64)],
}

const BOOKS: [Book; 3] = [
    Book {
        name: "table 1",
        blanks: &[45, 49, 51, 52, 53, 54, 55, 56, 57, 58],
        levels: &[
            (&[10, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10),
            (&[0, 4, 3, 2, 0, 0, 0, 0, 0, 0], 10),
            (&[0, 0, 3, 2, 17, 4, 12, 1, 1, 0], 40),
            (&[0, 0, 0, 0, 2, 1, 21, 6, 9, 1], 40),
        ],
    },
    Book {
        name: "table 2",
        blanks: &[50, 51, 52, 53, 56, 57, 58],
        levels: &[
            (&[3, 1, 0, 0, 0, 0, 0], 4),
            (&[1, 1, 21, 1, 1, 0, 0], 25),
            (&[0, 0, 0, 0, 35, 11, 0], 46),
            (&[0, 0, 0, 0, 14, 8, 3], 25),
        ],
    },
    Book {
        name: "table 5",
        blanks: &[45, 47, 49, 51, 52, 53, 54, 55, 56, 57],
        levels: &[
            (&[3, 1, 1, 0, 1, 1, 2, 1, 0, 0], 10),
            (&[0, 0, 0, 1, 2, 9, 3, 2, 1, 0], 18),
            (&[0, 0, 2, 1, 0, 22, 8, 5, 2, 0], 40),
            (&[0, 0, 0, 1, 0, 4, 1, 1, 1, 6], 15),
            (&[0, 0, 0, 0, 0, 0, 0, 1, 3, 6], 10),
        ],
    },
];

impl Book {
    /// Blanks and level of every puzzle.
    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.levels
            .iter()
            .zip(1u8..)
            .flat_map(|((counts, _), level)| {
                let pairs = self.blanks.iter().zip(*counts);
                pairs.flat_map(move |(&blanks, &count)| {
                    (0..count).map(move |_| (f64::from(blanks), f64::from(level)))
                })
            })
    }
}

/// The blog's tables, and what its measures say of random puzzles.
pub fn study(options: &Options) -> Study {
    let mut sections = vec![books(), freedoms(), grades(), people()];
    sections.extend(samples(options));
    Study {
        name: "blanks",
        title: "The blog: blanks, freedom, grades A to I (2011)".to_owned(),
        sections,
    }
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

fn books() -> Section {
    let mut table = Table::new([
        "book",
        "puzzles, published",
        "puzzles, ours",
        "r(blanks, level), published",
        "ours",
        "why they differ",
    ]);
    for book in &BOOKS {
        let sums = book
            .levels
            .iter()
            .map(|(counts, _)| counts.iter().sum::<u64>());
        let printed = book.levels.iter().map(|(_, total)| *total);
        let wrong = sums.clone().zip(printed.clone()).zip(1..);
        let wrong = wrong.filter(|((ours, theirs), _)| ours != theirs);
        let wrong: Vec<String> = wrong
            .map(|((ours, theirs), level)| format!("level {level} adds up to {ours}, not {theirs}"))
            .collect();
        table.push([
            book.name.to_owned(),
            printed.sum::<u64>().to_string(),
            sums.sum::<u64>().to_string(),
            "\"proportional\"".to_owned(),
            shown(Contingency::of_pairs(book.pairs()).pearson()),
            wrong.join("; "),
        ]);
    }
    Section {
        heading: "Tables 1, 2 and 5: blanks and level in three books".to_owned(),
        text: "The blog concludes from the first two that level and blanks are proportional, and \
               from the third that blanks alone don't decide. Pearson's r says how far."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

fn boards() -> impl Iterator<Item = (&'static Printed, Board)> {
    let read = |one: &'static Printed| Some((one, one.puzzle.parse().ok()?));
    PRINTED.iter().filter_map(read)
}

fn freedoms() -> Section {
    let why = "the text's \"itself excluded\" is not what its numbers do: each blank counts twice \
               too often";
    let mut table = Table::new([
        "puzzle",
        "blanks",
        "freedom, published",
        "ours, Σ (row + column + box − 1)",
        "by the text, Σ other blanks seen",
        "why they differ",
    ]);
    let mut push = |place: &str, board: &Board, published: u16| {
        table.push([
            place.to_owned(),
            looks::blanks(board).to_string(),
            published.to_string(),
            looks::freedom(board).to_string(),
            seen(board).to_string(),
            why.to_owned(),
        ]);
    };
    for (one, board) in boards() {
        push(one.place, &board, one.freedom);
    }
    push("empty board", &Board::EMPTY, 2106);
    Section {
        heading: "Freedom".to_owned(),
        text: "The blog defines a blank's freedom as the other blanks that it sees, says that a \
               lone blank has 0, and prints seven numbers that follow from row + column + box − 1, \
               by which a lone blank has 2. The numbers decide."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Freedom as the text defines it: the other blanks that each blank sees.
fn seen(board: &Board) -> usize {
    let blanks = crate::grid::CellSet::ALL - board.clues();
    blanks.map(|cell| (cell.peers() & blanks).len()).sum()
}

fn grades() -> Section {
    let mut table = Table::new([
        "puzzle",
        "what",
        "published",
        "printed limits",
        "corrected limits",
        "why they differ",
    ]);
    let mut agreeing = [0; 2];
    let mut cells = 0;
    let mut push = |place: &str, what: &str, published: String, ours: [String; 2]| {
        cells += 1;
        for (agreeing, ours) in agreeing.iter_mut().zip(&ours) {
            *agreeing += usize::from(*ours == published);
        }
        let [printed, corrected] = ours;
        let why = if printed == published {
            ""
        } else {
            "the printed intervals give one level too few"
        };
        let row = [place, what, &published, &printed, &corrected, why];
        table.push(row.map(str::to_owned));
    };
    for (one, board) in boards() {
        if let Some(level) = one.level {
            let ours =
                FreedomLimits::ALL.map(|limits| limits.limits().level(one.freedom).to_string());
            push(one.place, "freedom level", level.to_string(), ours);
        }
        if let Some((grade, _)) = one.graded {
            let ours = FreedomLimits::ALL.map(|limits| looks::grade(&board, limits).to_string());
            push(one.place, "grade", grade.to_string(), ours);
        }
    }
    let [printed, corrected] = agreeing;
    Section {
        heading: "Levels of freedom and grades".to_owned(),
        text: format!(
            "The printed intervals are 700–820, 820–940, 940–1060, 1060–1180 and 1080–1300: ends are \
             shared, and the last begins at 1080 for 1180. Read as they stand they give {printed} of \
             the {cells} levels and grades that the blog prints; with limits one level up, 700, 820, \
             940 and 1060 (`corrected`, our default), all {corrected} come out. A grade is the sum \
             of two levels, A for 2 to I for 10; the blog's table of coordinates is missing."
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

fn people() -> Section {
    let times = |value: fn(&Board) -> u16| {
        let graded = boards().filter_map(move |(one, board)| {
            let (_, seconds) = one.graded?;
            Some((f64::from(value(&board)), seconds))
        });
        Contingency::of_pairs(graded).pearson()
    };
    let mut table = Table::new(["what", "published", "ours", "why they differ"]);
    let why = "the blog gives no coefficient; five puzzles are too few for one";
    for (what, r) in [
        ("r(freedom, time)", times(looks::freedom)),
        ("r(blanks, time)", times(looks::blanks)),
    ] {
        table.push([what, "\"proportional\"", &shown(r), why].map(str::to_owned));
    }
    Section {
        heading: "Table 9: freedom, blanks and the times of three people".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Random puzzles are dug as far as they go, and to this many clues.
const FEW_BLANKS: u8 = 29;

/// What is read off a random puzzle, and its D.
struct Looked {
    blanks: u16,
    freedom: u16,
    grade: [Grade; 2],
    difficulty: f64,
}

fn samples(options: &Options) -> Vec<Section> {
    let preset = Preset::default();
    let rater = Rater::new(&preset);
    let clues = |clues| {
        Some(ClueRange {
            min: clues,
            max: clues,
        })
    };
    let [minimal, easier] = [None, clues(FEW_BLANKS)]
        .map(|clues| sample::all(options, |k| looked(options, &rater, clues, k)));
    vec![shares(&minimal, &easier), little(&minimal, &easier)]
}

fn looked(options: &Options, rater: &Rater, clues: Option<ClueRange>, k: u64) -> Looked {
    let mut rng = Generator::for_candidate(options.seed, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let plan = Plan {
        clues,
        ..Plan::default()
    };
    let puzzle = dig::dig(&grid, &plan, &mut rng).puzzle;
    Looked {
        blanks: looks::blanks(&puzzle),
        freedom: looks::freedom(&puzzle),
        grade: FreedomLimits::ALL.map(|limits| looks::grade(&puzzle, limits)),
        difficulty: rater.rate(&puzzle, &grid).difficulty,
    }
}

/// One of a puzzle's measures.
type Value = fn(&Looked) -> u16;

fn shares(minimal: &[Looked], easier: &[Looked]) -> Section {
    let mut table = Table::new(["levels", "puzzles", "1", "2", "3", "4", "5"]);
    let [printed, corrected] = FreedomLimits::ALL.map(FreedomLimits::limits);
    let of_blanks: Value = |one| one.blanks;
    let of_freedom: Value = |one| one.freedom;
    let models: [(&str, Limits, Value); 5] = [
        ("blanks, 0–81 in five parts", FIRST_BLANKS, of_blanks),
        ("blanks, 40–65", BLANKS, of_blanks),
        ("freedom, 0–2106 in five parts", FIRST_FREEDOM, of_freedom),
        ("freedom, printed", printed, of_freedom),
        ("freedom, corrected", corrected, of_freedom),
    ];
    for (name, limits, value) in models {
        for (kind, puzzles) in [("minimal", minimal), ("29 clues", easier)] {
            let mut row = vec![name.to_owned(), kind.to_owned()];
            for level in 1..=5 {
                let inside = puzzles
                    .iter()
                    .filter(|one| limits.level(value(one)) == level)
                    .count();
                row.push(format!(
                    "{:.1} %",
                    100.0 * inside as f64 / puzzles.len().max(1) as f64
                ));
            }
            table.rows.push(row);
        }
    }
    Section {
        heading: "Random puzzles: shares of the levels".to_owned(),
        text:
            "Puzzles dug as far as they go, and dug to 29 clues. The first models put nearly all \
               into one or two levels, as the blog says itself."
                .to_owned(),
        plots: vec![plot(minimal)],
        table: Some(table),
        exact: false,
    }
}

fn plot(minimal: &[Looked]) -> Plot {
    let letters: Vec<String> = Grade::all().map(|grade| grade.to_string()).collect();
    let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
    let shares = |which: usize| -> Vec<f64> {
        let mut shares = vec![0.0; letters.len()];
        for one in minimal {
            shares[one.grade[which].index()] += 100.0 / minimal.len() as f64;
        }
        shares
    };
    let [printed, corrected] = [0, 1].map(shares);
    let labels = Labels {
        title: "Grades of random minimal puzzles",
        description: "Share of each grade among random minimal puzzles, by both sets of limits",
        x: "grade",
        y: "% of the puzzles",
    };
    let series = |name, values| Series { name, values };
    let both = [
        series("printed limits", printed.as_slice()),
        series("corrected limits", corrected.as_slice()),
    ];
    Plot {
        file: "blanks-grades.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: svg::bars(&labels, &letters, &both),
    }
}

fn little(minimal: &[Looked], easier: &[Looked]) -> Section {
    let spearman = |puzzles: &[Looked], value: Value| {
        let pairs = puzzles
            .iter()
            .map(|one| (f64::from(value(one)), one.difficulty));
        shown(Contingency::of_pairs(pairs).spearman())
    };
    let mut table = Table::new(["puzzles", "Spearman(blanks, D)", "Spearman(freedom, D)"]);
    for (kind, puzzles) in [("minimal", minimal), ("29 clues", easier)] {
        let of_blanks = spearman(puzzles, |one| one.blanks);
        table.push([
            kind.to_owned(),
            of_blanks,
            spearman(puzzles, |one| one.freedom),
        ]);
    }
    Section {
        heading: "Random puzzles: looks and difficulty".to_owned(),
        text: format!(
            "Blanks, freedom and grade are labels of looks: of puzzles dug in one way they say next \
             to nothing about the steps needed (D of paper 1). All puzzles of {FEW_BLANKS} clues \
             have {} blanks.",
            CELLS - usize::from(FEW_BLANKS)
        ),
        table: Some(table),
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_and_the_people_correlate_as_computed_elsewhere() {
        let r = BOOKS
            .each_ref()
            .map(|book| shown(Contingency::of_pairs(book.pairs()).pearson()));
        assert_eq!(r[..2], ["0.907", "0.851"]);
        let puzzles = BOOKS.each_ref().map(|book| book.pairs().count());
        assert_eq!(puzzles, [99, 100, 92]);
        let rows = people().table.unwrap().rows;
        assert_eq!([&rows[0][2], &rows[1][2]], ["0.766", "0.721"]);
    }

    #[test]
    fn the_printed_numbers_come_out() {
        let rows = freedoms().table.unwrap().rows;
        assert_eq!(rows.len(), 7);
        assert!(rows.iter().all(|row| row[2] == row[3] && row[3] != row[4]));
        let section = grades();
        assert!(
            section.text.contains("they give 1 of the 9 levels"),
            "{}",
            section.text
        );
        assert!(section.text.contains("all 9 come out"), "{}", section.text);
    }
}
