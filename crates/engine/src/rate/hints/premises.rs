//! Finds the earlier removals on which a move depends.
//!
//! A pattern is valid only because certain candidates are missing: from its cells, or from its houses. Most of
//! these candidates are excluded by digits on the board, as the reader can see. The others were removed by earlier
//! steps, so the move depends on these steps.

use super::link::{ExplainedLink, LinkReason};
use super::scene::Scene;
use crate::grid::{Cell, CellSet, Digit, House};
use crate::rate::Mark;
use crate::rate::techniques::{ChainNode, Link, Role, Technique};

/// The premises of a move: the cells and houses from which certain candidates must be missing.
#[derive(Debug, Clone, Default)]
pub(super) struct Premises {
    cells: CellSet,
    houses: Vec<(House, Digit)>,
}

impl Premises {
    /// Returns the candidates that must already be excluded for the move to be valid.
    pub(super) fn gone<'a>(&'a self, scene: &'a Scene<'_>) -> impl Iterator<Item = Mark> + 'a {
        let of_cell = |cell: Cell| Digit::all().map(move |digit| Mark { cell, digit });
        let of_house = |&(house, digit): &(House, Digit)| {
            let cells = house.cells() & scene.candidates.blanks();
            cells.map(move |cell| Mark { cell, digit })
        };
        let cells = self.cells.flat_map(of_cell);
        let all = cells.chain(self.houses.iter().flat_map(of_house));
        all.filter(|mark| !scene.of_cell(mark.cell).contains(mark.digit))
    }

    fn cells(mut self, cells: CellSet) -> Self {
        self.cells |= cells;
        self
    }

    fn house(mut self, house: House, digit: Digit) -> Self {
        self.houses.push((house, digit));
        self
    }

    fn houses(self, houses: impl Iterator<Item = House>, digits: &[Digit]) -> Self {
        houses.fold(self, |all, house| {
            digits
                .iter()
                .fold(all, |all, &digit| all.house(house, digit))
        })
    }

    /// Adds the cell or house that [`choice`] or [`empty`] returns; adds nothing for `None`. The move depends on
    /// the candidates that are already missing there.
    fn choice(self, choice: Option<(LinkReason, Digit)>) -> Self {
        match choice {
            Some((LinkReason::Cell(cell), _)) => self.cells(CellSet::of(cell)),
            Some((LinkReason::House(house), digit)) => self.house(house, digit),
            _ => self,
        }
    }

    /// Adds the cells and houses that justify the strong links.
    fn strong(self, links: &[ExplainedLink]) -> Self {
        let strong = links.iter().filter(|it| it.link.strong);
        strong.fold(self, |all, it| match it.why {
            Some(LinkReason::Cell(cell)) => all.cells(CellSet::of(cell)),
            Some(LinkReason::House(house)) => all.house(house, it.link.from.digit),
            Some(LinkReason::Set(cells)) => all.cells(cells),
            Some(LinkReason::Restricted(_)) | None => all,
        })
    }
}

/// Returns the premises of a move: the cells and houses from which certain candidates must be missing.
pub(super) fn premises(scene: &Scene<'_>, links: &[ExplainedLink]) -> Premises {
    use Technique::*;
    let none = Premises::default();
    let digits: Vec<Digit> = scene.it.pattern.digits.collect();
    let technique = scene.it.technique;
    match technique {
        FullHouse => none,
        HiddenSingle | HiddenSingleBox | HiddenSingleLine | HiddenPair | HiddenTriple
        | HiddenQuad | Pointing | Claiming => none.houses(scene.houses(Role::Base), &digits),
        BugPlusOne => none.cells(scene.candidates.blanks()),
        EmptyRectangle => {
            let houses = scene.houses(Role::Box).chain(scene.houses(Role::Link));
            none.houses(houses, &digits)
        }
        WWing => none.cells(scene.all_cells()).strong(links),
        ForcingChainContradiction | ForcingChainVerity | ForcingNetContradiction => {
            none.strong(links).choice(choice(scene))
        }
        ForcingNetVerity => {
            let chains = scene.it.pattern.chains.iter();
            let broken = chains.map(|branch| empty(scene, branch));
            let all = none.strong(links).choice(choice(scene));
            broken.fold(all, Premises::choice)
        }
        _ if technique.rests_on_uniqueness() => rectangle(scene, none),
        _ if !scene.it.pattern.chains.is_empty() || !scene.colours().is_empty() => {
            none.cells(scene.all_cells()).strong(links)
        }
        _ if (XWing..=Jellyfish).contains(&technique)
            || (FinnedXWing..=SashimiJellyfish).contains(&technique) =>
        {
            none.houses(scene.houses(Role::Base), &digits)
        }
        _ => none.cells(scene.all_cells()),
    }
}

