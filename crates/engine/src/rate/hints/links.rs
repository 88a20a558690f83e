//! Lists the links by which a move is proved. They come from the chains of the move's pattern. If the pattern has no
//! chain (wings, colours, almost locked sets), the links are worked out from its cells.

use super::link::{ExplainedLink, LinkReason};
use super::scene::Scene;
use super::set_links::locked_sets;
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};
use crate::rate::techniques::{ChainNode, Link, Role, Technique};

const fn node(cells: CellSet, digit: Digit) -> ChainNode {
    ChainNode { cells, digit }
}

const fn one(cell: Cell, digit: Digit) -> ChainNode {
    node(CellSet::of(cell), digit)
}

/// Returns the links between each node and the next: alternately strong and weak, starting with a strong link.
fn chain(nodes: &[ChainNode]) -> Vec<Link> {
    let pairs = nodes.windows(2).enumerate();
    pairs
        .map(|(n, pair)| Link {
            from: pair[0],
            to: pair[1],
            strong: n % 2 == 0,
        })
        .collect()
}

/// Returns the links of a move, in the order of its chains.
pub(super) fn links(scene: &Scene<'_>) -> Vec<ExplainedLink> {
    use Technique::*;
    let pattern = &scene.it.pattern;
    if let WxyzWing | AlsXz | AlsXyWing | AlsChain = scene.it.technique {
        return locked_sets(scene);
    }
    let chains = match scene.it.technique {
        WWing => vec![w_wing(scene)],
        XyWing => vec![xy_wing(scene)],
        RemotePair => vec![remote_pair(scene)],
        EmptyRectangle => vec![empty_rectangle(scene)],
        ColourTrap | ColourWrap | MultiColours1 | MultiColours2 => vec![colours(scene)],
        _ => pattern.chains.clone(),
    };
    let proved = |(chain, links): (usize, &Vec<Link>)| -> Vec<ExplainedLink> {
        let proved = links.iter().map(|link| {
            let why = reason(scene, link);
            let joint = why.is_none().then(|| joint_reason(scene, links, link));
            ExplainedLink {
                chain,
                link: *link,
                is_joint: joint.flatten().is_some(),
                why: why.or_else(|| joint.flatten()),
            }
        });
        proved.collect()
    };
    chains.iter().enumerate().flat_map(proved).collect()
}

/// Finds the cell or house that justifies a strong link together with the other strong links to the same node.
/// The nodes of these links must be all candidates of the cell, or all places of the digit in the house. `None` if
/// there is no such cell or house, or if no other strong link leads to the node.
fn joint_reason(scene: &Scene<'_>, links: &[Link], of: &Link) -> Option<LinkReason> {
    let to = of.to;
    let joint: Vec<&Link> = links.iter().filter(|it| it.strong && it.to == to).collect();
    if !of.strong || joint.len() < 2 {
        return None;
    }
    if joint.iter().all(|it| it.from.cells == to.cells) {
        let digits: DigitSet = joint.iter().map(|it| it.from.digit).collect();
        let cell = to.cells.single()?;
        let holds = scene.of_cell(cell) == digits.with(to.digit);
        return holds.then_some(LinkReason::Cell(cell));
    }
    let all = joint.iter().fold(to.cells, |all, it| all | it.from.cells);
    let is_one_digit = joint.iter().all(|it| it.from.digit == to.digit);
    let holds = |house: &House| {
        is_one_digit
            && all.is_subset(house.cells())
            && scene.within(to.digit, *house).is_subset(all)
    };
    House::all().find(holds).map(LinkReason::House)
}

/// Finds the cell or house that justifies a link by itself; `None` if there is none.
fn reason(scene: &Scene<'_>, link: &Link) -> Option<LinkReason> {
    let Link { from, to, strong } = *link;
    if from.digit != to.digit {
        let cell = from.cells.single().filter(|_| from.cells == to.cells)?;
        let holds = !strong || scene.of_cell(cell).len() == 2;
        return holds.then_some(LinkReason::Cell(cell));
    }
    let both = from.cells | to.cells;
    let proves = |house: &House| {
        both.is_subset(house.cells())
            && (!strong || scene.within(from.digit, *house).is_subset(both))
    };
    House::all().find(proves).map(LinkReason::House)
}

