//! Chinese texts for forcing chains and nets.

use super::chains::walk;
use super::names::name;
use super::words::{self, effect, join};
use crate::grid::CellSet;
use crate::rate::hints::link::{ExplainedLink, LinkReason};
use crate::rate::hints::premises::choice;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::texts::forcing::{NetEnd, by_chain, ending, is_net};
use crate::rate::hints::texts::net::BranchSummary;
use crate::rate::hints::texts::said::StepTexts;

const NUDGE: &str = "已没有现成的结构，请看一种选择会引出什么结果。";

/// Describes a chain link by link. For a forcing net, describes the placements of a branch: only the first and last
/// placements if the branch is long.
fn summary(scene: &Scene<'_>, links: &[ExplainedLink]) -> String {
    match BranchSummary::of(links) {
        Some(branch) if is_net(scene) => {
            let end = match ending(scene, links) {
                NetEnd::Said => String::new(),
                NetEnd::Removed(node) => format!("所以 {}。", words::is(node, false)),
                NetEnd::Contradiction => "这会出现矛盾。".to_owned(),
            };
            net(&branch) + &end
        }
        _ => walk(links),
    }
}

fn net(branch: &BranchSummary<'_>) -> String {
    let supposed = words::is(branch.start, branch.holds);
    let said = |it: &&ExplainedLink| {
        let node = words::is(it.link.to, true);
        match it.why {
            Some(LinkReason::Cell(_)) => format!("{node}（唯一的候选数）"),
            Some(LinkReason::House(house)) => {
                format!("{node}（{}内唯一的位置）", words::houses([house]))
            }
            _ => node,
        }
    };
    let list = |links: &[&ExplainedLink]| links.iter().map(said).collect::<Vec<_>>().join("，");
    match (branch.first.is_empty(), branch.between) {
        (true, _) => format!("假设 {supposed}。"),
        (_, 0) => format!("若 {supposed}，则 {}。", list(&branch.first)),
        (_, between) => format!(
            "若 {supposed}，则 {}；再过 {between} 步，{}。",
            list(&branch.first),
            list(&branch.last)
        ),
    }
}

/// Writes the texts for a forcing chain or net in which a candidate leads to a contradiction.
pub(super) fn contradiction(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let supposed = match (scene.it.removes.first(), scene.it.sets.first()) {
        (Some(mark), _) => format!("{} 是 {}", mark.cell, mark.digit),
        (None, Some(mark)) => format!("{} 不是 {}", mark.cell, mark.digit),
        (None, None) => String::new(),
    };
    let clash = match choice(scene) {
        Some((LinkReason::Cell(cell), _)) => format!("{cell} 就没有候选数了"),
        Some((LinkReason::House(house), digit)) => {
            format!("{}就没有位置可填 {digit} 了", words::houses([house]))
        }
        _ => "两者不能同时成立".to_owned(),
    };
    let chains = by_chain(scene, links);
    let walks: Vec<String> = chains.iter().map(|it| summary(scene, it)).collect();
    StepTexts::new(
        NUDGE,
        format!("请看 {}。", join(scene.targets())),
        format!("{}：若 {supposed}，会出现矛盾。", name(scene.it.technique)),
        format!("{}但这样{clash}。所以 {}。", walks.concat(), effect(scene)),
    )
}

/// Writes the texts for a forcing chain or net in which several candidates all lead to the same result, and one of them
/// must be true.
pub(super) fn verity(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let chains = by_chain(scene, links);
    let firsts = chains.iter().filter_map(|chain| chain.first());
    let starts: CellSet = firsts.flat_map(|it| it.link.from.cells).collect();
    let walks: Vec<String> = chains.iter().map(|it| summary(scene, it)).collect();
    let one = if walks.len() > 1 {
        "其中必有一种成立。"
    } else {
        ""
    };
    StepTexts::new(
        NUDGE,
        format!("请看 {}。", join(starts)),
        format!(
            "{}：无论哪一种成立，都有 {}。",
            name(scene.it.technique),
            effect(scene)
        ),
        format!("{}{one}所以 {}。", walks.concat(), effect(scene)),
    )
}
