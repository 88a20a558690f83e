//! Finds out, from the names of files alone, which shards of a run are published. Memory holds a byte for each
//! shard of the plan, and the names of one folder at a time, so a million shards need little memory.

use super::error::ShardError;
use super::name::ShardName;
use super::plan::Run;

/// The result of a search for the published shards of a run.
#[derive(Debug)]
pub struct Survey {
    published: Vec<bool>,
    missing: u64,
}

/// The names of the published shards in one folder, by index.
#[derive(Debug)]
pub(super) struct FolderNames {
    first: u64,
    names: Vec<Option<ShardName>>,
}

impl Run<'_> {
    /// Finds out which shards are published, from the names of all files, one folder after the other. Files that
    /// are not shards, such as the remains of killed attempts, are ignored.
    ///
    /// # Errors
    /// If the storage fails, a shard exists twice with different bytes, or the range in a file's name belongs to no
    /// shard of that folder.
    pub fn survey(&self) -> Result<Survey, ShardError> {
        let mut published = Vec::with_capacity(self.plan.shards as usize);
        for folder in 0..self.plan.folders() {
            let folder = self.names_in(folder)?;
            published.extend(folder.names.iter().map(Option::is_some));
        }
        let missing = published.iter().filter(|it| !**it).count() as u64;
        Ok(Survey { published, missing })
    }

    /// Returns the name of the shard with this index, or `None` if it is not published. If a shard exists with
    /// several allowances (puzzles kept beyond the quota), the file with the largest allowance counts.
    ///
    /// # Errors
    /// If the storage fails, or this shard exists twice with different bytes.
    pub fn find(&self, index: u64) -> Result<Option<ShardName>, ShardError> {
        let range = self.plan.range(index);
        let (mut best, mut problem) = (None, Ok(()));
        self.visit(self.plan.folder_of(index), |name| {
            if problem.is_ok() && name.range == range {
                problem = self.put_best(&mut best, name, index);
            }
        })?;
        problem?;
        Ok(best)
    }

    /// Reads the names of the shards in the folder with this number.
    ///
    /// # Errors
    /// Same as [`Run::survey`], for this folder only.
    pub(super) fn names_in(&self, folder: u64) -> Result<FolderNames, ShardError> {
        let indices = self.plan.indices_in(folder);
        let mut names = vec![None; (indices.end - indices.start) as usize];
        let mut problem = Ok(());
        self.visit(folder, |name| {
            if problem.is_ok() {
                problem = self.index_in(folder, &name).and_then(|index| {
                    let best = names.get_mut((index - indices.start) as usize);
                    best.map_or(Ok(()), |best| self.put_best(best, name, index))
                });
            }
        })?;
        problem?;
        Ok(FolderNames {
            first: indices.start,
            names,
        })
    }

    /// Returns the name of a shard's file in the storage.
    pub(super) fn file_of(&self, name: &ShardName) -> String {
        let folder = self.plan.folder_of(self.plan.index_of(name.range.start));
        format!("{}/{name}", self.plan.folder_path(folder))
    }

    /// Returns the name of a shard's file in the form that messages show to people.
    pub fn place_of(&self, name: &ShardName) -> String {
        self.store.place(&self.file_of(name))
    }

    /// Calls `visit` with the name of each shard in the folder with this number, perhaps more than once.
    fn visit(&self, folder: u64, mut visit: impl FnMut(ShardName)) -> Result<(), ShardError> {
        let folder = self.plan.folder_path(folder);
        let listed = self.store.list(&folder, &mut |name| {
            if let Some(name) = ShardName::parse(name) {
                visit(name);
            }
        });
        listed.map_err(|source| self.fails(&folder, source))
    }

    /// Returns the index of the shard with this name, whose file is in the folder with this number. Returns an
    /// error if no shard of the plan has this range and folder.
    fn index_in(&self, folder: u64, name: &ShardName) -> Result<u64, ShardError> {
        let is_inside = name.range.start < self.plan.count();
        let index = is_inside.then(|| self.plan.index_of(name.range.start));
        let is_own = |index: &u64| {
            self.plan.range(*index) == name.range && self.plan.folder_of(*index) == folder
        };
        index.filter(is_own).ok_or_else(|| {
            let folder = self.plan.folder_path(folder);
            ShardError::ForeignRange {
                place: self.store.place(&format!("{folder}/{name}")),
            }
        })
    }

    fn put_best(
        &self,
        best: &mut Option<ShardName>,
        name: ShardName,
        index: u64,
    ) -> Result<(), ShardError> {
        match best {
            Some(there) if there.allowance == name.allowance && *there != name => {
                // The error names the two in the same order whatever the order of the folder is.
                let mut places = [self.place_of(there), self.place_of(&name)];
                places.sort();
                let [one, other] = places;
                Err(ShardError::TwoDigests { index, one, other })
            }
            Some(there) if there.allowance >= name.allowance => Ok(()),
            _ => {
                *best = Some(name);
                Ok(())
            }
        }
    }
}

impl Survey {
    /// Returns whether the shard with this index is published.
    pub fn is_published(&self, index: u64) -> bool {
        let index = usize::try_from(index).ok();
        index.is_some_and(|it| self.published.get(it) == Some(&true))
    }

    /// Returns the number of missing shards.
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// Returns the indices of the missing shards, as in `3,17,40-42`.
    pub fn missing_list(&self) -> String {
        let all = (0..).zip(&self.published);
        index_list(all.filter_map(|(index, is_published)| (!is_published).then_some(index)))
    }
}

impl FolderNames {
    /// Returns whether the shard with this index belongs in this folder.
    pub(super) fn covers(&self, index: u64) -> bool {
        (self.first..self.first + self.names.len() as u64).contains(&index)
    }

    /// Returns the name of the shard with this index, or `None` if it is not published in this folder.
    pub(super) fn shard(&self, index: u64) -> Option<&ShardName> {
        let place = index.checked_sub(self.first)?;
        self.names.get(usize::try_from(place).ok()?)?.as_ref()
    }
}

/// Formats ascending indices of shards as in `3,17,40-42`, a form that batch systems accept.
fn index_list(indices: impl IntoIterator<Item = u64>) -> String {
    let mut list = String::new();
    let mut put = |first: u64, last: u64| {
        let comma = if list.is_empty() { "" } else { "," };
        list += &match first == last {
            true => format!("{comma}{first}"),
            false => format!("{comma}{first}-{last}"),
        };
    };
    let mut run: Option<(u64, u64)> = None;
    for index in indices {
        run = match run {
            Some((first, last)) if last + 1 == index => Some((first, index)),
            _ => {
                run.into_iter().for_each(|(first, last)| put(first, last));
                Some((index, index))
            }
        };
    }
    run.into_iter().for_each(|(first, last)| put(first, last));
    list
}

#[cfg(test)]
mod tests {
    use super::index_list;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(index_list([3, 17, 40, 41, 42]), "3,17,40-42");
        assert_eq!(index_list([0, 1, 3]), "0-1,3");
        assert_eq!(index_list([7]), "7");
        assert_eq!(index_list([]), "");
    }
}
