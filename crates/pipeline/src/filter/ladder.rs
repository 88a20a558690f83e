//! Finds demands that no puzzle can meet, because no way of solving a puzzle by the rules fits both the filters
//! and the level.
//!
//! The filters can limit which rules are used, which rule is the hardest, and the difficulty D.

use super::Field;
use super::case::Case;
use crate::bucket::{Level, Measure, Scheme};
use crate::rate::{Preset, Rule, TrialCounts, WingGeometry, trial_comes_last};

/// The number of cells, which is an upper bound for the digits that singles place.
const MOST_SINGLES: f64 = 81.0;

/// The ladder of rules of a scheme, with the filters' conditions on how that ladder solves a puzzle.
pub(super) struct FilterLadder<'a> {
    pub scheme: &'a Scheme,
    pub level: Option<Level>,
    pub need: &'a [Rule],
    pub case: &'a Case,
    /// Rules that are known to solve every puzzle that meets the conditions; `None` if no such rules are known.
    pub solvers: Option<&'static [Rule]>,
}

/// One possible outcome of an attempt to solve a puzzle with the ladder of rules.
struct Climb<'a> {
    preset: &'a Preset,
    solved: bool,
    /// The rules that were certainly used in the attempt.
    used: Vec<Rule>,
    /// The rules that were possibly used in the attempt, including those that were certainly used.
    allowed: Vec<Rule>,
    hardest: Option<Rule>,
}

