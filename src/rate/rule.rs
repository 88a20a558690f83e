//! The one table of rules: number, name and weight (paper 1, section 2).

use serde::{Deserialize, Serialize};

/// A rule of the ladder, in the paper's numbering. The paper names the WXYZ-wing in its
/// introduction without numbering it; here it comes last and is off unless a preset asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Rule {
    NakedSingle,
    HiddenSingle,
    NakedPair,
    HiddenPair,
    NakedTriplet,
    HiddenTriplet,
    NakedQuad,
    HiddenQuad,
    IntersectionRemoval,
    XWing,
    Swordfish,
    XyWing,
    XyzWing,
    Trial,
    WxyzWing,
}

/// How many rules there are, the WXYZ-wing included.
pub const RULES: usize = 15;

/// One count for each rule, by [`Rule`]'s number.
pub type RuleCounts = [u32; RULES];
