//! Proves that no puzzle of a level can meet a case, for schemes whose levels depend on techniques.
//!
//! A case is a list of comparisons that must all hold. The level limits the techniques that a puzzle may use. If
//! the scheme gives each level a band, the band also limits points and ER.

use super::Field;
use super::case::Case;
use crate::bucket::{Band, Level, Measure, Scheme};
use crate::rate::HodokuLevel;
use crate::rate::techniques::{Technique, TechniqueLadder};

/// A number above all scores and all ER ratings.
const ENDLESS: f64 = 1e18;

/// Returns the reason why no puzzle of the level satisfies all comparisons in `case`; `None` if some puzzle may satisfy
/// them, or if the scheme's levels don't come from techniques.
pub(super) fn contradiction(scheme: &Scheme, level: Level, case: &Case) -> Option<String> {
    let band = match scheme.by {
        Measure::Bands => scheme.bands.get(scheme.level_name(level))?.clone(),
        // Points can raise the level, too, so it only proves that no harder technique is used.
        Measure::TechniqueLevel => Band::default(),
        _ => return None,
    };
    let ladder = scheme.ladder();
    let hardest = match scheme.by {
        Measure::TechniqueLevel => highest(scheme, level),
        _ => band.hardest,
    };
    let asked = Technique::all().filter(|&it| case.asks(Field::Technique(it)));
    for technique in asked {
        let field = Field::Technique(technique);
        let must = !case.holds(field, 0.0);
        if must && !may_take(&band, hardest, &ladder, technique) {
            let (name, text) = (technique.key(), case.text(field));
            return Some(format!(
                "its puzzles never take {name}, and {text} is required"
            ));
        }
    }
    let is_forbidden = |technique: &Technique| {
        let field = Field::Technique(*technique);
        case.asks(field) && case.holds(field, 0.0) && !case.holds(field, 1.0)
    };
    for all in [&band.only, &band.needs] {
        if !all.is_empty() && all.iter().all(is_forbidden) {
            return Some("its puzzles take a technique that the filters exclude".to_owned());
        }
    }
    let score = band
        .score
        .map_or((0.0, ENDLESS), |(a, b)| (a.into(), b.into()));
    let er = band.er.unwrap_or((0.0, ENDLESS));
    let ranges = [(Field::TechniqueScore, score), (Field::Se, er)];
    let mut unmet = ranges
        .into_iter()
        .filter(|&(field, range)| case.asks(field) && !case.fits(field, range, &[], |_| true));
    let (field, (least, most)) = unmet.next()?;
    let text = case.text(field);
    Some(format!(
        "its puzzles have {least} to {most}, and {text} is required"
    ))
}

/// Returns whether a puzzle's solving path may use a technique: it is in the ladder, its level is at most `hardest`
/// (if any), and the band does not exclude it.
fn may_take(
    band: &Band,
    hardest: Option<HodokuLevel>,
    ladder: &TechniqueLadder,
    technique: Technique,
) -> bool {
    let rung = ladder.rung(technique);
    rung.is_some_and(|rung| hardest.is_none_or(|hardest| rung.level <= hardest))
        && (band.only.is_empty() || band.only.contains(&technique))
}

/// Returns the hardest of HoDoKu's levels that the scheme turns into this level; `None` if there is none.
fn highest(scheme: &Scheme, level: Level) -> Option<HodokuLevel> {
    let is_own = |it: &HodokuLevel| scheme.cut(f64::from(*it as u8) + 1.0) == level;
    HodokuLevel::ALL.into_iter().filter(is_own).max()
}