impl FilterLadder<'_> {
    /// Returns the reason why no attempt to solve a puzzle with the ladder can meet the conditions; `None` if some
    /// attempt may meet them.
    pub(super) fn contradiction(&self) -> Option<String> {
        self.miscounted().or_else(|| self.misused()).or_else(|| {
            let climbs = self.climbs();
            let mut possible = climbs.iter();
            let is_possible = possible.any(|climb| self.is_of_level(climb));
            (!is_possible).then(|| self.reason(&climbs))
        })
    }

    /// Returns the reason why a rule can't be used as often as the conditions ask; `None` if every rule can.
    fn miscounted(&self) -> Option<String> {
        let preset = &self.scheme.preset;
        for rule in Rule::ALL {
            for field in [Field::Used(rule), Field::Rules(rule)] {
                if !self.may_be_none(field) && !self.may_be_some(field) {
                    let text = self.case.text(field);
                    let contradict = self.case.of(field).count() > 1;
                    return Some(match contradict {
                        true => format!("{text} contradict each other"),
                        false => format!("no number meets {text}"),
                    });
                }
            }
            let counts = preset.order.contains(&rule)
                || preset.trial_rules.contains(&rule)
                || rule == Rule::NakedSingle;
            if !counts && !self.may_be_none(Field::Rules(rule)) {
                return Some(self.unknown(rule));
            }
        }
        None
    }

    fn may_be_none(&self, count: Field) -> bool {
        self.case.holds(count, 0.0)
    }

    /// Returns whether some count of 1 or more meets the conditions on the field `count`. The function tries only 1
    /// and the whole numbers near the values in these conditions, which is enough.
    fn may_be_some(&self, count: Field) -> bool {
        let values = self.case.of(count).map(|&(.., value)| value);
        let beside =
            values.flat_map(|it| [it.floor() - 1.0, it.floor(), it.ceil(), it.ceil() + 1.0]);
        let mut numbers = beside.chain([1.0]).filter(|&it| it >= 1.0);
        numbers.any(|it| self.case.holds(count, it))
    }

    fn unknown(&self, rule: Rule) -> String {
        let known: Vec<&str> = self
            .scheme
            .preset
            .order
            .iter()
            .map(|it| it.name())
            .collect();
        let (rule, scheme) = (rule.name(), &self.scheme.name);
        format!(
            "scheme {scheme} does not use {rule}; its rules are {}",
            known.join(", ")
        )
    }

    /// Returns the reason why a rule that must be used can't be used; `None` if every such rule can be used.
    fn misused(&self) -> Option<String> {
        let order = &self.scheme.preset.order;
        if let Some(&rule) = self.need.iter().find(|rule| !order.contains(rule)) {
            return Some(self.unknown(rule));
        }
        let must = self.must_use();
        for &rule in &must {
            let name = rule.name();
            if !order.contains(&rule) {
                return Some(self.unknown(rule));
            }
            if !self.may_be_some(Field::Used(rule)) {
                let text = self.case.text(Field::Used(rule));
                return Some(format!("need {name} and {text} contradict each other"));
            }
            if self.is_spared(rule) {
                return Some(format!("easier rules solve it, so {name} is never used"));
            }
            if let (Measure::LastRule, Some(level)) = (self.scheme.by, self.level) {
                let rules = self.scheme.rules_of(level);
                if !rules.contains(&rule) {
                    let rules: Vec<&str> = rules.iter().map(|it| it.name()).collect();
                    return Some(format!(
                        "{} solve it, so {name} is never used",
                        rules.join(", ")
                    ));
                }
            }
        }
        let other = self.need.iter().find(|&&rule| rule != Rule::Trial)?;
        let has_trial = self.need.contains(&Rule::Trial)
            || trial_comes_last(&self.scheme.preset) && must.contains(&Rule::Trial);
        has_trial.then(|| {
            let name = other.name();
            format!("a puzzle that needs {name} is solved without trial, but trial must be used")
        })
    }

    /// Returns the rules that a puzzle must use to meet the conditions.
    fn must_use(&self) -> Vec<Rule> {
        let early_trial = !trial_comes_last(&self.scheme.preset);
        let needed =
            |rule: &Rule| self.need.contains(rule) && (*rule == Rule::Trial || !early_trial);
        let must = |rule: &Rule| !self.may_be_none(Field::Used(*rule)) || needed(rule);
        Rule::ALL.into_iter().filter(must).collect()
    }

    /// Returns whether the ladder never reaches this rule, since all rules in `solvers` come earlier and solve the
    /// puzzle. Returns `false` if `solvers` is `None`, or if the scheme recognizes only the wings that Wu 2012 shows.
    ///
    /// The rules in `solvers`, which never include trial and error, solve the puzzle in any order: if one rule removes
    /// candidates from a pattern of another rule, the rest is a pattern of an easier rule, which removes the same
    /// candidates.
    fn is_spared(&self, rule: Rule) -> bool {
        let preset = &self.scheme.preset;
        let place = |rule: &Rule| preset.order.iter().position(|it| it == rule);
        self.solvers.is_some_and(|solvers| {
            !solvers.contains(&rule)
                && preset.wings == WingGeometry::General
                && solvers
                    .iter()
                    .all(|it| place(it).is_some_and(|at| Some(at) < place(&rule)))
        })
    }

    /// Returns the possible outcomes of an attempt to solve a puzzle of any level. Outcomes that the conditions exclude
    /// are left out.
    fn climbs(&self) -> Vec<Climb<'_>> {
        let preset = &self.scheme.preset;
        let may_use = |rule: &Rule| self.may_be_some(Field::Used(*rule)) && !self.is_spared(*rule);
        let usable: Vec<Rule> = preset.order.iter().copied().filter(may_use).collect();
        let must = self.must_use();
        let mut climbs = Vec::new();
        for hardest in usable.iter().map(Some).chain([None]) {
            let weight = hardest.map_or(0.0, |rule| rule.default_weight());
            if !self.case.holds(Field::Hardest, weight) {
                continue;
            }
            let is_allowed = |rule: &Rule| rule.default_weight() <= weight;
            let allowed: Vec<Rule> = usable.iter().copied().filter(is_allowed).collect();
            if !must.iter().all(|rule| allowed.contains(rule)) {
                continue;
            }
            for (solved, value) in [(true, 1.0), (false, 0.0)] {
                let climb = Climb {
                    preset,
                    solved,
                    used: must.iter().chain(hardest).copied().collect(),
                    allowed: allowed.clone(),
                    hardest: hardest.copied(),
                };
                let fits = self.case.fits(Field::D, climb.bounds(), &[], |_| true);
                if fits && self.case.holds(Field::Solved, value) {
                    climbs.push(climb);
                }
            }
        }
        climbs
    }

    fn is_of_level(&self, climb: &Climb<'_>) -> bool {
        let (scheme, Some(level)) = (self.scheme, self.level) else {
            return true;
        };
        let is_last = level == scheme.cut(f64::INFINITY);
        match scheme.by {
            Measure::D if climb.solved => {
                let is_cut_so = |d| scheme.cut(d) == level;
                self.case
                    .fits(Field::D, climb.bounds(), &scheme.limits, is_cut_so)
            }
            Measure::HardestRule if climb.solved => scheme.cut(climb.weight()) == level,
            Measure::D | Measure::HardestRule => is_last,
            Measure::LastRule if !climb.solved => false,
            Measure::LastRule => self.ends_at(climb, level),
            _ => true,
        }
    }

    /// Returns whether the outcome `climb` may give a puzzle this level. The level depends on the used rule that comes
    /// last in the ladder.
    fn ends_at(&self, climb: &Climb<'_>, level: Level) -> bool {
        let order = &self.scheme.preset.order;
        let place = |rule: &Rule| order.iter().position(|it| it == rule).unwrap_or_default() + 1;
        let least = climb.used.iter().map(place).max().unwrap_or_default();
        let mut places = climb.allowed.iter().map(place).chain([least]);
        places.any(|it| it >= least && self.scheme.cut(it as f64) == level)
    }

    /// Returns the reason why no outcome in `climbs` gives a puzzle the required level. For example, D is always too
    /// high for the level, or a condition excludes all outcomes.
    fn reason(&self, climbs: &[Climb<'_>]) -> String {
        let by = self.scheme.by;
        let values = climbs.iter().filter(|climb| climb.solved);
        let (least, most) = values.map(|climb| climb.measured(by)).fold(
            (f64::INFINITY, 0.0),
            |(least, most): (f64, f64), (low, high)| (least.min(low), most.max(high)),
        );
        let what = match by {
            Measure::D => "D",
            _ => "the weight of the hardest rule",
        };
        let asked = self.case.text(Field::Hardest);
        match self.level {
            _ if climbs.is_empty() && !asked.is_empty() => {
                let weights = self
                    .must_use()
                    .into_iter()
                    .map(|it| (it.default_weight(), it.name()));
                let (weight, name) =
                    weights.fold((0.0, "no rule"), |a, b| if b.0 > a.0 { b } else { a });
                format!("{name} must be used and weighs {weight}, but {asked} is required")
            }
            Some(level) if by == Measure::D && self.is_d_outside(level) => {
                let (range, asked) = (self.scheme.range(level), self.case.text(Field::D));
                format!("this level has {range}, and {asked} is required")
            }
            Some(level) if by == Measure::LastRule && !climbs.is_empty() => self.never_last(level),
            Some(level) if least.is_finite() && self.scheme.cut(least) > level => {
                format!("{what} is at least {}", shown(least))
            }
            Some(level) if least.is_finite() && self.scheme.cut(most) < level => {
                format!("{what} is at most {}", shown(most))
            }
            _ => "its conditions contradict one another".to_owned(),
        }
    }
}

