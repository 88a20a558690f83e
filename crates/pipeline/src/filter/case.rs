//! Splits a condition into cases. A case is a list of comparisons that must all hold, and the condition holds if one
//! of its cases holds.

use super::Field;
use super::condition::ConditionNode;
use super::lexer::Comparison;
use crate::rate::Extra;

/// The maximum number of cases (alternatives) of a condition; a condition with more cases is not checked for
/// contradictions.
const MOST_CASES: usize = 512;

/// A comparison: the field, the comparison operator, and the value.
pub(super) type Literal = (Field, Comparison, f64);

/// A case (one alternative of a condition): a list of comparisons that must all hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Case(pub Vec<Literal>);

impl Case {
    /// Returns whether a value of a field satisfies all comparisons of that field; `true` if there are none.
    pub(super) fn holds(&self, field: Field, value: f64) -> bool {
        self.of(field)
            .all(|&(_, sign, than)| sign.holds(value, than))
    }

    pub(super) fn of(&self, field: Field) -> impl Iterator<Item = &Literal> {
        self.0.iter().filter(move |(known, ..)| *known == field)
    }

    pub(super) fn asks(&self, field: Field) -> bool {
        self.of(field).next().is_some()
    }

    /// Returns whether some value from `least` to `most` satisfies all comparisons of the field and is accepted by
    /// `accepts`. The numbers in `edges` and in the field's comparisons divide the range into intervals. `accepts`
    /// must give the same result for all values inside an interval.
    pub(super) fn fits(
        &self,
        field: Field,
        (least, most): (f64, f64),
        edges: &[f64],
        accepts: impl Fn(f64) -> bool,
    ) -> bool {
        let mut points = vec![least, most];
        points.extend(edges);
        points.extend(self.of(field).map(|&(.., value)| value));
        points.retain(|point| (least..=most).contains(point));
        points.sort_by(f64::total_cmp);
        let between = points.windows(2).map(|two| f64::midpoint(two[0], two[1]));
        let all: Vec<f64> = between.chain(points.iter().copied()).collect();
        all.into_iter()
            .any(|it| self.holds(field, it) && accepts(it))
    }

    /// Returns a message with the comparisons of the first field whose comparisons contradict one another; `None` if
    /// there is no such field.
    pub(super) fn self_contradiction(&self) -> Option<String> {
        let fields = self.0.iter().map(|&(field, ..)| field);
        let mut fields = fields.filter(|&field| {
            self.of(field).count() > 1 && !self.fits(field, (f64::MIN, f64::MAX), &[], |_| true)
        });
        let field = fields.next()?;
        Some(format!("{} contradict each other", self.text(field)))
    }

    /// Returns the comparisons of a field as text.
    pub(super) fn text(&self, field: Field) -> String {
        let parts = self.of(field);
        let parts = parts.map(|&(field, sign, value)| ConditionNode::Compare(field, sign, value));
        parts
            .map(|it| it.to_string())
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

/// Returns the alternatives of a condition, or of its negation if `negated` is true; `None` if there are more than
/// [`MOST_CASES`]. Comparisons of ids are left out. A negated comparison of a field that a puzzle may lack is left
/// out, too: a puzzle without the field meets the negation, but it never meets a comparison.
pub(super) fn cases(node: &ConditionNode, negated: bool) -> Option<Vec<Case>> {
    let (nodes, all) = match node {
        ConditionNode::Not(node) => return cases(node, !negated),
        ConditionNode::Id(..) => return Some(vec![Case::default()]),
        &ConditionNode::Compare(field, sign, value) => {
            let may_lack = [
                Field::Hodoku,
                Field::HodokuLevel,
                Field::Level,
                Field::Number,
                Field::SeEp,
                Field::SeEd,
            ];
            let sign = if negated { sign.contrary() } else { sign };
            let is_by_technique = field.extra() == Some(Extra::Techniques);
            let known = !(negated && (is_by_technique || may_lack.contains(&field)));
            return Some(vec![Case(
                known.then_some((field, sign, value)).into_iter().collect(),
            )]);
        }
        ConditionNode::All(nodes) => (nodes, !negated),
        ConditionNode::Any(nodes) => (nodes, negated),
    };
    let mut found = if all {
        vec![Case::default()]
    } else {
        Vec::new()
    };
    for node in nodes {
        let more = cases(node, negated)?;
        if all {
            let joined = |case: &Case| {
                let case = case.clone();
                more.iter()
                    .map(move |it| Case([case.0.as_slice(), &it.0].concat()))
            };
            found = found.iter().flat_map(joined).collect();
        } else {
            found.extend(more);
        }
        if found.len() > MOST_CASES {
            return None;
        }
    }
    Some(found)
}
