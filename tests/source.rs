//! Parses the source files of all crates with `syn`, for tests of the source code. It finds each file's module,
//! its imports, and the lengths of its functions. Unit tests are left out, since they may import anything.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The crates of the workspace: the short name, the folder, and the prefix of the files' names in these tests.
const CRATES: [(&str, &str, &str); 8] = [
    ("engine", "crates/engine/src", ""),
    ("pipeline", "crates/pipeline/src", ""),
    ("print", "crates/print/src", ""),
    ("factory", "src", ""),
    ("papers", "crates/papers/src", "papers/"),
    ("oracle", "crates/oracle/src", "oracle/"),
    ("bindings", "bindings/common/src", "bindings/"),
    ("web", "bindings/web/src", "web/"),
];

/// A source file of the workspace.
pub struct Source {
    /// The short name of the file's crate.
    pub krate: &'static str,
    /// The path of the file below the crate's `src`, without its extension, and with a prefix for the crates
    /// `papers`, `oracle`, `bindings` and `web`.
    pub place: String,
    /// The path of the module that the file holds, such as `["grid", "text"]` for `grid/text/mod.rs`.
    pub module: Vec<String>,
    pub text: String,
    pub code: Code,
}

/// The data of a parsed source file, without its unit tests.
#[derive(Default)]
pub struct Code {
    /// The paths that the code uses, such as `crate::grid::Cell`, each as a list of its segments.
    pub paths: Vec<Vec<String>>,
    /// The names that the module re-exports (`pub use`), with their paths.
    pub handed_on: BTreeMap<String, Vec<String>>,
    /// The functions in the file: the first line and the number of lines of each.
    pub functions: Vec<(usize, usize)>,
    /// The names of the types that the file defines outside functions: structs, enums, traits and aliases.
    pub types: Vec<String>,
    pub has_unsafe: bool,
}

impl Source {
    pub fn new(krate: &'static str, place: String, module: Vec<String>, text: String) -> Self {
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{place}: {error}"));
        let mut code = Code::default();
        code.visit_file(&parsed);
        Self {
            krate,
            place,
            module,
            text,
            code,
        }
    }

    /// Returns the name of the folder or file directly below `src` that the file belongs to.
    pub fn room(&self) -> &str {
        self.place.split('/').next().unwrap_or_default()
    }

    /// Returns whether the file is the head of a folder or crate (`mod.rs` or `lib.rs`).
    pub fn is_head(&self) -> bool {
        ["mod", "lib"].contains(&self.place.rsplit('/').next().unwrap_or_default())
    }
}

/// Returns all source files of the workspace, which are parsed once.
pub fn sources() -> &'static [Source] {
    static ALL: LazyLock<Vec<Source>> = LazyLock::new(|| {
        let crates = CRATES.iter();
        crates
            .flat_map(|(krate, folder, prefix)| sources_in(krate, folder, prefix))
            .collect()
    });
    &ALL
}

fn sources_in(krate: &'static str, folder: &str, prefix: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let source = |path: &PathBuf| {
        let below = path.strip_prefix(&root).unwrap().with_extension("");
        let place = below.to_string_lossy().replace('\\', "/");
        let mut module: Vec<String> = place.split('/').map(str::to_owned).collect();
        if ["mod", "lib"].contains(&module[module.len() - 1].as_str()) {
            module.pop();
        }
        let text = fs::read_to_string(path).unwrap();
        Source::new(krate, format!("{prefix}{place}"), module, text)
    };
    files.iter().map(source).collect()
}

impl Code {
    fn function(&mut self, head: &syn::Signature, body: &syn::Block) {
        let (start, end) = (head.span().start().line, body.span().end().line);
        self.functions.push((start, end - start + 1));
        self.has_unsafe |= head.unsafety.is_some();
    }

    /// Collects the paths in the arguments of a macro, which are not parsed as Rust.
    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for tree in tokens {
            match tree {
                proc_macro2::TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                proc_macro2::TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.paths.push(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                }
                proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                _ => self.paths.push(std::mem::take(&mut path)),
            }
            colons = 0;
        }
        self.paths.push(path);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let says_test = |list: &syn::MetaList| list.tokens.to_string() == "test";
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && says_test(list),
        _ => false,
    })
}

/// Collects the names and paths that a `use` imports, with its braces resolved.
fn leaves(tree: &syn::UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let longer = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => leaves(&path.tree, &longer(&path.ident), found),
        syn::UseTree::Name(name) if name.ident == "self" => {
            found.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
        }
        syn::UseTree::Name(name) => found.push((name.ident.to_string(), longer(&name.ident))),
        syn::UseTree::Rename(rename) => {
            found.push((rename.rename.to_string(), longer(&rename.ident)));
        }
        syn::UseTree::Glob(_) => found.push((String::new(), before.to_vec())),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                leaves(tree, before, found);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Code {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut found = Vec::new();
        leaves(&item.tree, &[], &mut found);
        match item.vis {
            syn::Visibility::Inherited => {
                self.paths.extend(found.into_iter().map(|(_, path)| path));
            }
            _ => self.handed_on.extend(found),
        }
    }

    /// Ignores visibilities, because `pub(super)` names a module but uses nothing of it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|it| it.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
            let types = self.types.len();
            visit::visit_item_fn(self, item);
            self.types.truncate(types);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
            let types = self.types.len();
            visit::visit_impl_item_fn(self, item);
            self.types.truncate(types);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.types.push(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.types.push(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.types.push(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.types.push(item.ident.to_string());
        visit::visit_item_type(self, item);
    }

    fn visit_expr_unsafe(&mut self, item: &'ast syn::ExprUnsafe) {
        self.has_unsafe = true;
        visit::visit_expr_unsafe(self, item);
    }
}
