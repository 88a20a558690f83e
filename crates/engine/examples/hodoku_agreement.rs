//! Prints how well the technique ladder agrees with HoDoKu 2.3.2 on puzzles that HoDoKu has rated, and how long
//! the ladder takes per puzzle.
//!
//! Usage: `hodoku_agreement FILE [SET] [--differences]`. FILE is a tab-separated table. Each row has a puzzle, followed
//! by HoDoKu's level, score and steps. The name of the set that the puzzle belongs to comes before the puzzle or after
//! the steps. Steps are written as a technique's short name and the number of its uses, such as `h1:7`. Only sets whose
//! name begins with SET are read. `--differences` lists the puzzles whose steps differ.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::time::Instant;
use sudoku_engine::grid::Board;
use sudoku_engine::rate::HodokuLevel;
use sudoku_engine::rate::techniques::{
    Technique, TechniqueCounts, TechniqueLadder, TechniquePath, TechniqueSolver,
};

/// A puzzle with HoDoKu's rating.
struct HodokuPuzzle {
    line: String,
    puzzle: Board,
    level: HodokuLevel,
    score: u32,
    steps: BTreeMap<String, u32>,
}

fn read(text: &str, set: &str) -> Vec<HodokuPuzzle> {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let place = fields.iter().position(|it| it.parse::<Board>().is_ok())?;
        let (sets, rest) = (fields[..place].iter(), &fields[place..]);
        if !set.is_empty() && !sets.chain(rest.get(4)).any(|it| it.starts_with(set)) {
            return None;
        }
        let steps = rest.get(3)?.split(' ').filter_map(|step| {
            let (name, count) = step.split_once(':')?;
            Some((name.to_owned(), count.parse().ok()?))
        });
        let named = |level: &HodokuLevel| level.name().eq_ignore_ascii_case(rest[1]);
        Some(HodokuPuzzle {
            line: rest[0].to_owned(),
            puzzle: rest[0].parse().ok()?,
            level: HodokuLevel::ALL.into_iter().find(named)?,
            score: rest[2].parse().ok()?,
            steps: steps.collect(),
        })
    })
    .collect()
}

fn by_name(counts: &TechniqueCounts) -> BTreeMap<String, u32> {
    let used = Technique::all().filter(|technique| counts[technique.index()] > 0);
    used.map(|technique| (technique.short().to_owned(), counts[technique.index()]))
        .collect()
}

/// The counts for one level: the number of its puzzles and, for each kind of agreement, the number of puzzles on which
/// the ladder agrees with HoDoKu.
#[derive(Default)]
struct Agreement {
    puzzles: usize,
    solved: usize,
    level: usize,
    score: usize,
    tenth: usize,
    set: usize,
}

impl Agreement {
    fn add(&mut self, rated: &HodokuPuzzle, path: &TechniquePath) {
        self.puzzles += 1;
        let Some(rating) = path.rating else { return };
        self.solved += 1;
        self.level += usize::from(rating.level == rated.level);
        self.score += usize::from(rating.score == rated.score);
        self.tenth += usize::from(rating.score.abs_diff(rated.score) * 10 <= rated.score);
        self.set += usize::from(by_name(&path.counts).keys().eq(rated.steps.keys()));
    }

    fn print(&self, name: &str) {
        let share = |count: usize| 100.0 * count as f64 / self.puzzles.max(1) as f64;
        println!(
            "| {name} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            self.puzzles,
            share(self.solved),
            share(self.level),
            share(self.score),
            share(self.tenth),
            share(self.set),
        );
    }
}

fn print_agreement(rated: &[HodokuPuzzle], paths: &[TechniquePath]) {
    println!(
        "| level | puzzles | solved % | level equal % | score equal % | within a tenth % | techniques equal % |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut all = Agreement::default();
    for level in HodokuLevel::ALL {
        let mut agreement = Agreement::default();
        for (rated, path) in rated.iter().zip(paths).filter(|(it, _)| it.level == level) {
            agreement.add(rated, path);
            all.add(rated, path);
        }
        agreement.print(level.name());
    }
    all.print("all");
}

/// Prints a table of all techniques: for each, the number of steps that use the technique, and the number of puzzles
/// with such a step, both in HoDoKu's solving paths and in those of this program.
fn print_techniques(rated: &[HodokuPuzzle], paths: &[TechniquePath]) {
    let mut rows: BTreeMap<(u16, String), [u32; 4]> = BTreeMap::new();
    let place = |name: &str| name.parse().map_or(9999, Technique::place);
    for (rated, path) in rated.iter().zip(paths) {
        for (side, steps) in [&rated.steps, &by_name(&path.counts)]
            .into_iter()
            .enumerate()
        {
            for (name, count) in steps {
                let row = rows.entry((place(name), name.clone())).or_default();
                row[side] += count;
                row[2 + side] += 1;
            }
        }
    }
    println!(
        "\n| technique | steps, HoDoKu | ours | puzzles, HoDoKu | ours |\n|---|---|---|---|---|"
    );
    for ((_, name), [theirs, ours, their_puzzles, our_puzzles]) in rows {
        println!("| {name} | {theirs} | {ours} | {their_puzzles} | {our_puzzles} |");
    }
}

fn print_speed(solver: &mut TechniqueSolver, rated: &[HodokuPuzzle]) {
    let mut micros: Vec<f64> = rated.iter().map(|_| f64::INFINITY).collect();
    for _ in 0..5 {
        for (rated, best) in rated.iter().zip(&mut micros) {
            let start = Instant::now();
            std::hint::black_box(solver.solve(&rated.puzzle, None));
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    let mean = micros.iter().sum::<f64>() / micros.len() as f64;
    micros.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| micros[((micros.len() - 1) as f64 * share) as usize];
    println!(
        "\nµs a puzzle: mean {mean:.1}, median {:.1}, 90 % {:.1}, 97 % {:.1}, 99 % {:.1}, worst {:.0}",
        at(0.5),
        at(0.9),
        at(0.97),
        at(0.99),
        at(1.0)
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, args): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|arg| arg.starts_with("--"));
    let mut args = args.into_iter();
    let file = args
        .next()
        .ok_or("usage: hodoku_agreement FILE [SET] [--differences]")?;
    let set = args.next().unwrap_or_default();
    let rated = read(&std::fs::read_to_string(&file)?, &set);
    if rated.is_empty() {
        return Err(format!("no row of {file} is of the set {set}").into());
    }
    let mut solver = TechniqueSolver::new(&TechniqueLadder::hodoku());
    let paths: Vec<TechniquePath> = rated
        .iter()
        .map(|it| solver.solve(&it.puzzle, None))
        .collect();
    print_agreement(&rated, &paths);
    print_techniques(&rated, &paths);
    print_speed(&mut solver, &rated);
    if options.iter().any(|it| it == "--differences") {
        for (rated, path) in rated.iter().zip(&paths) {
            let ours = by_name(&path.counts);
            if ours != rated.steps {
                let score = path.rating.map_or(0, |rating| rating.score);
                println!(
                    "{} {} {score}\n  {:?}\n  {ours:?}",
                    rated.line, rated.score, rated.steps
                );
            }
        }
    }
    Ok(())
}
