//! Applies the measures of the blog (2011) to random puzzles.

use crate::report::{Options, Plot, ReportTable, Section, coefficient};
use crate::sample;
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::{self, ClueRange, Plan};
use sudoku_engine::grid::CELLS;
use sudoku_engine::rate::looks::{
    self, BLANKS, FIRST_BLANKS, FIRST_FREEDOM, FreedomLimits, Grade, Limits,
};
use sudoku_engine::rate::{Preset, Rater};
use sudoku_engine::seed::Generator;
use sudoku_factory::agreement::Contingency;
use sudoku_factory::chart::{self, Labels, Series};

/// The clue count at which digging stops for random puzzles that are not minimal.
const FEW_BLANKS: u8 = 29;

/// The measures of a random puzzle, and its difficulty D.
struct MeasuredPuzzle {
    blanks: u16,
    freedom: u16,
    grade: [Grade; 2],
    difficulty: f64,
}

/// Returns the sections about the shares of the levels, and about how little the levels say about the steps
/// that a puzzle needs.
pub(super) fn sections(options: &Options) -> Vec<Section> {
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

fn looked(options: &Options, rater: &Rater, clues: Option<ClueRange>, k: u64) -> MeasuredPuzzle {
    let mut rng = Generator::for_candidate(options.seed, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let plan = Plan {
        clues,
        ..Plan::default()
    };
    let puzzle = dig::dig(&grid, &plan, &mut rng).puzzle;
    MeasuredPuzzle {
        blanks: looks::blanks(&puzzle),
        freedom: looks::freedom(&puzzle),
        grade: FreedomLimits::ALL.map(|limits| looks::grade(&puzzle, limits)),
        difficulty: rater.rate(&puzzle, &grid).difficulty,
    }
}

/// A function that returns one measure of a puzzle.
type MeasureOf = fn(&MeasuredPuzzle) -> u16;

fn shares(minimal: &[MeasuredPuzzle], easier: &[MeasuredPuzzle]) -> Section {
    let mut table = ReportTable::new(["levels", "puzzles", "1", "2", "3", "4", "5"]);
    let [printed, corrected] = FreedomLimits::ALL.map(FreedomLimits::limits);
    let of_blanks: MeasureOf = |one| one.blanks;
    let of_freedom: MeasureOf = |one| one.freedom;
    let models: [(&str, Limits, MeasureOf); 5] = [
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
            "Puzzles dug as far as they go, and dug to 29 clues. The blog says itself that its first \
               models, in five equal parts, tell few puzzles apart."
                .to_owned(),
        plots: vec![plot(minimal)],
        table: Some(table),
        exact: false,
    }
}

fn plot(minimal: &[MeasuredPuzzle]) -> Plot {
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
        svg: chart::bars(&labels, &letters, &both),
    }
}

fn little(minimal: &[MeasuredPuzzle], easier: &[MeasuredPuzzle]) -> Section {
    let spearman = |puzzles: &[MeasuredPuzzle], value: MeasureOf| {
        let pairs = puzzles
            .iter()
            .map(|one| (f64::from(value(one)), one.difficulty));
        coefficient(Contingency::of_pairs(pairs).spearman())
    };
    let mut table = ReportTable::new(["puzzles", "Spearman(blanks, D)", "Spearman(freedom, D)"]);
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
            "Blanks, freedom and grade are labels of looks; the correlations show how little they say \
             about the steps needed (D of Wu 2012) of puzzles dug in one way. All puzzles of {FEW_BLANKS} clues \
             have {} blanks.",
            CELLS - usize::from(FEW_BLANKS)
        ),
        table: Some(table),
        ..Section::default()
    }
}
