//! Chinese texts for wings, chains and loops.

use super::names::name;
use super::words::{self, effect, join, one_of, seen};
use crate::grid::Cell;
use crate::rate::hints::link::ExplainedLink;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::texts::said::StepTexts;
use crate::rate::hints::texts::short_chains::nodes;
use crate::rate::techniques::{ChainNode, Role, Technique};

/// Describes the links of a chain one by one: `若 r1c1 不是 4，则 r1c5 是 4。因此 r3c5 不是 4，r3c9 是 4。`
pub(super) fn walk(links: &[ExplainedLink]) -> String {
    let Some(first) = links.first() else {
        return String::new();
    };
    let said = |it: &ExplainedLink| words::is(it.link.to, it.link.strong);
    let both = |pair: &[ExplainedLink]| pair.iter().map(said).collect::<Vec<_>>().join("，");
    let at_once = if first.link.strong { 1 } else { 2 };
    let (opening, rest) = links.split_at(at_once.min(links.len()));
    let supposed = words::is(first.link.from, !first.link.strong);
    let mut text = format!("若 {supposed}，则 {}。", both(opening));
    for pair in rest.chunks(2) {
        text += &format!("因此 {}。", both(pair));
    }
    text
}

/// Writes the texts for chains and loops.
pub(super) fn chain(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    use Technique::{ContinuousLoop, GroupedContinuousLoop};
    let name = name(scene.it.technique);
    let (Some(first), Some(last)) = (links.first(), links.last()) else {
        return StepTexts::new("有一条链。", name, name, effect(scene));
    };
    let (start, end) = (first.link.from, last.link.to);
    let is_loop = [ContinuousLoop, GroupedContinuousLoop].contains(&scene.it.technique);
    let mut cells: Vec<String> = nodes(links).iter().map(|it| join(it.cells)).collect();
    cells.dedup();
    let between = cells.get(1..cells.len().saturating_sub(1));
    let from = format!(
        "{name}：从 {} 起，经过 {}",
        words::the(start),
        between.unwrap_or_default().join("、")
    );
    let what = if is_loop || start == end {
        format!("{from}，回到起点。")
    } else {
        format!("{from}，到 {} 为止。", words::the(end))
    };
    let nudge = if is_loop {
        "有一条首尾相接的链。"
    } else {
        "有一条链。"
    };
    let place = format!("请从 {} 开始。", words::the(start));
    let conclusion = conclusion(scene, start, end, is_loop);
    StepTexts::new(nudge, place, what, walk(links) + &conclusion)
}

/// Writes the conclusion that follows from a chain that begins and ends with a strong link.
fn conclusion(scene: &Scene<'_>, start: ChainNode, end: ChainNode, is_loop: bool) -> String {
    let effect = effect(scene);
    let (one, other) = (words::is(start, true), words::is(end, true));
    if is_loop {
        format!(
            "这样链首尾相接，两个方向都成立：相邻的两个候选数恰有一个为真，与两者都矛盾的候选数可以划去：{effect}。"
        )
    } else if start == end {
        format!("这不可能，所以 {one}，{effect}。")
    } else if start.digit == end.digit {
        format!("所以 {one}，或 {other}。{}", seen(scene, "两者"))
    } else {
        format!("所以 {one}，或 {other}。无论如何，{effect}。")
    }
}

/// Writes the texts for a skyscraper, a kite or a turbot fish.
pub(super) fn turbot(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let digit = words::digit(scene);
    let houses: Vec<_> = scene.houses(Role::Link).collect();
    let ends = nodes(links);
    let ([a, b, c, d], [one, two]) = (&ends[..], &houses[..]) else {
        return chain(scene, links);
    };
    let [a, b, c, d] = [a, b, c, d].map(|node| one_of(node.cells));
    let both = words::houses([*one, *two]);
    let [one, two] = [one, two].map(|&house| words::houses([house]));
    StepTexts::new(
        "有一个数字形成短链。",
        format!("请看{both}内的 {digit}。"),
        format!(
            "{}：{one}内的 {digit} 只能填在 {a} 或 {b}，{two}内的只能填在 {c} 或 {d}，而 {b} 与 {c} 互相看到。",
            name(scene.it.technique)
        ),
        format!(
            "{b} 与 {c} 不能都是 {digit}，所以 {a} 与 {d} 至少有一个是 {digit}。{}",
            seen(scene, "两者")
        ),
    )
}

