//! English texts for Sue de Coq and for almost locked sets, which are cells of a house with one more candidate digit
//! than cells.

use super::said::{StepTexts, effect, title};
use crate::grid::CellSet;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::set_links::restricted_digits;
use crate::rate::hints::words;
use crate::rate::techniques::Role;

const NUDGE: &str = "Some cells together have one more candidate digit than there are cells.";
const LACKS: &str =
    "Each set has one digit more than it has cells, so it lacks at most one of its digits.";

/// Returns the letter for the almost locked set with this number: A for 0, B for 1, C for 2.
fn letter(n: usize) -> char {
    char::from(b'A' + (n % 26) as u8)
}

/// Returns the cells with their digits: `r1c1 and r1c2 with 1, 2 and 3`.
fn with_digits(scene: &Scene<'_>, cells: CellSet) -> String {
    let digits = words::digits(scene.union(cells));
    format!("{} with {digits}", words::cells(cells))
}

/// Lists the almost locked sets after the technique's name: `ALS-XZ: A is r1c1 and r1c2 with 1, 2 and 3; B …`.
fn named(scene: &Scene<'_>, sets: &[CellSet]) -> String {
    let one =
        |(n, &cells): (usize, &CellSet)| format!("{} is {}", letter(n), with_digits(scene, cells));
    let parts: Vec<String> = sets.iter().enumerate().map(one).collect();
    format!("{}: {}.", title(scene.it.technique), parts.join("; "))
}

fn place(sets: &[CellSet]) -> String {
    let cells: Vec<String> = sets.iter().map(|&cells| words::cells(cells)).collect();
    format!(
        "Look at {}; then at {}.",
        cells[..1].concat(),
        cells[1..].join("; and at ")
    )
}

/// Writes the texts for two almost locked sets that share one or two restricted digits.
pub(super) fn pair(scene: &Scene<'_>) -> StepTexts {
    let sets = scene.locked_sets();
    let joining = scene.it.pattern.digits;
    let x = words::digits(joining);
    let why = if joining.len() > 1 {
        format!(
            "{LACKS} Neither {} can be in both sets, so each set lacks one of these digits and holds all its other digits. So {}.",
            words::any(joining).replace(" or ", " nor "),
            effect(scene)
        )
    } else {
        let z = words::digits(scene.removed_digits());
        format!(
            "{LACKS} {x} can't be in both, and the set that lacks {x} holds {z}. So one of the sets holds {z}, and a cell that sees every {z} \
             of both sets can't be {z}: {}.",
            effect(scene)
        )
    };
    let joined = joining.map(|digit| format!("every {digit} of A sees every {digit} of B"));
    let joined: Vec<String> = joined.collect();
    let what = format!("{} Here {}.", named(scene, &sets), joined.join(", and "));
    StepTexts::new(NUDGE, place(&sets), what, why)
}

/// Writes the texts for three or more almost locked sets.
pub(super) fn chain(scene: &Scene<'_>) -> StepTexts {
    let sets = scene.locked_sets();
    let z = words::digits(scene.removed_digits());
    let last = letter(sets.len().saturating_sub(1));
    let joints = restricted_digits(scene, &sets);
    let steps = joints.iter().enumerate();
    let steps: Vec<String> = steps
        .map(|(n, digit)| {
            format!(
                "{} holds {digit}, and {} lacks it",
                letter(n),
                letter(n + 1)
            )
        })
        .collect();
    let why = format!(
        "{LACKS} If A lacks {z}, then {}, so {last} holds {z}. So A or {last} holds {z}, and a cell that sees every \
         {z} of both can't be {z}: {}.",
        steps.join("; "),
        effect(scene)
    );
    StepTexts::new(NUDGE, place(&sets), named(scene, &sets), why)
}

/// Writes the texts for a Sue de Coq.
pub(super) fn sue_de_coq(scene: &Scene<'_>) -> StepTexts {
    let line = words::houses(scene.houses(Role::Line));
    let of_box = words::houses(scene.houses(Role::Box));
    let parts = [Role::Pattern, Role::Line, Role::Box].map(|role| scene.cells(role));
    let all = parts[0] | parts[1] | parts[2];
    let [core, in_line, in_box] = parts.map(|cells| with_digits(scene, cells));
    StepTexts::new(
        "The cells where a box and a line cross have many candidates.",
        format!("Look where {line} and {of_box} cross."),
        format!(
            "{}: the crossing has {core}; {line} also has {in_line}; {of_box} also has {in_box}.",
            title(scene.it.technique)
        ),
        format!(
            "The {} cells hold {} digits, and no digit can occur in them twice, so each occurs once. A digit that only the \
             crossing and the line have is removed from the rest of {line}; a digit that only the crossing and the box have, \
             from the rest of {of_box}. So {}.",
            all.len(),
            scene.union(all).len(),
            effect(scene)
        ),
    )
}
