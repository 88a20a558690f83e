//! Makes the commands for the steps of a life, each with the change that it makes to the ledger if it succeeds.

use super::Step;
use super::model::{LedgerChange, Task};
use super::world::{LEDGER, World};
use std::fs;
use sudoku_factory::grid::PuzzleId;

fn task(words: String, change: LedgerChange) -> Task {
    Task { words, change }
}

/// Returns the command that makes a pack.
pub fn make(seed: u8, count: u8) -> Task {
    let name = format!("m{seed}-{count}");
    let words =
        format!("--seed {seed} --count {count} --name {name} --ledger {LEDGER} --threads 1 -q");
    task(words, LedgerChange::Publish { name, base: None })
}

/// Returns the item with this number, modulo the count of items.
pub fn pick<T: Clone>(items: &[T], number: u8) -> Option<T> {
    let place = usize::from(number).checked_rem(items.len())?;
    items.get(place).cloned()
}

/// Returns the shipment of these puzzles, or `None` if there are none.
fn shipment(title: u8, ids: Vec<PuzzleId>) -> Option<(String, LedgerChange)> {
    let title = (!ids.is_empty()).then(|| format!("T{title}"))?;
    Some((title.clone(), LedgerChange::Ship { title, ids }))
}

impl World {
    /// Returns the command of a step, or `None` if the step needs something that does not exist, such as a pack.
    pub(super) fn task(&mut self, step: &Step) -> Option<Task> {
        self.count += 1;
        match step {
            Step::Make { seed, count } => Some(make(*seed, *count)),
            Step::Extend { pack } => self.extend(*pack),
            Step::Take { limit } => self.take(*limit),
            Step::Export { pack, limit, title } => self.export(*pack, *limit, *title),
            Step::Ship {
                first,
                count,
                title,
            } => self.ship((*first).into(), (*count).into(), *title),
            Step::Unship { title } => {
                let title = format!("T{title}");
                let words = format!("ledger unship {title}");
                Some(task(words, LedgerChange::Unship { title }))
            }
            Step::Retire { puzzle } => {
                let published: Vec<_> = self.records.published.keys().copied().collect();
                let id = pick(&published, *puzzle)?;
                Some(task(
                    format!("ledger retire {id}"),
                    LedgerChange::Retire { id },
                ))
            }
            Step::Merge { seed } => Some(self.merge(*seed)),
            Step::BackUp => {
                let words = format!("ledger backup copy/{}.sqlite", self.count);
                Some(task(words, LedgerChange::Other))
            }
            Step::Serve { .. } | Step::Delete { .. } | Step::Restore | Step::Rebuild => None,
        }
    }

    fn extend(&self, pack: u8) -> Option<Task> {
        let base = pick(&self.there(), pack).filter(|name| name.starts_with('m'))?;
        let name = format!("x{base}");
        let words = format!(
            "extend output/{base} --count 30 --name {name} --ledger {LEDGER} --threads 1 -q"
        );
        let base = Some(base);
        Some(task(words, LedgerChange::Publish { name, base }))
    }

    fn take(&self, limit: u8) -> Option<Task> {
        let packs = self.there();
        let packs: Vec<String> = packs.iter().map(|it| format!("output/{it}")).collect();
        let packs = (!packs.is_empty()).then(|| packs.join(" "))?;
        let name = format!("t{}", self.count);
        let words =
            format!("take {packs} --ledger {LEDGER} --limit {limit} --out picked --name {name} -q");
        Some(task(words, LedgerChange::Other))
    }

    fn export(&self, pack: u8, limit: u8, title: u8) -> Option<Task> {
        let name = pick(&self.there(), pack)?;
        let ids = self.packs[&name].0.iter().copied();
        let (title, change) = shipment(title, ids.take(limit.into()).collect())?;
        let file = format!("{title}-{name}-{limit}.txt");
        let words =
            format!("export output/{name} --to line --limit {limit} -o {file} --ship {title}");
        Some(task(words, change))
    }

    fn ship(&self, first: usize, count: usize, title: u8) -> Option<Task> {
        let published = &self.records.published;
        let first = first % published.len().max(1);
        let ids: Vec<PuzzleId> = published.keys().copied().skip(first).take(count).collect();
        let file = format!("ids-{}.txt", self.count);
        let lines: String = ids.iter().map(|id| format!("{id}\n")).collect();
        fs::write(self.at(&file), lines).unwrap();
        let (title, change) = shipment(title, ids)?;
        Some(task(
            format!("ledger ship --title {title} --ids {file}"),
            change,
        ))
    }

    /// Plans a run and makes its shards, and returns the command that merges them.
    fn merge(&self, seed: u8) -> Task {
        let run = format!("run-{}", self.count);
        let plan = format!("plan --run {run} --shards 2 --count 12 --seed {seed}");
        self.done(&format!("{plan} --ledger {LEDGER} -q"));
        (0..2).for_each(|index| self.done(&format!("shard --run {run} --index {index} -q")));
        let name = format!("g{}", self.count);
        let words = format!("merge --run {run} --name {name} --ledger {LEDGER} -q");
        task(words, LedgerChange::Publish { name, base: None })
    }
}