/// Writes the texts for an empty rectangle.
pub(super) fn empty_rectangle(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let digit = words::digit(scene);
    let of_box = words::houses(scene.houses(Role::Box));
    let line = words::houses(scene.houses(Role::Link));
    let ends = nodes(links);
    let [far, near, near_arm, other_arm] = &ends[..] else {
        return chain(scene, links);
    };
    let [far, near] = [far, near].map(|node| one_of(node.cells));
    let (out, left) = (join(near_arm.cells), one_of(other_arm.cells));
    StepTexts::new(
        "有一个数字形成短链。",
        format!("请看{of_box}和{line}内的 {digit}。"),
        format!(
            "{}：{of_box}内的 {digit} 都在同一行或同一列，{line}内的 {digit} 只能填在 {far} 或 {near}。",
            name(scene.it.technique)
        ),
        format!(
            "若 {far} 不是 {digit}，则 {near} 是 {digit}，{out} 就不是，{of_box}的 {digit} 只能在 {left}。所以 {digit} 在 {far}，\
             或在 {left}。{}",
            seen(scene, "这些格")
        ),
    )
}

/// Writes the texts for a remote pair.
pub(super) fn remote_pair(scene: &Scene<'_>) -> StepTexts {
    let digits = words::digit(scene);
    let sides: Vec<String> = scene.colours().into_iter().map(join).collect();
    StepTexts::new(
        "相同的两个候选数形成链。",
        format!("请看只有候选数 {digits} 的格。"),
        format!(
            "{}：{} 都只有 {digits}，每格都看到下一格。",
            name(scene.it.technique),
            join(scene.all_cells())
        ),
        format!(
            "两个数字在链上交替出现：一个在 {}。{}",
            sides.join("，另一个在 "),
            seen(scene, "两种格")
        ),
    )
}

/// Writes the texts for a W-wing.
pub(super) fn w_wing(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let wings = scene.cells(Role::Wing);
    let ends = nodes(links);
    let ([removed, _, near, far, _, second], Some(line)) =
        (&ends[..], scene.houses(Role::Link).next())
    else {
        return chain(scene, links);
    };
    let (linked, digit) = (near.digit, removed.digit);
    let [near, far, first, second] = [near, far, removed, second].map(|it| one_of(it.cells));
    let line = words::houses([line]);
    StepTexts::new(
        "有翼的结构。",
        format!(
            "请看{}内只有 {} 的格。",
            words::boxes_of(wings),
            words::digit(scene)
        ),
        format!(
            "{}：{} 都是 {}，{line}内的 {linked} 只能填在 {near} 或 {far}，连接两者。",
            name(scene.it.technique),
            join(wings),
            words::notes(scene.it.pattern.digits)
        ),
        format!(
            "{line}必有 {linked}：在 {near} 则 {first} 是 {digit}，在 {far} 则 {second} 是 {digit}。所以两格必有一个是 {digit}。{}",
            seen(scene, "两者")
        ),
    )
}

/// Writes the texts for an XY-wing or an XYZ-wing.
pub(super) fn wing(scene: &Scene<'_>) -> StepTexts {
    let (pivot, wings) = (scene.cells(Role::Pivot), scene.cells(Role::Wing));
    let removed = scene.removed_digits();
    let digit = join(removed);
    let case = |cell: Cell| {
        let shared = scene.of_cell(cell).difference(removed);
        format!("若是 {}，则 {cell} 是 {digit}", join(shared))
    };
    let mut cases: Vec<String> = wings.map(case).collect();
    let (one, all) = if scene.it.technique == Technique::XyzWing {
        cases.push(format!("否则它就是 {digit}"));
        ("三格", "这三格")
    } else {
        ("两翼", "两翼")
    };
    let notes = |cell: Cell| format!("{cell}（{}）", words::notes(scene.of_cell(cell)));
    let pivot_name = join(pivot);
    StepTexts::new(
        "有翼的结构。",
        format!("请看 {pivot_name}，以及它看到的有两个候选数的格。"),
        format!(
            "{}：中心 {}看到两翼 {}。",
            name(scene.it.technique),
            join(pivot.map(notes)),
            join(wings.map(notes))
        ),
        format!(
            "看 {pivot_name}：{}。所以{one}必有一个是 {digit}。{}",
            cases.join("；"),
            seen(scene, all)
        ),
    )
}
