//! Finds the patterns of each rule, one rule or family to a file. Source: Wu 2012, section 2.1, as docs/rating.md
//! reads it.

mod fish;
mod hidden_single;
mod hidden_subset;
mod intersection;
mod naked_single;
mod naked_subset;
mod patterns;
mod wings;
mod wxyz_wing;
mod xy_wing;
mod xyz_wing;

pub(crate) use patterns::RuleFind;

use crate::interpretation::{WingPlaces, WuRule};
use crate::pencilmarks::Pencilmarks;

/// Finds all patterns of a rule in these candidates, including those without an effect. A trial has no patterns.
pub(crate) fn find_all(rule: WuRule, marks: &Pencilmarks, wings: WingPlaces) -> Vec<RuleFind> {
    match rule {
        WuRule::NakedSingle => naked_single::find(marks),
        WuRule::HiddenSingle => hidden_single::find(marks),
        WuRule::NakedPair => naked_subset::find(marks, 2),
        WuRule::HiddenPair => hidden_subset::find(marks, 2),
        WuRule::NakedTriplet => naked_subset::find(marks, 3),
        WuRule::HiddenTriplet => hidden_subset::find(marks, 3),
        WuRule::NakedQuad => naked_subset::find(marks, 4),
        WuRule::HiddenQuad => hidden_subset::find(marks, 4),
        WuRule::IntersectionRemoval => intersection::find(marks),
        WuRule::XWing => fish::find(marks, 2),
        WuRule::Swordfish => fish::find(marks, 3),
        WuRule::XyWing => xy_wing::find(marks, wings),
        WuRule::XyzWing => xyz_wing::find(marks, wings),
        WuRule::WxyzWing => wxyz_wing::find(marks),
        WuRule::Trial => Vec::new(),
    }
}
