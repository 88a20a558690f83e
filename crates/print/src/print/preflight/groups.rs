//! Groups faults by rule: a fault on every page is reported once, with its pages.

use crate::print::read::Fault;
use std::fmt;

/// The maximum number of page ranges that a message lists; further ranges are only counted.
const MOST_STRETCHES: usize = 6;

/// A group of a file's faults that concern the same rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultGroup {
    /// The description of the worst fault, used for the whole group.
    pub rule: String,
    /// The page of the worst fault; `None` if all faults of the group have the same text.
    pub worst: Option<usize>,
    /// The first and last page of each page range, from 1; empty for a fault of the whole file.
    pub pages: Vec<(usize, usize)>,
}

/// Groups faults that are sorted by page. Groups are in the order in which their rules first occur.
pub fn groups(faults: &[Fault]) -> Vec<FaultGroup> {
    let mut groups: Vec<(&str, Vec<&Fault>)> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for fault in faults {
        let at = *places.entry(fault.rule()).or_insert_with(|| {
            groups.push((fault.rule(), Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(fault);
    }
    let grouped = groups.into_iter().filter_map(|(_, faults)| {
        let worst = faults.iter().rev().max_by_key(|fault| fault.badness())?;
        let differ = faults.iter().any(|fault| fault.what != worst.what);
        Some(FaultGroup {
            rule: worst.what.clone(),
            worst: differ.then_some(worst.page),
            pages: stretches(faults.iter().map(|fault| fault.page)),
        })
    });
    grouped.collect()
}

fn stretches(pages: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for page in pages.filter(|page| *page > 0) {
        match stretches.last_mut() {
            Some((_, last)) if page <= *last + 1 => *last = page,
            _ => stretches.push((page, page)),
        }
    }
    stretches
}

impl fmt::Display for FaultGroup {
    /// Writes a line such as `pages 1–82: no TrimBox`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |&(first, last): &(usize, usize)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}–{last}"),
        };
        let told: Vec<String> = self.pages.iter().take(MOST_STRETCHES).map(shown).collect();
        let told = told.join(", ");
        match self.pages.as_slice() {
            [] => {}
            [(first, last)] if first == last => write!(f, "page {first}: ")?,
            stretches if stretches.len() <= MOST_STRETCHES => write!(f, "pages {told}: ")?,
            stretches => {
                let count: usize = stretches.iter().map(|(first, last)| last - first + 1).sum();
                let last = stretches.last().map_or(0, |it| it.1);
                write!(f, "pages {told} … {last} ({count} pages): ")?;
            }
        }
        f.write_str(&self.rule)?;
        self.worst
            .map_or(Ok(()), |page| write!(f, " (page {page}, the worst)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_told_once_with_its_pages() {
        let told = |pages: &[usize]| {
            let faults: Vec<Fault> = pages.iter().map(|&it| Fault::new(it, "no box")).collect();
            let groups = groups(&faults);
            assert_eq!(groups.len(), 1);
            groups[0].to_string()
        };
        assert_eq!(told(&[0]), "no box");
        assert_eq!(told(&[7]), "page 7: no box");
        assert_eq!(told(&[1, 2, 3, 5, 8, 9]), "pages 1–3, 5, 8, 9: no box");
        let odd: Vec<usize> = (1..=81).step_by(2).collect();
        assert_eq!(
            told(&odd),
            "pages 1, 3, 5, 7, 9, 11 … 81 (41 pages): no box"
        );
        let measured = |page, size: f64| {
            let what = format!("type of {size} pt, under 7 pt");
            Fault::measured(page, what, "type under 7 pt", -size)
        };
        let faults = [measured(1, 6.5), measured(2, 5.0), Fault::new(2, "marks")];
        let said: Vec<String> = groups(&faults).iter().map(ToString::to_string).collect();
        let type_size = "pages 1, 2: type of 5 pt, under 7 pt (page 2, the worst)";
        assert_eq!(said, [type_size, "page 2: marks"]);
    }
}
