//! English texts for forcing chains and nets.

use super::chains::walk;
use super::net::BranchSummary;
use super::said::{StepTexts, effect, title};
use crate::grid::CellSet;
use crate::rate::Mark;
use crate::rate::hints::link::{ExplainedLink, LinkReason};
use crate::rate::hints::premises::choice;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{ChainNode, Technique};

const NUDGE: &str = "No simpler pattern is left: follow what a choice leads to.";

/// Returns the links of a step, grouped by chain. Chains without links are left out.
pub(super) fn by_chain(scene: &Scene<'_>, links: &[ExplainedLink]) -> Vec<Vec<ExplainedLink>> {
    let count = scene.it.pattern.chains.len();
    let of_chain = |n: usize| links.iter().filter(|it| it.chain == n).copied().collect();
    let chains = (0..count).map(of_chain);
    chains.filter(|chain: &Vec<_>| !chain.is_empty()).collect()
}

/// Returns whether a step is a forcing net.
pub(super) fn is_net(scene: &Scene<'_>) -> bool {
    use Technique::{ForcingNetContradiction, ForcingNetVerity};
    [ForcingNetContradiction, ForcingNetVerity].contains(&scene.it.technique)
}

/// Describes a chain link by link. For a forcing net, describes the placements of a branch: only the first and last
/// placements if the branch is long.
fn summary(scene: &Scene<'_>, links: &[ExplainedLink]) -> String {
    match BranchSummary::of(links) {
        Some(branch) if is_net(scene) => {
            let end = match ending(scene, links) {
                NetEnd::Said => String::new(),
                NetEnd::Removed(node) => format!(" So {}.", words::is_not(node)),
                NetEnd::Contradiction => " That leads to a contradiction.".to_owned(),
            };
            net(&branch) + &end
        }
        _ => walk(links),
    }
}

/// Describes a branch of a forcing net: `If r1c2 is 4, then r3c5 is 7 (its only candidate) and r8c2 is 3 (the only
/// place in row 8).`
fn net(branch: &BranchSummary<'_>) -> String {
    let supposed = if branch.holds {
        words::is(branch.start)
    } else {
        words::is_not(branch.start)
    };
    let said = |it: &&ExplainedLink| {
        let node = words::is(it.link.to);
        match it.why {
            Some(LinkReason::Cell(_)) => format!("{node} (its only candidate)"),
            Some(LinkReason::House(house)) if it.link.to.cells.single().is_some() => {
                format!("{node} (the only place in {house})")
            }
            Some(LinkReason::House(house)) => format!("{node} (the only places in {house})"),
            _ => node,
        }
    };
    let list =
        |links: &[&ExplainedLink]| words::join(&links.iter().map(said).collect::<Vec<_>>(), "and");
    match (branch.first.is_empty(), branch.between) {
        (true, _) => format!("Suppose that {supposed}."),
        (_, 0) => {
            let all = [&branch.first[..], &branch.last[..]].concat();
            format!("If {supposed}, then {}.", list(&all))
        }
        (_, between) => {
            let steps = if between == 1 {
                "1 more placement".to_owned()
            } else {
                format!("{between} more placements")
            };
            format!(
                "If {supposed}, then {}; after {steps}, {}.",
                list(&branch.first),
                list(&branch.last)
            )
        }
    }
}

/// The result of a branch of a forcing net. It determines the sentence that ends the branch's description.
pub(super) enum NetEnd {
    /// No sentence is added, because the last placement or the text about the contradiction already states the result.
    Said,
    /// This candidate is removed.
    Removed(ChainNode),
    /// The branch leads to a contradiction.
    Contradiction,
}

/// Returns the result of a branch of a forcing net.
pub(super) fn ending(scene: &Scene<'_>, links: &[ExplainedLink]) -> NetEnd {
    let Some(end) = links.last().map(|it| it.link) else {
        return NetEnd::Said;
    };
    let is_effect =
        |mark: &Mark| end.to.digit == mark.digit && end.to.cells.single() == Some(mark.cell);
    let (removes, sets) = (&scene.it.removes, &scene.it.sets);
    let is_contradiction = scene.it.technique == Technique::ForcingNetContradiction;
    if is_contradiction || end.strong && sets.iter().any(is_effect) {
        NetEnd::Said
    } else if !end.strong && removes.iter().any(is_effect) {
        NetEnd::Removed(end.to)
    } else {
        NetEnd::Contradiction
    }
}

/// Writes the texts for a forcing chain or net in which a candidate leads to a contradiction.
pub(super) fn contradiction(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let supposed = match (scene.it.removes.first(), scene.it.sets.first()) {
        (Some(mark), _) => format!("{} is {}", mark.cell, mark.digit),
        (None, Some(mark)) => format!("{} is not {}", mark.cell, mark.digit),
        (None, None) => String::new(),
    };
    let walks: Vec<String> = by_chain(scene, links)
        .iter()
        .map(|it| summary(scene, it))
        .collect();
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
            _ => "these can't all be true".to_owned(),
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

/// Writes the texts for a forcing chain or net in which several candidates all lead to the same result, and one of them
/// must be true.
pub(super) fn verity(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let chains = by_chain(scene, links);
    let firsts = chains.iter().filter_map(|chain| chain.first());
    let starts: CellSet = firsts.flat_map(|it| it.link.from.cells).collect();
    let walks: Vec<String> = chains.iter().map(|it| summary(scene, it)).collect();
    let (starts, why) = if walks.is_empty() {
        let why = "Follow each of the choices: they all lead to the same result.";
        (scene.targets(), why.to_owned())
    } else {
        let one = if walks.len() > 1 {
            " One of these choices must be true."
        } else {
            " The other choices lead to the same result."
        };
        (starts, format!("{}{one}", walks.join(" ")))
    };
    StepTexts::new(
        NUDGE,
        format!("Look at {}.", words::cells(starts)),
        format!(
            "{}: whichever candidate is true there, {}.",
            title(scene.it.technique),
            effect(scene)
        ),
        format!("{why} So {}.", effect(scene)),
    )
}
