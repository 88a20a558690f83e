//! The representation of a step of the ladder, shared by text, pictures, files and HTTP. docs/steps.md describes it.

use super::facts::{Family, HodokuFacts, size};
use super::language::Language;
use super::link::ExplainedLink;
use super::links::links;
use super::parts::{StepCandidate, StepCell, StepHouse, StepRole};
use super::position::Position;
use super::premises::premises;
use super::texts::{StepTexts, chinese, chinese_name, texts};
use crate::grid::{Cell, CellSet, Digit};
use crate::rate::Mark;
use crate::rate::techniques::{Move, Role, Technique};
#[cfg(feature = "serde")]
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One step of a solution, with everything that a reader needs to follow it.
///
/// A step is displayed in one line: `W-wing: r5c7 loses 4`.
///
/// ```
/// use sudoku_engine::{Board, TechniqueLadder, technique_steps};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let (path, steps) = technique_steps(&puzzle, &TechniqueLadder::people());
/// assert!(path.rating.is_some());
/// assert_eq!(steps[0].sets.len(), 1);
/// assert!(!steps[0].text.why.is_empty());
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct TechniqueStep {
    /// The technique, which JSON names by its key, such as `xy-wing`.
    pub technique: Technique,
    /// The technique's name, as it is written in the middle of a sentence.
    pub name: &'static str,
    /// Other names for the technique.
    pub aka: &'static [&'static str],
    /// The family of the technique.
    pub family: Family,
    /// The size of the subset or fish: 2 to 4. `None` for all other techniques.
    pub size: Option<u8>,
    /// The lowest rating that Sudoku Explainer gives to a step of this technique; `None` if Sudoku Explainer has no
    /// such technique.
    pub se: Option<f64>,
    /// The technique's place in HoDoKu's table, with the points and the level that HoDoKu gives to the technique.
    pub hodoku: HodokuFacts,
    /// The digits of the pattern, ascending.
    pub digits: Vec<Digit>,
    /// The houses, each with its role.
    pub houses: Vec<StepHouse>,
    /// The cells, each with its role. Cells outside the pattern, which only get a digit or lose a candidate, come last.
    pub cells: Vec<StepCell>,
    /// The candidates, each with its role, in reading order.
    pub candidates: Vec<StepCandidate>,
    /// The links between candidates, in the order of the chains.
    pub links: Vec<ExplainedLink>,
    /// `true` if the chain returns to its start and holds in both directions.
    pub closed: bool,
    /// The candidates that are removed, in reading order.
    pub removes: Vec<Mark>,
    /// The digits that are placed, each with its cell, in reading order.
    pub sets: Vec<Mark>,
    /// The numbers of the earlier steps on which this step depends: each of them removed a candidate that must be gone
    /// for this step to be valid. The first step of the solution has number 1.
    pub depends: Vec<usize>,
    /// The four texts that explain the step.
    pub text: StepTexts,
    /// `true` if the step relies on the puzzle having only one solution.
    pub uniqueness: bool,
    /// `true` if the step is valid only when it is known which digits are givens; `false` for all present
    /// techniques.
    pub needs_givens: bool,
    #[cfg_attr(feature = "serde", serde(skip))]
    chinese: StepTexts,
}

impl TechniqueStep {
    /// Makes the step that describes a move in a position.
    pub fn new(position: &Position, it: &Move) -> Self {
        let scene = position.scene(it);
        let links = links(&scene);
        let premises = premises(&scene, &links);
        let gone = premises.gone(&scene);
        let needed: BTreeSet<usize> = gone.filter_map(|mark| position.step_of(mark)).collect();
        let house = |&(house, role): &_| StepHouse { house, role };
        let technique = it.technique;
        Self {
            technique,
            name: technique.name(),
            aka: technique.aliases(),
            family: Family::of(technique),
            size: size(technique),
            se: technique.explainer().map(|tenths| f64::from(tenths) / 10.0),
            hodoku: HodokuFacts::of(technique),
            digits: it.pattern.digits.collect(),
            houses: it.pattern.houses.iter().map(house).collect(),
            cells: cells(position, it),
            candidates: candidates(position, it, &links),
            closed: is_closed(it),
            removes: it.removes.clone(),
            sets: it.sets.clone(),
            depends: needed.into_iter().filter(|&step| step > 0).collect(),
            text: texts(&scene, &links),
            uniqueness: technique.rests_on_uniqueness(),
            needs_givens: false,
            chinese: chinese(&scene, &links),
            links,
        }
    }
}