/// Returns the links of a W-wing as a chain from one wing to the other. In the middle is the strong link on the digit
/// that the W-wing doesn't remove.
fn w_wing(scene: &Scene<'_>) -> Vec<Link> {
    let (wings, ends) = (scene.cells(Role::Wing), scene.marked(Role::Link));
    let linked = scene.marked_digits(Role::Link).single();
    let removed = scene.marked_digits(Role::Pattern).single();
    let pair = |cells: CellSet| cells.first().zip(cells.into_iter().nth(1));
    let (Some((first, second)), Some((a, b)), Some(linked), Some(removed)) =
        (pair(wings), pair(ends), linked, removed)
    else {
        return Vec::new();
    };
    let (near, far) = if first.sees(a) && second.sees(b) {
        (a, b)
    } else {
        (b, a)
    };
    chain(&[
        one(first, removed),
        one(first, linked),
        one(near, linked),
        one(far, linked),
        one(second, linked),
        one(second, removed),
    ])
}

/// Returns the links of an XY-wing as a chain from one wing through the pivot to the other wing.
fn xy_wing(scene: &Scene<'_>) -> Vec<Link> {
    let (pivot, wings) = (scene.cells(Role::Pivot).single(), scene.cells(Role::Wing));
    let (Some(pivot), Some(removed)) = (pivot, scene.removed_digits().single()) else {
        return Vec::new();
    };
    let with_shared = |cell: Cell| {
        let shared = scene.of_cell(cell).without(removed).single();
        shared.map(|digit| (cell, digit))
    };
    match wings.filter_map(with_shared).collect::<Vec<_>>()[..] {
        [(first, x), (second, y)] => chain(&[
            one(first, removed),
            one(first, x),
            one(pivot, x),
            one(pivot, y),
            one(second, y),
            one(second, removed),
        ]),
        _ => Vec::new(),
    }
}

/// Returns the links of a remote pair as one chain. Each cell of the chain must see only those cells of the chain that
/// are directly before and after it.
fn remote_pair(scene: &Scene<'_>) -> Vec<Link> {
    let mut rest = scene.all_cells();
    let neighbours = |cell: Cell| cell.peers() & scene.all_cells();
    let mut digits = scene.it.pattern.digits;
    let start = rest.into_iter().find(|&cell| neighbours(cell).len() == 1);
    let (Some(mut cell), Some(mut a), Some(mut b)) = (start, digits.next(), digits.next()) else {
        return Vec::new();
    };
    let mut nodes = vec![one(cell, a), one(cell, b)];
    rest = rest.without(cell);
    while let Some(next) = (cell.peers() & rest).first() {
        (a, b) = (b, a);
        nodes.extend([one(next, a), one(next, b)]);
        rest = rest.without(next);
        cell = next;
    }
    chain(&nodes)
}

/// Returns the links of an empty rectangle: first the strong link outside the box, last the strong link inside the
/// box. The latter joins the digit's places on one line of the box to its other places in the box.
fn empty_rectangle(scene: &Scene<'_>) -> Vec<Link> {
    let places = scene.marked(Role::Pattern);
    let (Some(digit), Some(of_box)) = (
        scene.it.pattern.digits.first(),
        scene.houses(Role::Box).next(),
    ) else {
        return Vec::new();
    };
    let target = cells_of_target(scene);
    let mut ends = scene.marked(Role::Link);
    let far = ends.find(|&cell| target.is_some_and(|target| cell.sees(target)));
    let near = far.and_then(|far| scene.marked(Role::Link).without(far).first());
    let (Some(far), Some(near)) = (far, near) else {
        return Vec::new();
    };
    let lines = near.houses().map(House::cells);
    let arm = |line: CellSet| line & places & of_box.cells();
    let near_arm = lines[..2]
        .iter()
        .map(|&line| arm(line))
        .find(|it| !it.is_empty());
    let near_arm = near_arm.unwrap_or(CellSet::EMPTY);
    chain(&[
        one(far, digit),
        one(near, digit),
        node(near_arm, digit),
        node(places - near_arm, digit),
    ])
}

fn cells_of_target(scene: &Scene<'_>) -> Option<Cell> {
    scene.targets().single()
}

/// Returns the links of coloured cells: a strong link wherever two of the cells are the only places of the digit in
/// a house.
fn colours(scene: &Scene<'_>) -> Vec<Link> {
    let Some(digit) = scene.it.pattern.digits.first() else {
        return Vec::new();
    };
    let coloured = scene.colours();
    let mut links: Vec<Link> = Vec::new();
    for house in House::all() {
        let places = scene.within(digit, house);
        for colours in coloured.chunks_exact(2) {
            let ends = [places & colours[0], places & colours[1]];
            let [Some(a), Some(b)] = ends.map(CellSet::single) else {
                continue;
            };
            let link = Link {
                from: one(a, digit),
                to: one(b, digit),
                strong: true,
            };
            if places.len() == 2 && !links.contains(&link) {
                links.push(link);
            }
        }
    }
    links
}
