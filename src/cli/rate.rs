//! `factory rate`: how hard puzzles are, and how a person solves them.

use super::Exit;
use super::list::{Answer, ListArgs, answer_all};
use super::make;
use super::puzzle_json;
use crate::bucket::Scheme;
use crate::config::Settings;
use crate::grid::Board;
use crate::rate::{Hodoku, Qqwing, Rater};
use crate::solve::search;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Which puzzles are rated, and how.
#[derive(Debug, Args)]
pub struct RateArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Print the solving path, one step a line
    #[arg(long)]
    steps: bool,
    /// wu, wu-strict, wu-literal, or a scheme of the job file
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    scheme: Option<String>,
    /// A job file that defines schemes
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    job: Option<PathBuf>,
}

/// Rates every puzzle of the input.
pub fn run(args: &RateArgs) -> anyhow::Result<Exit> {
    let asked = Settings {
        scheme: args.scheme.clone(),
        ..Settings::default()
    };
    let below = make::files_and_defaults(args.job.as_deref())?;
    let scheme = asked.over(below).scheme()?;
    let rater = Rater::new(&scheme.preset);
    let (qqwing, hodoku) = (Qqwing::new(), Hodoku::new());
    answer_all(&args.list, |puzzle| {
        let (solution, mut answer) = rate(puzzle, &rater, &scheme, args.steps);
        if let (Some(solution), true) = (solution, args.list.json) {
            answer.fields["qqwing"] = json!(qqwing.level(puzzle, &solution));
            answer.fields["hodoku"] = json!(hodoku.rate(puzzle, &solution));
        }
        answer
    })
}

/// The answer, and the puzzle's only solution.
fn rate(
    puzzle: &Board,
    rater: &Rater,
    scheme: &Scheme,
    with_steps: bool,
) -> (Option<Board>, Answer) {
    let solved = search::solve(puzzle, 2);
    let solution = match (solved.count, solved.first) {
        (1, Some(solution)) => solution,
        (count, _) => {
            let answer = Answer {
                text: format!("{puzzle}  {}", not_rated(puzzle, count)),
                fields: puzzle_json::unrated(count),
            };
            return (None, answer);
        }
    };
    let (rating, steps) = if with_steps {
        let (rating, steps) = rater.steps(puzzle, &solution);
        (rating, Some(steps))
    } else {
        (rater.rate(puzzle, &solution), None)
    };
    let level = scheme.level(&rating);
    let mut text = format!(
        "{puzzle}  {level:<11}  D {:7.4}  {} clues{}",
        rating.difficulty,
        puzzle.clue_count(),
        if rating.solved {
            ""
        } else {
            "  not solved by the rules"
        },
    );
    let mut fields = puzzle_json::rated(&solution, &rating, level, scheme);
    if let Some(steps) = steps {
        for (number, step) in steps.iter().enumerate() {
            text += &format!("\n{:>4}. {step}", number + 1);
        }
        fields["steps"] = json!(steps);
    }
    (Some(solution), Answer { text, fields })
}

/// Why a puzzle without exactly one solution has no rating.
pub(super) fn not_rated(puzzle: &Board, count: usize) -> String {
    match puzzle.conflict() {
        Some(conflict) => format!(
            "no solution: {} stands twice in {} ({} and {})",
            conflict.digit, conflict.house, conflict.cells[0], conflict.cells[1]
        ),
        None if count == 0 => "no solution".to_owned(),
        None => "more than one solution".to_owned(),
    }
}
