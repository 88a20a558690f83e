//! Warns before a run if a job wants levels or techniques that hardly any puzzle had in measurements, although they
//! are possible.

use super::Job;
use crate::bucket::{Level, Scheme};
use crate::dig::{Plan, Symmetry};
use crate::rate::techniques::Technique;

/// The maximum number of clues among 150,000 random minimal puzzles (`factory --count 150000 --seed 1`).
const MOST_MINIMAL_CLUES: u8 = 30;

/// Levels of built-in schemes that almost no puzzle has, whatever the dig plan: the scheme, the level, and the number
/// of minimal puzzles that had the level. The numbers for `hodoku-like` come from puzzles of seed 1; the other numbers
/// are in docs/schemes.md.
const RARE: [(&str, &str, &str); 6] = [
    ("clues", "very-hard", "1 of 20,000"),
    ("blanks", "very-hard", "1 of 20,000"),
    ("stuart", "two-guesses", "4 of 20,000"),
    ("stuart", "three-guesses", "none of 20,000"),
    ("hodoku-like", "unfair", "5 of 40,000"),
    ("hodoku-like", "extreme", "1 of 40,000"),
];

/// A level that almost no puzzle has if no dig plan sets clues, a pattern or a symmetry: the scheme, the level, and
/// the number of minimal puzzles that had the level.
const RARE_WITHOUT_CLUES: (&str, &str, &str) = ("time", "easy", "none of 20,000");

/// The techniques of the ladder `people` that some puzzle needed, each with the number of puzzles that needed it.
/// 40,000 candidates of the profile `book` were made (`--count 40000 --exhaust --seed 77 --need NAME`), and all
/// candidates that got a level were tested. No puzzle needed a technique that is missing from this list.
const NEEDED: [(Technique, u32); 18] = [
    (Technique::Pointing, 48),
    (Technique::Claiming, 113),
    (Technique::NakedPair, 7),
    (Technique::NakedTriple, 3),
    (Technique::HiddenPair, 20),
    (Technique::HiddenTriple, 1),
    (Technique::Swordfish, 1),
    (Technique::BugPlusOne, 24),
    (Technique::WWing, 15),
    (Technique::XyWing, 241),
    (Technique::XyzWing, 46),
    (Technique::UniqueRectangle1, 81),
    (Technique::UniqueRectangle2, 3),
    (Technique::UniqueRectangle3, 1),
    (Technique::UniqueRectangle4, 7),
    (Technique::ColourTrap, 1),
    (Technique::NakedSingle, 5214),
    (Technique::HiddenSingleLine, 8625),
];

/// The limit for warnings about a needed technique: a warning is given if fewer than this many of 40,000 candidates
/// needed the technique.
const FEW: u32 = 5;

impl Job {
    /// Returns one-line warnings about requirements that few puzzles meet: levels with a quota, and techniques that the
    /// puzzles must need. The list is empty for a job that doesn't make its puzzles.
    pub fn forecast(&self) -> Vec<String> {
        if self.source.is_some() {
            return Vec::new();
        }
        let is_wanted = |level: &Level| {
            let quotas = self.quotas.as_ref();
            quotas.is_some_and(|quotas| quotas.of(*level) > 0)
        };
        let wanted = self.scheme.levels().filter(is_wanted);
        let by_level = wanted.filter_map(|level| self.doubt(level));
        by_level.chain(self.seldom_needed()).collect()
    }

    /// Returns warnings for the techniques that the job's puzzles must need but that almost no puzzle needs.
    fn seldom_needed(&self) -> impl Iterator<Item = String> {
        let is_measured = Scheme::named("people").is_ok_and(|people| people == self.scheme);
        let needed = self.filters.techniques.need.iter();
        needed.filter(move |_| is_measured).filter_map(|&technique| {
            let mut known = NEEDED.into_iter();
            let met = known.find(|(it, _)| *it == technique);
            let (name, met) = (technique.key(), met.map_or(0, |(_, met)| met));
            let count = match met {
                0 => "none".to_owned(),
                met => met.to_string(),
            };
            (met < FEW).then(|| {
                format!(
                    "almost no puzzle needs {name}: {count} of 40,000 candidates of profile book did, as other techniques do the same work; --require {name} asks for puzzles whose path uses it"
                )
            })
        })
    }

    fn doubt(&self, level: Level) -> Option<String> {
        let name = self.scheme.level_name(level);
        let plans: Vec<Plan> = self.plans().collect();
        let fewest = self.requirements(Some(level), &plans).fewest_clues();
        let fewest = fewest.filter(|&it| self.dig.minimal && it > MOST_MINIMAL_CLUES);
        if let Some(fewest) = fewest {
            return Some(format!(
                "level {name} may stay empty: its puzzles have at least {fewest} clues; of 150,000 minimal digs none has more than {MOST_MINIMAL_CLUES}"
            ));
        }
        // A user's own scheme may have the name of a built-in scheme.
        if Scheme::named(&self.scheme.name).ok()? != self.scheme {
            return None;
        }
        let is_plain =
            |it: &Plan| it.clues.is_none() && it.pattern.is_none() && it.symmetry == Symmetry::None;
        let mut rare: Vec<_> = RARE.into();
        if plans.iter().all(is_plain) {
            rare.push(RARE_WITHOUT_CLUES);
        }
        let mut rare = rare.into_iter();
        let (.., met) = rare.find(|row| (row.0, row.1) == (&self.scheme.name, name))?;
        Some(format!(
            "level {name} may stay short: measured: {met} minimal digs had this level"
        ))
    }
}
