//! Describes a step in the language of a book: what the step does, where to look for it, and why it holds.
//!
//! English and Chinese have full texts for hints. In other languages, a description consists of the technique's
//! name and rule, and of cells and digits. Every language file contains names and rules; cells and digits need no
//! grammar. Books with symbols other than the digits 1 to 9 get this short description, too.

use crate::grid::{Cell, Digit, House, HouseKind};
use crate::print::Texts;
use crate::print::symbols::{PLAIN, Symbols};
use crate::print::texts::filled;
use crate::rate::Mark;
use crate::rate::hints::{ExplainedLink, Family, Language, StepRole, TechniqueStep};
use crate::rate::techniques::{ChainNode, Role, Technique};

/// The separator between the parts of a chain.
const NEXT: &str = " › ";

/// The words for describing solving steps in one language, with the symbols that a book uses for digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepWords<'a> {
    texts: &'a Texts,
    /// The symbols of the digits 1 to 9.
    symbols: &'a Symbols,
}

impl<'a> StepWords<'a> {
    pub(super) const fn new(texts: &'a Texts, symbols: &'a Symbols) -> Self {
        Self { texts, symbols }
    }

    /// Returns the language in which steps are described in full. Returns `None` if the program has no such
    /// descriptions in the book's language, or if the book prints symbols other than the digits 1 to 9.
    fn full(&self) -> Option<Language> {
        let is_plain = *self.symbols == PLAIN;
        match &*self.texts.steps {
            "en" if is_plain => Some(Language::English),
            "zh" if is_plain => Some(Language::Chinese),
            _ => None,
        }
    }

    pub(super) fn name(&self, technique: Technique) -> String {
        self.texts.technique(technique).name
    }

    fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        let items: Vec<String> = items.into_iter().collect();
        items.join(&self.texts.list_separator)
    }

    pub(super) fn cell(&self, cell: Cell) -> String {
        let (row, column) = (cell.row() + 1, cell.column() + 1);
        let values = [("row", &*row.to_string()), ("column", &*column.to_string())];
        filled(&self.texts.cell, &values)
    }

    fn digit(&self, digit: Digit) -> String {
        self.symbols[digit.index()].to_string()
    }

    fn house(&self, house: House) -> String {
        let text = match house.kind() {
            HouseKind::Row => &self.texts.row,
            HouseKind::Column => &self.texts.column,
            HouseKind::Box => &self.texts.r#box,
        };
        filled(text, &[("n", &(house.number() + 1).to_string())])
    }

    /// Returns the effect of a step as text, such as `r5c4 = 4` or `r1c2, r1c3 ≠ 4`.
    pub(super) fn effect(&self, step: &TechniqueStep) -> String {
        let set = |mark: &Mark| format!("{} = {}", self.cell(mark.cell), self.digit(mark.digit));
        let mut parts: Vec<String> = step.sets.iter().map(set).collect();
        for digit in Digit::all() {
            let of_digit = step.removes.iter().filter(|mark| mark.digit == digit);
            let cells: Vec<String> = of_digit.map(|mark| self.cell(mark.cell)).collect();
            if !cells.is_empty() {
                parts.push(format!("{} ≠ {}", self.list(cells), self.digit(digit)));
            }
        }
        parts.join("; ")
    }

    /// Returns the place of a step as text: its houses or, if it has none, its cells.
    pub(super) fn places(&self, step: &TechniqueStep) -> String {
        match step.houses.is_empty() {
            false => self.list(step.houses.iter().map(|it| self.house(it.house))),
            true if step.cells.is_empty() => {
                let marked = step.links.iter().flat_map(|it| it.link.from.cells);
                let mut cells: Vec<Cell> = marked.collect();
                cells.sort_unstable();
                cells.dedup();
                self.list(cells.into_iter().map(|cell| self.cell(cell)))
            }
            true => self.list(self.pattern_cells(step).map(|it| self.cell(it))),
        }
    }

    /// Returns the cells of a step's pattern. For a step without a pattern, such as a single, returns the target cell.
    fn pattern_cells<'s>(&self, step: &'s TechniqueStep) -> impl Iterator<Item = Cell> + 's {
        let is_part = |role: StepRole| matches!(role, StepRole::Part(_));
        let has_parts = step.cells.iter().any(|it| is_part(it.role));
        let wanted = step
            .cells
            .iter()
            .filter(move |it| is_part(it.role) == has_parts);
        wanted.map(|it| it.cell)
    }

    /// Returns the cells of a pattern with their candidates, such as `r1c2 (4/6), r1c8 (4/6)`.
    fn pattern(&self, step: &TechniqueStep) -> String {
        let parts = step.cells.iter().filter_map(|it| {
            let StepRole::Part(role) = it.role else {
                return None;
            };
            let digits: Vec<String> = it.candidates.iter().map(|it| self.digit(*it)).collect();
            let set = match role {
                Role::LockedSet(n) => format!("{}: ", char::from(b'A' + n % 26)),
                _ => String::new(),
            };
            Some(format!(
                "{set}{} ({})",
                self.cell(it.cell),
                digits.join("/")
            ))
        });
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            false => self.list(parts),
            true => self.marked(step),
        }
    }

    /// Returns the candidates of a step's pattern as text: each digit with its cells, such as `4: r1c2, r1c8`.
    fn marked(&self, step: &TechniqueStep) -> String {
        let mut parts = Vec::new();
        for digit in step.digits.iter().copied() {
            let is_part = |role| matches!(role, StepRole::Part(_));
            let of_digit = step
                .candidates
                .iter()
                .filter(|it| it.digit == digit && is_part(it.role));
            let cells: Vec<String> = of_digit.map(|it| self.cell(it.cell)).collect();
            if !cells.is_empty() {
                parts.push(format!("{}: {}", self.digit(digit), self.list(cells)));
            }
        }
        parts.join("; ")
    }

    /// Returns the links of a chain as implications, such as `r1c2 ≠ 4 › r1c8 = 4`. Returns an empty text for a
    /// step with fewer than two links, for almost locked sets, and for nets, whose links branch.
    fn chain(&self, step: &TechniqueStep) -> String {
        let is_chain = !matches!(step.family, Family::AlmostLockedSet) && step.links.len() > 1;
        if !is_chain || step.links.iter().any(|it| it.is_joint) {
            return String::new();
        }
        let mut chains: Vec<String> = Vec::new();
        let mut last: Option<&ExplainedLink> = None;
        for it in &step.links {
            let link = it.link;
            let follows = last.is_some_and(|last| {
                last.chain == it.chain
                    && last.link.to == link.from
                    && last.link.strong != link.strong
            });
            let to = self.node(link.to, link.strong);
            match chains.last_mut().filter(|_| follows) {
                Some(chain) => *chain += &format!("{NEXT}{to}"),
                None => chains.push(format!("{}{NEXT}{to}", self.node(link.from, !link.strong))),
            }
            last = Some(it);
        }
        chains.join("; ")
    }

    fn node(&self, node: ChainNode, is_true: bool) -> String {
        let cells: Vec<String> = node.cells.map(|cell| self.cell(cell)).collect();
        let sign = if is_true { '=' } else { '≠' };
        format!("{} {sign} {}", cells.join("/"), self.digit(node.digit))
    }

    /// Returns the paragraphs about a step, without an explanation of the technique. If steps are described in
    /// full, the only paragraph gives the pattern, the reason why the step is valid, and its effect. Otherwise, the
    /// paragraphs give the place, the pattern and the chain of the step.
    pub(super) fn particulars(&self, step: &TechniqueStep) -> Vec<String> {
        if let Some(language) = self.full() {
            let text = step.clone().in_language(language).text;
            let space = if self.texts.spaces { " " } else { "" };
            return vec![format!("{}{space}{}", text.what, text.why)];
        }
        let pattern = self.pattern(step);
        let all = [self.where_to_look(step), pattern, self.chain(step)];
        all.into_iter().filter(|it| !it.is_empty()).collect()
    }

    /// Returns the paragraphs about a step. An explanation of the technique comes first, unless steps are described
    /// in full.
    pub(super) fn paragraphs(&self, step: &TechniqueStep) -> Vec<String> {
        let about = self.texts.technique(step.technique).about;
        let about = Some(about).filter(|about| self.full().is_none() && !about.is_empty());
        about.into_iter().chain(self.particulars(step)).collect()
    }

    fn where_to_look(&self, step: &TechniqueStep) -> String {
        filled(&self.texts.look_at, &[("places", &self.places(step))])
    }

    /// Returns the three hints for a step, each more specific than the hint before it.
    pub(super) fn hints(&self, step: &TechniqueStep) -> [String; 3] {
        let name = self.name(step.technique);
        if let Some(language) = self.full() {
            let text = step.clone().in_language(language).text;
            let third = format!("{} {}", text.what, self.effect(step));
            return [text.nudge, text.place, third];
        }
        let texts = self.texts;
        let nudge = match step.family {
            Family::Single => &texts.nudge_single,
            Family::LockedCandidates => &texts.nudge_locked,
            Family::Subset => &texts.nudge_subset,
            Family::Fish => &texts.nudge_fish,
            Family::SingleDigit => &texts.nudge_single_digit,
            Family::Wing => &texts.nudge_wing,
            Family::Uniqueness => &texts.nudge_uniqueness,
            Family::Colours => &texts.nudge_colours,
            Family::Chain => &texts.nudge_chain,
            Family::AlmostLockedSet => &texts.nudge_locked_sets,
            Family::Forcing => &texts.nudge_forcing,
        };
        let what = format!("{name}: {}", self.effect(step));
        [nudge.clone(), self.where_to_look(step), what]
    }

    /// Returns the effect of a single as text, such as `r5c4 = 4 (box 5)`. For a naked single, the text has no
    /// house: `r5c4 = 4`.
    pub(super) fn placed(&self, step: &TechniqueStep) -> String {
        let effect = self.effect(step);
        match step
            .houses
            .first()
            .filter(|_| step.technique != Technique::NakedSingle)
        {
            Some(it) => format!("{effect} ({})", self.house(it.house)),
            None => effect,
        }
    }
}
