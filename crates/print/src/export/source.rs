//! Describes the source of exported puzzles, for files that name their source: the packs' names, seeds, scheme,
//! program versions, algorithms and seals.

use crate::pack::Pack;

/// The title and the source of exported puzzles, for formats that have room for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceInfo {
    /// The name of the pack or list.
    pub title: String,
    /// The facts about the source, each with a name and a value, such as the seed.
    pub notes: Vec<(String, String)>,
}

impl SourceInfo {
    /// Returns the description of packs of one scheme: their names, seeds, scheme, program versions, algorithms and
    /// seals.
    pub fn of(packs: &[Pack]) -> Self {
        let of_each = |tell: &dyn Fn(&Pack) -> String| {
            let told: Vec<String> = packs.iter().map(tell).collect();
            told.join(", ")
        };
        let name = |pack: &Pack| {
            let name = pack.folder().file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let origin = |pack: &Pack| {
            let origin = pack.manifest().job.origin();
            origin.strip_prefix("seed ").unwrap_or(&origin).to_owned()
        };
        let scheme = packs.first().map(|it| &it.manifest().job.scheme.name);
        let notes = [
            ("seed", of_each(&origin)),
            ("scheme", scheme.cloned().unwrap_or_default()),
            (
                "program_version",
                of_each(&|pack| pack.manifest().program.clone()),
            ),
            (
                "algorithm",
                of_each(&|pack| pack.manifest().algorithm.to_string()),
            ),
            ("pack_seal", of_each(&|pack| pack.seal().to_owned())),
        ];
        Self {
            title: of_each(&name),
            notes: notes.map(|(name, value)| (name.to_owned(), value)).into(),
        }
    }
}
