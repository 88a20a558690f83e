//! The survey of a run, which finds out from the names of files alone which shards are published.

use super::error::ShardError;
use super::name::ShardName;
use super::plan::Run;

/// The names of the published shards, by index.
#[derive(Debug)]
pub struct Survey(Vec<Option<ShardName>>);

impl Run<'_> {
    /// Reads the names of all published shards. If a shard exists with several allowances (puzzles kept beyond
    /// the quota), the file with the largest allowance counts. Files that are not shards, such as those of
    /// killed attempts, are ignored.
    ///
    /// # Errors
    /// If the storage fails, a shard exists twice with different bytes, or a file has a range that
    /// no shard of the plan has.
    pub fn survey(&self) -> Result<Survey, ShardError> {
        let mut found = vec![None; self.plan.shards as usize];
        for folder in 0..self.plan.folders() {
            let mut names = self.names_in(folder)?;
            // If two files conflict, the error always names the same two.
            names.sort_by_key(ToString::to_string);
            for name in names {
                let index = self.index_in(folder, &name)?;
                if let Some(best) = found.get_mut(index as usize) {
                    self.put_best(best, name, index)?;
                }
            }
        }
        Ok(Survey(found))
    }

    /// Returns the name of the shard with this index, or `None` if it is not published.
    ///
    /// # Errors
    /// Same as [`Run::survey`], for this shard only.
    pub fn find(&self, index: u64) -> Result<Option<ShardName>, ShardError> {
        let range = self.plan.range(index);
        let mut best = None;
        let names = self.names_in(self.plan.folder_of(index))?;
        for name in names.into_iter().filter(|it| it.range == range) {
            self.put_best(&mut best, name, index)?;
        }
        Ok(best)
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

    fn names_in(&self, folder: u64) -> Result<Vec<ShardName>, ShardError> {
        let folder = self.plan.folder_path(folder);
        let listed = self.store.list(&folder);
        let listed = listed.map_err(|source| self.fails(&folder, source))?;
        let names = listed.iter().filter_map(|name| ShardName::parse(name));
        Ok(names.collect())
    }

    /// Returns the index of the shard with this name, whose file is in the folder with this number.
    fn index_in(&self, folder: u64, name: &ShardName) -> Result<u64, ShardError> {
        let is_inside = name.range.start < self.plan.count();
        let index = is_inside.then(|| self.plan.index_of(name.range.start));
        let is_own = |index: &u64| {
            self.plan.range(*index) == name.range && self.plan.indices_in(folder).contains(index)
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
            Some(there) if there.allowance == name.allowance => Err(ShardError::TwoDigests {
                index,
                one: self.place_of(there),
                other: self.place_of(&name),
            }),
            Some(there) if there.allowance > name.allowance => Ok(()),
            _ => {
                *best = Some(name);
                Ok(())
            }
        }
    }
}

impl Survey {
    /// Returns the name of the shard with this index, or `None` if it is not published.
    pub fn shard(&self, index: u64) -> Option<&ShardName> {
        self.0.get(usize::try_from(index).ok()?)?.as_ref()
    }

    /// Returns the indices of the shards that are missing, in ascending order.
    pub fn missing(&self) -> Vec<u64> {
        let all = (0..).zip(&self.0);
        all.filter_map(|(index, name)| name.is_none().then_some(index))
            .collect()
    }
}

/// Formats ascending indices of shards as in `3,17,40-42`, a form that batch systems accept.
pub fn index_list(indices: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &index in indices {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => runs.push((index, index)),
        }
    }
    let text = |(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::index_list;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(index_list(&[3, 17, 40, 41, 42]), "3,17,40-42");
        assert_eq!(index_list(&[0, 1, 3]), "0-1,3");
        assert_eq!(index_list(&[7]), "7");
        assert_eq!(index_list(&[]), "");
    }
}
