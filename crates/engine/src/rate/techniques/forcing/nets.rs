//! Forcing nets: a branch places all singles that it opens, so that a step may have several premises.
//! A branch ends after four rounds of singles, as in HoDoKu.

use crate::grid::{Candidates, Cell, CellSet, Changes, Digit, House, cells_at};
use crate::rate::techniques::find::{Effect, Finds, Pattern, Role, Search};
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// The most rounds of singles in a branch.
const ROUNDS: usize = 4;

/// A branch: the candidates after its premise has been followed up.
struct Branch {
    candidates: Candidates,
    placed: [CellSet; 9],
    broken: bool,
}

impl Branch {
    /// Follows a candidate up that is assumed to be true, or false.
    fn of(state: &State, cell: Cell, digit: Digit, holds: bool) -> Self {
        let mut branch = Self {
            candidates: state.candidates.clone(),
            placed: [CellSet::EMPTY; 9],
            broken: false,
        };
        if holds {
            branch.place(cell, digit);
        } else {
            branch.candidates.remove(cell, digit);
        }
        for _ in 0..ROUNDS {
            branch.broken |= branch.candidates.is_broken_in(Changes::ALL);
            if branch.broken || !branch.place_singles() {
                break;
            }
        }
        branch.broken |= branch.candidates.is_broken_in(Changes::ALL);
        branch
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.candidates.place(cell, digit);
        self.placed[digit.index()] |= CellSet::of(cell);
    }

    /// Places the singles that there are now; returns whether there was one.
    fn place_singles(&mut self) -> bool {
        let mut singles = Vec::new();
        for cell in self.candidates.with_count(1) {
            singles.extend(self.candidates.of_cell(cell).single().map(|digit| (cell, digit)));
        }
        for house in House::all() {
            for (digit, &places) in Digit::all().zip(self.candidates.places(house)) {
                if places.is_power_of_two() {
                    singles.extend(cells_at(house, places).first().map(|cell| (cell, digit)));
                }
            }
        }
        for &(cell, digit) in &singles {
            if self.candidates.of_cell(cell).contains(digit) {
                self.place(cell, digit);
            }
        }
        !singles.is_empty()
    }
}

/// Finds contradictions and verities by nets.
pub(in crate::rate::techniques) fn forcing_nets<const P: bool>(
    state: &State,
    finds: &mut Finds<P>,
) -> Search {
    for cell in state.candidates.blanks() {
        let mut common = None;
        for digit in state.of_cell(cell) {
            let branch = Branch::of(state, cell, digit, true);
            contradiction(&branch, cell, digit, true, finds)?;
            common = Some(merge(common, state, &branch));
            let branch = Branch::of(state, cell, digit, false);
            contradiction(&branch, cell, digit, false, finds)?;
        }
        report_common(common, CellSet::of(cell), None, finds)?;
    }
    for house in House::all() {
        for digit in Digit::all() {
            let places = state.within(digit, house);
            let mut common = None;
            for cell in places {
                common = Some(merge(common, state, &Branch::of(state, cell, digit, true)));
            }
            report_common(common, places, Some(house), finds)?;
        }
    }
    Search::Continue(())
}

fn contradiction<const P: bool>(
    branch: &Branch,
    cell: Cell,
    digit: Digit,
    holds: bool,
    finds: &mut Finds<P>,
) -> Search {
    if !branch.broken {
        return Search::Continue(());
    }
    let effect = if holds {
        Effect::removing(digit, CellSet::of(cell))
    } else {
        Effect::placing(digit, cell)
    };
    finds.take(Technique::ForcingNetContradiction, effect, || {
        Pattern::of_digit(digit).marks(digit, CellSet::of(cell), Role::Pattern)
    })
}

/// What all branches so far place and remove; a branch that contradicts itself allows everything.
#[derive(Clone, Copy)]
struct Common {
    placed: [CellSet; 9],
    removed: [CellSet; 9],
}

fn merge(common: Option<Common>, state: &State, branch: &Branch) -> Common {
    let all = common.unwrap_or(Common {
        placed: [CellSet::ALL; 9],
        removed: [CellSet::ALL; 9],
    });
    if branch.broken {
        return all;
    }
    let mut merged = all;
    for digit in Digit::all() {
        let n = digit.index();
        let placed = branch.placed[n];
        merged.placed[n] &= placed;
        merged.removed[n] &= state.of_digit(digit) - branch.candidates.of_digit(digit) - placed;
    }
    merged
}

/// Reports what all branches have in common, unless all of them contradict themselves.
fn report_common<const P: bool>(
    common: Option<Common>,
    cells: CellSet,
    house: Option<House>,
    finds: &mut Finds<P>,
) -> Search {
    let Some(common) = common.filter(|it| it.placed[0] != CellSet::ALL) else {
        return Search::Continue(());
    };
    for digit in Digit::all() {
        let mut effects = [Effect::NONE; 2];
        effects[0].set(digit, common.placed[digit.index()]);
        effects[1].remove(digit, common.removed[digit.index()]);
        for effect in effects {
            finds.take(Technique::ForcingNetVerity, effect, || {
                let pattern = Pattern::of_digit(digit).cells(cells, Role::Pattern);
                match house {
                    Some(house) => pattern.house(house, Role::Base),
                    None => pattern,
                }
            })?;
        }
    }
    Search::Continue(())
}