/// Adds the premises of a unique rectangle: its corners, and the houses in which a digit is locked to the corners.
fn rectangle(scene: &Scene<'_>, premises: Premises) -> Premises {
    use Technique::*;
    let (floor, roof) = (scene.cells(Role::Floor), scene.cells(Role::Roof));
    let premises = premises.cells(floor);
    let locked: Vec<Digit> = scene.marked_digits(Role::Pattern).collect();
    let lines = |cells: CellSet| cells.flat_map(|cell: Cell| cell.houses().into_iter().take(2));
    match scene.it.technique {
        UniqueRectangle1 => premises,
        UniqueRectangle4 => {
            let shared = House::all().filter(|house| roof.is_subset(house.cells()));
            premises.houses(shared, &locked)
        }
        UniqueRectangle6 => premises.houses(lines(roof), &locked),
        HiddenRectangle => premises.houses(lines(scene.targets()), &locked),
        _ => premises.cells(roof | scene.cells(Role::Extra)),
    }
}

/// Returns the cell or house that the chains of a move cover, with one chain for each candidate of the cell, or for
/// each place of a digit in the house. Also returns the digit of the first of these candidates. Chains that lead to the
/// same result begin at these candidates, and chains that lead to a contradiction end at them. For a net that leads to
/// a contradiction, returns the result of [`empty`] for its first branch. `None` if there is no such cell or house.
pub(super) fn choice(scene: &Scene<'_>) -> Option<(LinkReason, Digit)> {
    use Technique::{ForcingChainVerity, ForcingNetContradiction, ForcingNetVerity};
    if scene.it.technique == ForcingNetContradiction {
        let branch = scene.it.pattern.chains.first()?;
        return empty(scene, branch);
    }
    let is_verity = [ForcingChainVerity, ForcingNetVerity].contains(&scene.it.technique);
    let conclusion = scene.it.removes.iter().chain(&scene.it.sets).next();
    let conclusion = conclusion.map(|mark| ChainNode {
        cells: CellSet::of(mark.cell),
        digit: mark.digit,
    });
    let tip = |chain: &Vec<Link>| {
        let tip = if is_verity {
            chain.first().map(|link| link.from)
        } else {
            chain.last().map(|link| link.to)
        };
        tip.or(conclusion)
    };
    let tips: Vec<ChainNode> = scene.it.pattern.chains.iter().filter_map(tip).collect();
    let cells = tips.iter().fold(CellSet::EMPTY, |all, it| all | it.cells);
    let (first, rest) = tips.split_first()?;
    if rest.iter().all(|it| it == first) {
        return None;
    }
    if rest.iter().any(|it| it.digit != first.digit) {
        let reason = cells.single().map(LinkReason::Cell);
        return reason.map(|reason| (reason, first.digit));
    }
    let holds = |house: &House| {
        cells.is_subset(house.cells()) && scene.within(first.digit, *house).is_subset(cells)
    };
    let house = House::all().find(holds).map(LinkReason::House);
    house.map(|reason| (reason, first.digit))
}

/// Returns the cell or house in which a branch of a net leaves no candidate, and a digit: the first candidate of that
/// cell, or the digit that has no place left in that house. `None` if the branch empties no cell or house.
pub(super) fn empty(scene: &Scene<'_>, branch: &[Link]) -> Option<(LinkReason, Digit)> {
    let first = branch.first().filter(|it| it.strong).map(|it| it.from);
    let ends = branch.iter().filter(|it| !it.strong).map(|it| it.to);
    let out: Vec<ChainNode> = first.into_iter().chain(ends).collect();
    let is_out = |cell: Cell, digit: Digit| {
        let node = ChainNode {
            cells: CellSet::of(cell),
            digit,
        };
        out.contains(&node)
    };
    let mut cells = scene.candidates.blanks();
    let cell = cells.find(|&cell| scene.of_cell(cell).all(|digit| is_out(cell, digit)));
    if let Some(cell) = cell {
        let digit = scene.of_cell(cell).first()?;
        return Some((LinkReason::Cell(cell), digit));
    }
    let choices = House::all().flat_map(|house| Digit::all().map(move |digit| (house, digit)));
    let mut choices = choices.filter(|&(house, digit)| {
        let mut places = scene.within(digit, house);
        !places.is_empty() && places.all(|cell| is_out(cell, digit))
    });
    choices
        .next()
        .map(|(house, digit)| (LinkReason::House(house), digit))
}
