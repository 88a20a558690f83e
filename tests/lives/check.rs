//! Compares the folder with the model: the ledger's records of every puzzle, and the packs in the output folder.

use super::model::{LedgerChange, Task};
use super::world::{World, read_pack};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Ledger, LedgerError};
use sudoku_factory::pack::MANIFEST_FILE;

/// The records that the ledger holds.
#[derive(Debug, Default)]
struct LedgerRecords {
    published: BTreeMap<PuzzleId, String>,
    shipped: BTreeMap<String, Vec<PuzzleId>>,
    retired: BTreeSet<PuzzleId>,
    /// The puzzles taken by each HTTP request.
    taken: Vec<BTreeSet<PuzzleId>>,
}

fn said_by(ledger: &Ledger) -> LedgerRecords {
    let mut said = LedgerRecords::default();
    let mut numbered: BTreeMap<String, BTreeMap<u64, PuzzleId>> = BTreeMap::new();
    let read = ledger.for_each::<LedgerError>(None, |puzzle| {
        let id = puzzle.entry.id;
        said.published.insert(id, puzzle.pack.name);
        if puzzle.retired.is_some() {
            said.retired.insert(id);
        }
        if let Some((shipment, place)) = puzzle.shipped {
            let places = numbered.entry(shipment.title).or_default();
            places.insert(place, id);
        }
        Ok(())
    });
    read.unwrap();
    for (title, places) in numbered {
        if title.starts_with("http take ") {
            said.taken.push(places.into_values().collect());
            continue;
        }
        assert!(
            places.keys().copied().eq(1..=places.len() as u64),
            "{title}: {places:?}"
        );
        said.shipped.insert(title, places.into_values().collect());
    }
    said.taken.sort();
    said
}

impl World {
    /// Compares the folder with the model. The command `killed`, and each command that was killed and put off, must
    /// have made its whole change or none of it.
    ///
    /// # Panics
    /// If the folder is not as the model says.
    pub(super) fn check(&mut self, killed: Option<&Task>) {
        let tasks: Vec<Task> = self.put_off.iter().chain(killed).cloned().collect();
        let said = {
            let ledger = self.ledger();
            assert_eq!(ledger.check().unwrap().findings, Vec::<String>::new());
            said_by(&ledger)
        };
        for task in &tasks {
            self.settle(task, &said);
        }
        assert_eq!(said.published, self.records.published);
        assert_eq!(said.shipped, self.records.shipped);
        assert_eq!(said.retired, self.records.retired);
        let mut taken: Vec<_> = self.records.taken.values().cloned().collect();
        taken.sort();
        assert_eq!(said.taken, taken);
        self.records.assert_once();
        self.check_packs(&tasks);
    }

    /// Applies the change of a killed command to the model, as far as the ledger has recorded it.
    fn settle(&mut self, task: &Task, said: &LedgerRecords) {
        let is_done = match &task.change {
            LedgerChange::Ship { title, ids } => said.shipped.get(title) == Some(ids),
            LedgerChange::Unship { title } => !said.shipped.contains_key(title),
            LedgerChange::Retire { id } => said.retired.contains(id),
            LedgerChange::Publish { name, .. } => {
                // The pack follows, with these puzzles.
                let own = said.published.iter().filter(|(_, pack)| *pack == name);
                for (&id, _) in own {
                    let first = self.records.published.entry(id);
                    first.or_insert_with(|| name.clone());
                }
                false
            }
            LedgerChange::Other => false,
        };
        if is_done {
            self.records.apply(&task.change);
        }
    }

    /// Checks that every pack still has the same bytes. A pack that is not in the model must come from one of these
    /// commands, and is added to the model.
    fn check_packs(&mut self, tasks: &[Task]) {
        for entry in fs::read_dir(self.at("output")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let folder = self.at("output").join(&name);
            if !folder.join(MANIFEST_FILE).exists() {
                continue;
            }
            match self.packs.get(&name) {
                Some(before) => assert_eq!(&read_pack(&folder), before, "{name} has changed"),
                None => {
                    let task = tasks.iter().find(|task| task.publishes(&name));
                    let task = task.unwrap_or_else(|| panic!("nobody made {name}"));
                    self.adopt(&name, task);
                }
            }
        }
    }
}
