//! The folders of a run's packs, by the name of the run and the number of each pack.

use crate::config::Job;
use std::path::{Path, PathBuf};

/// Returns a path with an ending added to its last name.
pub(super) fn path_with(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Returns the folders of a run's packs in order: `target` itself, or `target-001` and so on, with
/// the same number of digits for all.
pub fn folders(target: &Path, job: &Job) -> Vec<PathBuf> {
    let Some(of) = job.packs() else {
        return vec![target.to_owned()];
    };
    let width = of.to_string().len().max(3);
    let folder = |number: u64| path_with(target, &format!("-{number:0width$}"));
    (1..=of).map(folder).collect()
}

/// Returns the folder and the job of the first of a run's packs, or of the only one.
pub fn first_pack(target: &Path, job: &Job) -> (PathBuf, Job) {
    let folder = folders(target, job).swap_remove(0);
    let job = match job.part {
        None => job.clone(),
        Some(_) => job.of_part(1),
    };
    (folder, job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    fn job(of: u64) -> Job {
        let asked = Settings {
            per_level: Some(4),
            packs: Some(of),
            ..Settings::default()
        };
        let order = asked.over(Settings::defaults().unwrap()).order();
        order.unwrap().job
    }

    #[test]
    fn numbers_are_as_wide_as_the_last() {
        let ends = |of| {
            let folders = folders(Path::new("out/books"), &job(of));
            let name = |path: &PathBuf| path.display().to_string();
            (
                folders.len() as u64,
                folders.first().map(name),
                folders.last().map(name),
            )
        };
        let expected = |first: &str, last: &str| (Some(first.to_owned()), Some(last.to_owned()));
        let (first, last) = expected("out/books-001", "out/books-012");
        assert_eq!(ends(12), (12, first, last));
        let (first, last) = expected("out/books-0001", "out/books-1000");
        assert_eq!(ends(1000), (1000, first, last));
    }
}