impl FilterLadder<'_> {
    /// Returns whether the conditions on the difficulty D exclude every value that solved puzzles of this level have.
    fn is_d_outside(&self, level: Level) -> bool {
        let most = self.scheme.preset.weights.into_iter().fold(1.0, f64::max);
        let limits = &self.scheme.limits;
        self.case.asks(Field::D)
            && !(self.case).fits(Field::D, (0.0, most), limits, |d| {
                self.scheme.cut(d) == level
            })
    }

    /// Returns the reason why no puzzle gets this level, in a scheme whose levels come from the last rule used.
    /// Either the filters exclude the rules of the level, or they require that the rules don't solve the puzzle.
    fn never_last(&self, level: Level) -> String {
        let solved = self.case.text(Field::Solved);
        if !solved.is_empty() && !self.case.holds(Field::Solved, 1.0) {
            return format!("the rules solve all its puzzles, and {solved} is required");
        }
        let rules = self.scheme.rules_of(level);
        let easier = Level::from_number(level.number() - 1);
        let easier = easier.map_or(0, |it| self.scheme.rules_of(it).len());
        let own: Vec<&str> = rules[easier..].iter().map(|it| it.name()).collect();
        format!(
            "the last rule that its puzzles need is one of {}, which the filters exclude",
            own.join(", ")
        )
    }
}

