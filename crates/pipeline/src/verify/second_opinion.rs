//! Compares a sample of a pack's records with the results of the crate `oracle`, which shares no code with the rest
//! of the program.
//!
//! Every other check rates puzzles with the code that made the pack, so it can't find an error in that code. The
//! pack is divided into equal stretches, and a seed decides which puzzle of each stretch is in the sample.

use super::finding::{Finding, PackProblem, RecordPlace};
use crate::bucket::{Level, Measure, Scheme};
use crate::pack::{Pack, PackError, Record, pack_file};
use crate::rate::{Passes, Preset, Rule, TrialCounts, WingGeometry};
use oracle::{Counted, Grid, Interpretation, RuleTurn, SecondOpinion, WingPlaces, WuRule};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Checks a sample of `wanted` puzzles of a 9×9 pack with the independent code of the crate `oracle`. The seed `seed`
/// decides which puzzles are in the sample. The work is shared by all threads of the current rayon pool. Returns the
/// number of puzzles in the sample, and for each puzzle the first difference from its record, if there is any.
///
/// # Errors
/// If the pack can't be read.
pub fn second_opinions(
    pack: &Pack,
    wanted: u64,
    seed: u64,
) -> Result<(u64, Vec<Finding>), PackError> {
    let manifest = pack.manifest();
    let scheme = &manifest.job.scheme;
    let interpretation = interpretation(scheme);
    let drawn: Vec<u64> = sample(manifest.made(), wanted, seed).collect();
    let rate = |number: u64| -> Result<Option<Finding>, PackError> {
        // The check of the files has already found a level with fewer records than its manifest claims.
        let Some((level, place, record)) = record_of(pack, number)? else {
            return Ok(None);
        };
        let number = record.number;
        Ok(
            difference(&record, scheme, &interpretation).map(|problem| Finding {
                file: pack.folder().join(pack_file(scheme, level)),
                record: Some(RecordPlace { place, number }),
                problem,
            }),
        )
    };
    let rated = drawn.len() as u64;
    let found = drawn.into_par_iter().map(rate);
    let found: Vec<Option<Finding>> = found.collect::<Result<_, _>>()?;
    Ok((rated, found.into_iter().flatten().collect()))
}

/// Divides the numbers below `count` into `wanted` equal stretches and draws one number from each. Returns all numbers
/// if `wanted` is larger than `count`.
fn sample(count: u64, wanted: u64, seed: u64) -> impl Iterator<Item = u64> {
    let stretches = wanted.min(count);
    let start = move |stretch: u64| {
        let start = u128::from(stretch) * u128::from(count) / u128::from(stretches);
        start as u64
    };
    (0..stretches).map(move |stretch| {
        let text = [seed.to_le_bytes(), stretch.to_le_bytes()].concat();
        let hash = blake3::hash(&text);
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[..8]);
        let length = start(stretch + 1) - start(stretch);
        let within = (u128::from(u64::from_le_bytes(bytes)) * u128::from(length)) >> 64;
        start(stretch) + within as u64
    })
}

/// Returns the record at place `number` among all puzzles of the pack, counted from 0; `None` if the pack has fewer
/// records. Also returns the record's level, and its place in the level's file, counted from 1.
fn record_of(pack: &Pack, mut number: u64) -> Result<Option<(Level, u64, Record)>, PackError> {
    let manifest = pack.manifest();
    for level in manifest.job.scheme.levels() {
        let made = manifest.level(level).made;
        if number < made {
            let record = pack.record_at(level, number + 1)?;
            return Ok(record.map(|record| (level, number + 1, record)));
        }
        number -= made;
    }
    Ok(None)
}