impl TechniqueStep {
    /// Returns the step with its name and texts in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        match language {
            Language::English => self,
            Language::Chinese => Self {
                name: chinese_name(self.technique),
                text: self.chinese.clone(),
                ..self
            },
        }
    }
}

/// Returns whether the links of a move form a ring.
fn is_closed(it: &Move) -> bool {
    use Technique::*;
    match it.technique {
        ContinuousLoop | GroupedContinuousLoop => true,
        WxyzWing | AlsXz => it.pattern.digits.single().is_none(),
        _ => false,
    }
}

fn cells(position: &Position, it: &Move) -> Vec<StepCell> {
    let of_cell = |cell| position.candidates().of_cell(cell).collect();
    let mut cells: Vec<StepCell> = it
        .pattern
        .cells
        .iter()
        .map(|&(cell, role)| StepCell {
            cell,
            role: StepRole::Part(role),
            candidates: of_cell(cell),
        })
        .collect();
    let targets: CellSet = it
        .removes
        .iter()
        .chain(&it.sets)
        .map(|mark| mark.cell)
        .collect();
    for cell in targets {
        if cells.iter().all(|known| known.cell != cell) {
            cells.push(StepCell {
                cell,
                role: StepRole::Target,
                candidates: of_cell(cell),
            });
        }
    }
    cells
}

/// Lists the candidates that take part in a move, each with the first role that applies: removed or placed,
/// coloured or fin, node of a chain, other part of the pattern, or other candidate of a pattern cell.
fn candidates(position: &Position, it: &Move, links: &[ExplainedLink]) -> Vec<StepCandidate> {
    type Part = (StepRole, Option<char>);
    let mut parts: BTreeMap<Mark, Part> = BTreeMap::new();
    let mut add = |mark: Mark, role: StepRole, colour: Option<char>| {
        let part = parts.entry(mark).or_insert((role, None));
        part.1 = part.1.or(colour);
    };
    for mark in &it.removes {
        add(*mark, StepRole::Removed, None);
    }
    for mark in &it.sets {
        add(*mark, StepRole::Set, None);
    }
    let is_locked_set = Family::of(it.technique) == Family::AlmostLockedSet;
    let is_coloured = |role: Role| matches!(role, Role::Colour(_) | Role::Fin);
    for &(mark, role) in it.pattern.candidates.iter().filter(|it| is_coloured(it.1)) {
        let role = StepRole::Part(role);
        add(mark, role, role.colour());
    }
    // When a chain is followed from its start, a strong link makes its end true and a weak link makes it false.
    for it in links.iter().filter(|_| !is_locked_set) {
        let [from, to] = if it.link.strong {
            ['a', 'A']
        } else {
            ['A', 'a']
        };
        for (node, colour) in [(it.link.from, from), (it.link.to, to)] {
            for cell in node.cells {
                let digit = node.digit;
                add(
                    Mark { cell, digit },
                    StepRole::Part(Role::Pattern),
                    Some(colour),
                );
            }
        }
    }
    for &(mark, role) in it.pattern.candidates.iter().filter(|_| !is_locked_set) {
        add(mark, StepRole::Part(role), None);
    }
    let is_set = |cell: Cell| it.sets.iter().any(|mark| mark.cell == cell);
    for &(cell, role) in it.pattern.cells.iter().filter(|it| !is_set(it.0)) {
        for digit in position.candidates().of_cell(cell) {
            if role != Role::Roof || it.pattern.digits.contains(digit) {
                add(Mark { cell, digit }, StepRole::Part(role), None);
            }
        }
    }
    let parts = parts.into_iter();
    parts
        .map(|(Mark { cell, digit }, (role, colour))| StepCandidate {
            cell,
            digit,
            role,
            colour,
        })
        .collect()
}

impl fmt::Display for TechniqueStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effect = super::words::effect(&self.sets, &self.removes);
        write!(f, "{}: {effect}", self.name)
    }
}
