//! English texts for techniques that colour candidates.

use super::said::{StepTexts, effect, seen, title};
use crate::grid::{CellSet, House};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::Technique;

/// The letters that name the four colours in the texts.
const NAMES: [&str; 4] = ["A", "a", "B", "b"];

fn told(scene: &Scene<'_>, why: String) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let colours = scene.colours();
    let named = NAMES.iter().zip(&colours);
    let parts: Vec<String> = named
        .map(|(name, &cells)| format!("{name} is {}", words::cells(cells)))
        .collect();
    StepTexts::new(
        "One digit can be coloured.",
        format!(
            "Colour the {digit}'s: where a house has only two of them, colour the two differently."
        ),
        format!("{}: {}.", title(scene.it.technique), parts.join("; ")),
        why,
    )
}

/// Returns the number of the colour that is proved false, so that its candidates are removed: 0 for `A`, 1 for
/// `a`, 2 for `B`, 3 for `b`.
pub(super) fn wrong(scene: &Scene<'_>) -> usize {
    let colours = scene.colours();
    let wrong = colours.iter().position(|&cells| cells == scene.targets());
    wrong.unwrap_or(0)
}

/// Writes the texts for a colour trap or a colour wrap, in which one set of linked cells is coloured.
pub(super) fn simple(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let both = format!("Either every cell of A is {digit}, or every cell of a is {digit}.");
    if scene.it.technique == Technique::ColourTrap {
        let seen = seen(scene, "both colours");
        return told(scene, format!("{both} {seen}"));
    }
    let wrong = wrong(scene);
    let cells = scene.targets();
    let house = House::all().find(|house| (house.cells() & cells).len() > 1);
    let why = format!(
        "{both} Colour {} is in {} twice, which can't be. So {}.",
        NAMES[wrong % 4],
        words::houses(house),
        effect(scene)
    );
    told(scene, why)
}

/// Writes the texts for multi-colours, in which two sets of linked cells are coloured.
pub(super) fn multi(scene: &Scene<'_>) -> StepTexts {
    let both = "One of the colours A and a is true, and so is one of the colours B and b.";
    let why = if scene.it.technique == Technique::MultiColours2 {
        let wrong = wrong(scene);
        let others = if wrong > 1 { "A and a" } else { "B and b" };
        format!(
            "{both} Colour {} sees cells of {others}, so it can't be true: {}.",
            NAMES[wrong % 4],
            effect(scene)
        )
    } else {
        let (one, two) = joined(scene);
        let [a, b, not_a, not_b] = [one, two, one ^ 1, two ^ 1].map(|n| NAMES[n % 4]);
        format!(
            "{both} Cells of {a} and {b} see each other, so {a} and {b} can't both be true: {not_a} or {not_b} is. {}",
            seen(scene, &format!("both {not_a} and {not_b}"))
        )
    };
    told(scene, why)
}

/// Returns the numbers of two colours that can't both be true, because a cell of one sees a cell of the other. Each
/// of them has an opposite: `A` and `a` are opposites, and so are `B` and `b`. Every cell that loses the digit sees
/// cells of both opposites.
pub(super) fn joined(scene: &Scene<'_>) -> (usize, usize) {
    let colours = scene.colours();
    let of = |n: usize| colours.get(n).copied().unwrap_or(CellSet::EMPTY);
    let meet = |one: CellSet, two: CellSet| {
        let mut one = one;
        one.any(|cell| !(cell.peers() & two).is_empty())
    };
    let is_seen = |n: usize| {
        scene
            .targets()
            .all(|cell| !(cell.peers() & of(n)).is_empty())
    };
    let explains = |&(one, two): &(usize, usize)| {
        meet(of(one), of(two)) && is_seen(one ^ 1) && is_seen(two ^ 1)
    };
    let pairs = [(0, 2), (0, 3), (1, 2), (1, 3)];
    pairs.into_iter().find(explains).unwrap_or((0, 2))
}