/// Converts a scheme's preset and level limits to the type that the crate `oracle` uses for them.
fn interpretation(scheme: &Scheme) -> Interpretation {
    let Preset {
        weights,
        order,
        merge_singles,
        passes,
        count_hits,
        wings,
        trial_rules,
        trial_counts,
    } = &scheme.preset;
    let rules = |rules: &[Rule]| rules.iter().map(|rule| WuRule::ALL[rule.index()]).collect();
    Interpretation {
        weights: *weights,
        order: rules(order),
        merges_singles: *merge_singles,
        turn: match passes {
            Passes::First => RuleTurn::First,
            Passes::WholeBoard => RuleTurn::WholeBoard,
        },
        counts_patterns: rules(count_hits),
        wings: match wings {
            WingGeometry::General => WingPlaces::General,
            WingGeometry::Printed => WingPlaces::Printed,
        },
        trial_rules: rules(trial_rules),
        trial_counts: match trial_counts {
            TrialCounts::Cells => Counted::Cells,
            TrialCounts::Steps => Counted::Steps,
            TrialCounts::Nothing => Counted::Nothing,
        },
        limits: scheme.limits.clone(),
    }
}

/// Returns the first difference between a record and the second opinion on its puzzle, which is the rating by the crate
/// `oracle`.
fn difference(
    record: &Record,
    scheme: &Scheme,
    interpretation: &Interpretation,
) -> Option<PackProblem> {
    let (puzzle, solution) = (record.puzzle.values(), record.solution.values());
    let problem = |(field, packed, found)| PackProblem::SecondOpinion {
        field,
        packed,
        found,
    };
    let of = |field: &str, packed: &str, found: &str| {
        problem((field.to_owned(), packed.to_owned(), found.to_owned()))
    };
    // With a solution at hand, the search for another ends soon.
    if !oracle::solves(solution, puzzle) {
        return Some(of("the solution", &oracle::write(solution), "another"));
    }
    if oracle::solutions(puzzle, 2).len() > 1 {
        return Some(of("the number of solutions", "1", "2 or more"));
    }
    let form = oracle::canonical(puzzle, solution).puzzle;
    let opinion = oracle::rate_as_given(&form, interpretation);
    let mut fields = fields(record, puzzle, &form, &opinion);
    // Other schemes don't divide D into levels.
    if scheme.by == Measure::D {
        let packed = (record.level.index() + 1).to_string();
        fields.push(("the level".to_owned(), packed, opinion.level.to_string()));
    }
    let first = fields
        .into_iter()
        .find(|(_, packed, found)| packed != found);
    first.map(problem)
}

/// Returns the fields that are compared. Each consists of its name, the record's value and the second opinion's value,
/// all as text.
fn fields(
    record: &Record,
    puzzle: &Grid,
    form: &Grid,
    opinion: &SecondOpinion,
) -> Vec<(String, String, String)> {
    let (ladder, looks) = (&record.ratings.ladder, &record.ratings.looks);
    let id = oracle::id(form)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut fields = vec![("the id".to_owned(), record.id.to_string(), id)];
    let counts = [
        ("rules", &ladder.rules, &opinion.rules),
        ("used", &ladder.used, &opinion.used),
    ];
    for (list, packed, found) in counts {
        for rule in Rule::ALL {
            let at = rule.index();
            let field = format!("{rule} in {list}");
            fields.push((field, packed[at].to_string(), found[at].to_string()));
        }
    }
    let numbers = [
        (
            "D",
            ladder.difficulty.to_string(),
            opinion.difficulty.to_string(),
        ),
        (
            "whether the rules reach the solution",
            ladder.solved.to_string(),
            opinion.is_solved.to_string(),
        ),
        (
            "blanks",
            looks.blanks.to_string(),
            oracle::blanks(puzzle).to_string(),
        ),
        (
            "freedom",
            looks.freedom.to_string(),
            oracle::freedom(puzzle).to_string(),
        ),
        (
            "the grade",
            (looks.grade.index() + 1).to_string(),
            oracle::grade(puzzle).to_string(),
        ),
    ];
    fields.extend(numbers.map(|(field, packed, found)| (field.to_owned(), packed, found)));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_evenly() {
        let drawn = |seed| sample(1000, 10, seed).collect::<Vec<_>>();
        for (stretch, number) in (0..).zip(drawn(1)) {
            assert_eq!(number / 100, stretch);
        }
        assert_ne!(drawn(1), drawn(2));
        assert_eq!(drawn(1), drawn(1));
        assert_eq!(sample(3, 16, 1).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(sample(0, 16, 1).count(), 0);
        assert!(sample(u64::MAX, 3, 1).is_sorted());
    }
}