impl Climb<'_> {
    /// Returns the weight that Wu 2012 gives to the hardest rule used; 0 if no rule was used.
    fn weight(&self) -> f64 {
        self.hardest.map_or(0.0, Rule::default_weight)
    }

    /// Returns the minimum and the maximum of a measure for this outcome. Any measure except D is treated as the
    /// weight of the hardest rule.
    fn measured(&self, by: Measure) -> (f64, f64) {
        match by {
            Measure::D => self.bounds(),
            _ => (self.weight(), self.weight()),
        }
    }

    /// Returns the minimum and the maximum of D for this outcome.
    fn bounds(&self) -> (f64, f64) {
        let (least, most) = (self.least_d(), self.most_d());
        // Without any count, D is 1.
        match self.hardest {
            Some(_) => (least, most),
            None => (least.min(1.0), most.max(1.0)),
        }
    }

    /// Returns whether D may count this rule: the rule may have been used, or the preset counts it even without
    /// effect or during a trial.
    fn may_count(&self, rule: Rule) -> bool {
        let preset = self.preset;
        self.allowed.contains(&rule)
            || preset.count_hits.contains(&rule)
            || (self.allowed.contains(&Rule::Trial)
                && preset.trial_counts == TrialCounts::Steps
                && preset.trial_rules.contains(&rule))
    }

    /// Returns the minimum of D for this outcome. D is smallest in one of three cases. In two of them, each rule
    /// that must be used is counted once, together with 81 singles or with none. In the third case, the lightest
    /// rule that may be counted and is not a single is counted far more often than all others.
    fn least_d(&self) -> f64 {
        let weight = |rule: Rule| self.preset.weights[rule.index()];
        let singles = [Rule::NakedSingle, Rule::HiddenSingle];
        let single = weight(singles[0]).min(weight(singles[1]));
        let mut others: Vec<Rule> = self.used.clone();
        others.retain(|rule| !singles.contains(rule));
        others.sort_unstable();
        others.dedup();
        let count = others.len() as f64;
        let sum: f64 = others.iter().map(|&rule| weight(rule)).sum();
        let beside = |n: f64| (n * single + sum) / (n + count);
        let least = if others.is_empty() {
            single
        } else {
            beside(MOST_SINGLES).min(beside(0.0))
        };
        let counted = Rule::ALL.into_iter();
        let counted = counted.filter(|&rule| !singles.contains(&rule) && self.may_count(rule));
        counted.map(weight).fold(least, f64::min).sqrt()
    }

    /// Returns the maximum of D for this outcome: the square root of the largest weight that can be counted. In a
    /// solved puzzle, no rule after the last rule used is counted, since the ladder searches for a rule only if all
    /// rules before it fail. In an unsolved puzzle, all rules have been searched for.
    fn most_d(&self) -> f64 {
        let preset = self.preset;
        let order = &preset.order;
        let last = order.iter().rposition(|rule| self.allowed.contains(rule));
        let end = match last {
            Some(last) if self.solved => last + 1,
            None if self.solved => 0,
            _ => order.len(),
        };
        let by_trial = preset.trial_rules.iter().filter(|_| {
            preset.trial_counts == TrialCounts::Steps && self.allowed.contains(&Rule::Trial)
        });
        let counted = order[..end].iter().chain(by_trial).copied();
        let counted = counted
            .filter(|&rule| self.may_count(rule))
            .chain([Rule::NakedSingle]);
        let weights = counted.map(|rule| match rule {
            Rule::HiddenSingle if preset.merge_singles => preset.weights[0],
            rule => preset.weights[rule.index()],
        });
        weights.fold(1.0, f64::max).sqrt()
    }
}

fn shown(value: f64) -> String {
    format!("{value:.2}").trim_end_matches(".00").to_owned()
}
