//! Tests that the imports between the files of a crate form no cycle.
//!
//! A name that a module re-exports with `pub use` is followed to the file that defines it, so only real dependencies
//! count.

use crate::source::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The files of one crate, by the modules that they hold.
struct Crate<'a>(BTreeMap<&'a [String], &'a Source>);

impl<'a> Crate<'a> {
    fn of(sources: &'a [Source], krate: &str) -> Self {
        let files = sources.iter().filter(|source| source.krate == krate);
        Self(files.map(|it| (it.module.as_slice(), it)).collect())
    }

    /// Returns the file that a path in the module `from` leads to, or `None` if the path leads outside the crate.
    /// `hops` is the number of re-exports that were already followed. At most eight are followed.
    fn target(&self, from: &[String], path: &[String], hops: u8) -> Option<&'a Source> {
        let (mut module, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.to_vec(), &path[1..]),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                (from[..from.len().checked_sub(up)?].to_vec(), &path[up..])
            }
            name if self.child(from, name).is_some() => (from.to_vec(), path),
            _ => return None,
        };
        while let Some(child) = rest.first().and_then(|name| self.child(&module, name)) {
            module = child;
            rest = &rest[1..];
        }
        let file = self.0.get(module.as_slice())?;
        match rest.first().and_then(|name| file.code.handed_on.get(name)) {
            // Some names are handed on more than once; none as often as this.
            Some(path) if hops < 8 => self.target(&module, path, hops + 1),
            _ => Some(file),
        }
    }

    fn child(&self, module: &[String], name: &str) -> Option<Vec<String>> {
        let child = [module, &[name.to_owned()]].concat();
        self.0.contains_key(child.as_slice()).then_some(child)
    }

    /// Returns the modules of the files that a file uses directly.
    fn uses(&self, source: &Source) -> BTreeSet<&'a [String]> {
        let paths = source.code.paths.iter().filter(|path| !path.is_empty());
        let targets = paths.filter_map(|path| self.target(&source.module, path, 0));
        targets
            .map(|target| target.module.as_slice())
            .filter(|module| *module != source.module)
            .collect()
    }

    /// Returns for each file all files that it needs, directly or through other files.
    fn needs(&self) -> BTreeMap<&'a [String], BTreeSet<&'a [String]>> {
        let files = self.0.iter();
        let direct: BTreeMap<_, _> = files.map(|(module, it)| (*module, self.uses(it))).collect();
        let reach = |start: &&'a [String]| {
            let mut found = BTreeSet::new();
            let mut open = vec![*start];
            while let Some(module) = open.pop() {
                open.extend(direct[module].iter().filter(|next| found.insert(**next)));
            }
            (*start, found)
        };
        direct.keys().map(reach).collect()
    }

    /// Returns the cycles of imports, each as the list of its files.
    fn circles(&self) -> BTreeSet<Vec<&'a str>> {
        let needs = self.needs();
        let rounds = needs.iter().filter(|(file, all)| all.contains(*file));
        rounds
            .map(|(file, all)| {
                let around = all.iter().filter(|other| needs[*other].contains(file));
                around.map(|it| self.0[*it].place.as_str()).collect()
            })
            .collect()
    }
}

#[test]
fn no_file_needs_itself() {
    let names: BTreeSet<&str> = sources().iter().map(|source| source.krate).collect();
    assert_eq!(names.len(), 8);
    for name in names {
        let circles = Crate::of(sources(), name).circles();
        let shown: Vec<String> = circles.iter().map(|circle| circle.join(" ")).collect();
        assert!(shown.is_empty(), "{name}:\n{}", shown.join("\n"));
    }
}

/// The check for cycles can fail, also when names are re-exported and imports take several lines.
#[test]
fn circles_are_seen() {
    let file = |place: &str, text: &str| {
        let module = place.strip_suffix("/mod").unwrap_or(place);
        let module = module.split('/').map(str::to_owned).collect();
        Source::new("engine", place.to_owned(), module, text.to_owned())
    };
    let files = [
        file(
            "grid/mod",
            "mod cell; mod row; pub use cell::Cell; pub use row::Row;",
        ),
        file(
            "grid/cell",
            "use crate::{\n    grid::{\n        Row,\n    },\n};",
        ),
        file("grid/row", "fn of() { vec![super::Cell::new()] }"),
        file("grid/free", "use super::Row;"),
    ];
    let circles = Crate::of(&files, "engine").circles();
    assert_eq!(circles, BTreeSet::from([vec!["grid/cell", "grid/row"]]));
}
