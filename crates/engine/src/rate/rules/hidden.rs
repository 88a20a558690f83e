//! Rules 4, 6 and 8, hidden pair, triplet and quad: if k digits of a house have k places between
//! them, the other digits are removed from these places. A digit need not have all k places.

use super::subsets;
use crate::grid::{DigitSet, cells_at};
use crate::rate::bitboards::Bitboards;
use crate::rate::pass::{Evidence, Pass, StepPlace};
use crate::rate::scope::Scope;

/// Searches for hidden pairs (rule 4 of Wu 2012).
pub(crate) fn hidden_pair<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    hidden(candidates, 2, scope, pass);
}

/// Searches for hidden triplets (rule 6 of Wu 2012).
pub(crate) fn hidden_triplet<E: Evidence>(
    candidates: &Bitboards,
    scope: Scope,
    pass: &mut Pass<E>,
) {
    hidden(candidates, 3, scope, pass);
}

/// Searches for hidden quads (rule 8 of Wu 2012).
pub(crate) fn hidden_quad<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    hidden(candidates, 4, scope, pass);
}

fn hidden<E: Evidence>(candidates: &Bitboards, size: usize, scope: Scope, pass: &mut Pass<E>) {
    let blanks = candidates.houses_with_blanks(size + usize::from(!pass.idle));
    for house in scope.within(blanks).each_house() {
        let places = candidates.places(house);
        let usable = subsets::usable(&places, size);
        subsets::each(&places, usable, size, |chosen, union| {
            let mut losing = 0;
            for (digit, mask) in places.iter().enumerate() {
                if chosen >> digit & 1 == 0 {
                    losing |= *mask as u16 & union;
                }
            }
            let digits = DigitSet::from_bits(chosen);
            let others = DigitSet::ALL.difference(digits);
            pass.remove(candidates, others, cells_at(house, losing), || StepPlace {
                houses: vec![house],
                cells: cells_at(house, union).collect(),
                digits,
            });
        });
    }
}
