//! Texts of forcing chains and nets.

use super::chains::walk;
use super::said::{StepTexts, effect, title};
use crate::grid::CellSet;
use crate::rate::hints::links::{LinkReason, ProvedLink};
use crate::rate::hints::premises::choice;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;

const NUDGE: &str = "No pattern is left. Follow where a choice leads.";

/// Returns the links of each chain.
fn by_chain(scene: &Scene<'_>, links: &[ProvedLink]) -> Vec<Vec<ProvedLink>> {
    let count = scene.it.pattern.chains.len();
    let of_chain = |n: usize| links.iter().filter(|it| it.chain == n).copied().collect();
    let chains = (0..count).map(of_chain);
    chains.filter(|chain: &Vec<_>| !chain.is_empty()).collect()
}

/// Writes the texts of a candidate that leads to a contradiction.
pub(super) fn contradiction(scene: &Scene<'_>, links: &[ProvedLink]) -> StepTexts {
    let supposed = match (scene.it.removes.first(), scene.it.sets.first()) {
        (Some(mark), _) => format!("{} is {}", mark.cell, mark.digit),
        (None, Some(mark)) => format!("{} is not {}", mark.cell, mark.digit),
        (None, None) => String::new(),
    };
    let walks: Vec<String> = by_chain(scene, links).iter().map(|it| walk(it)).collect();
    let why = if walks.is_empty() {
        format!(
            "Suppose that {supposed}, and work out everything that follows: you reach a contradiction."
        )
    } else {
        let clash = match choice(scene) {
            Some((LinkReason::Cell(cell), _)) => format!("{cell} would have no candidate left"),
            Some((LinkReason::House(house), digit)) => {
                format!("{house} would have no place left for {digit}")
            }
            None => "both can't be".to_owned(),
        };
        format!("{} But {clash}.", walks.join(" "))
    };
    StepTexts::new(
        NUDGE,
        format!("Look at {}.", words::cells(scene.targets())),
        format!(
            "{}: if {supposed}, there is a contradiction.",
            title(scene.it.technique)
        ),
        format!("{why} So {}.", effect(scene)),
    )
}

/// Writes the texts of choices that all lead to the same result.
pub(super) fn verity(scene: &Scene<'_>, links: &[ProvedLink]) -> StepTexts {
    let chains = by_chain(scene, links);
    let firsts = chains.iter().filter_map(|chain| chain.first());
    let starts: CellSet = firsts.flat_map(|it| it.link.from.cells).collect();
    let walks: Vec<String> = chains.iter().map(|it| walk(it)).collect();
    let (starts, why) = if walks.is_empty() {
        let why = "Follow each of the choices: they all lead to the same result.";
        (scene.targets(), why.to_owned())
    } else {
        (starts, format!("{} One of these holds.", walks.join(" ")))
    };
    StepTexts::new(
        NUDGE,
        format!("Look at {}.", words::cells(starts)),
        format!(
            "{}: whichever is true there, {}.",
            title(scene.it.technique),
            effect(scene)
        ),
        format!("{why} So {}.", effect(scene)),
    )
}
