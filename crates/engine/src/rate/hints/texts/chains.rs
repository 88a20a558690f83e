//! English texts for chains and loops, and the link-by-link description of a chain, which texts for other
//! techniques use, too.

use super::said::{StepTexts, effect, seen, title};
use crate::rate::hints::link::ExplainedLink;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{ChainNode, Technique};

/// Describes the links of a chain one by one: `If r1c1 is not 4, then r1c5 is 4. So r3c5 is not 4, and r3c9 is 4.` If a
/// chain begins with a strong link, its first node is assumed to be false.
pub(super) fn walk(links: &[ExplainedLink]) -> String {
    let Some(first) = links.first() else {
        return String::new();
    };
    let said = |it: &ExplainedLink| {
        if it.link.strong {
            words::is(it.link.to)
        } else {
            words::is_not(it.link.to)
        }
    };
    let (supposed, at_once) = if first.link.strong {
        (words::is_not(first.link.from), 1)
    } else {
        (words::is(first.link.from), 2)
    };
    let (opening, rest) = links.split_at(at_once.min(links.len()));
    let both = |pair: &[ExplainedLink]| pair.iter().map(said).collect::<Vec<_>>().join(", and ");
    let mut text = format!("If {supposed}, then {}.", both(opening));
    for pair in rest.chunks(2) {
        text += &format!(" So {}.", both(pair));
    }
    text
}

/// Lists the cells of a chain without the cells at its two ends.
fn path(nodes: &[ChainNode]) -> String {
    let mut cells: Vec<String> = nodes.iter().map(|it| words::one_of(it.cells)).collect();
    cells.dedup();
    let between = cells.get(1..cells.len().saturating_sub(1));
    between.unwrap_or_default().join(", ")
}

/// Writes the texts for chains and loops.
pub(super) fn texts(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    use Technique::*;
    let name = title(scene.it.technique);
    let (Some(first), Some(last)) = (links.first(), links.last()) else {
        return StepTexts::new("There is a chain.", name.clone(), name, effect(scene));
    };
    let (start, end) = (first.link.from, last.link.to);
    let is_loop = matches!(scene.it.technique, ContinuousLoop | GroupedContinuousLoop);
    let nodes: Vec<ChainNode> = links.iter().map(|it| it.link.from).chain([end]).collect();
    let from = format!(
        "{name}: from {} through {}",
        words::the(start),
        path(&nodes)
    );
    let what = if is_loop || start == end {
        format!("{from} and back.")
    } else {
        format!("{from} to {}.", words::the(end))
    };
    let place = match scene.it.pattern.digits.single() {
        Some(digit) => format!("Follow the {digit}'s from {}.", words::one_of(start.cells)),
        None => format!("Begin with {}.", words::the(start)),
    };
    let nudge = if is_loop {
        "There is a chain that closes."
    } else {
        "There is a chain."
    };
    let conclusion = conclusion(scene, start, end, is_loop);
    StepTexts::new(nudge, place, what, format!("{} {conclusion}", walk(links)))
}

/// Writes the conclusion that follows from a chain that begins and ends with a strong link.
fn conclusion(scene: &Scene<'_>, start: ChainNode, end: ChainNode, is_loop: bool) -> String {
    let effect = effect(scene);
    if is_loop {
        return format!(
            "So the chain closes, and it can be read in both directions: of any two neighbours in it, \
             exactly one is true. A candidate that conflicts with two such neighbours is false: {effect}."
        );
    }
    if start == end {
        return format!("That can't be. So {}, and {effect}.", words::is(start));
    }
    let either = format!("So {} or {}.", words::is(start), words::is(end));
    if start.digit == end.digit {
        format!("{either} {}", seen(scene, "both"))
    } else {
        format!("{either} In both cases {effect}.")
    }
}
