//! Inside of a folder, modules import their neighbours in one direction only.

use std::collections::{BTreeMap, BTreeSet};

use crate::architecture::{Source, sources};

/// Where the modules of each crate are.
const CRATES: [&str; 24] = [
    "mcp-macros/src",
    "mcp-runtime/src",
    "crates/acp/src",
    "crates/auth/src",
    "crates/bridge/src",
    "crates/client/src",
    "crates/client-macros/src",
    "crates/codegen/src",
    "crates/host/src",
    "crates/https/src",
    "crates/keychain/src",
    "crates/lint/src",
    "crates/observe/src",
    "crates/openapi/src",
    "crates/openapi-macros/src",
    "crates/protocol/src",
    "crates/redis/src",
    "crates/relay/src",
    "crates/rmcp/src",
    "crates/schema/src",
    "crates/ship/src",
    "crates/skills/src",
    "crates/tools/src",
    "crates/web/src",
];

type Path = Vec<String>;

/// A file as a module, by its path from the top of the crate.
struct Module {
    path: Path,
    /// The paths that its code names, from the top of the crate.
    names: Vec<Path>,
    /// What it imports: the name that this has here, and the path.
    imports: Vec<(String, Path)>,
}

impl Module {
    fn read(source: &Source, top: &str) -> Self {
        let file = source.path.trim_start_matches(top).trim_end_matches(".rs");
        let mut path: Path = file.split('/').skip(1).map(str::to_owned).collect();
        path.pop_if(|name| matches!(name.as_str(), "mod" | "lib"));
        let mut module = Self { path, names: Vec::new(), imports: Vec::new() };
        let code = code(source);
        let mut tokens = Tokens(tokens(&code));
        while let Some(token) = tokens.next() {
            match token {
                // Not what `impl Trait + use<'a>` captures.
                "use" if tokens.peek() != Some("<") => {
                    let mut leaves = Vec::new();
                    tokens.tree(&[], &mut leaves);
                    for (name, path) in leaves {
                        let path = module.absolute(&path);
                        module.imports.push((name, path.clone()));
                        module.names.push(path);
                    }
                }
                "crate" | "super" if tokens.peek() == Some("::") => {
                    let written = tokens.path(token);
                    let path = module.absolute(&written);
                    module.names.push(path);
                }
                _ => {}
            }
        }
        module
    }

    fn absolute(&self, path: &[String]) -> Path {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let base = match path.first().map(String::as_str) {
            Some("crate") => return path[1..].to_vec(),
            Some("self") => return [&self.path, &path[1..]].concat(),
            _ => &self.path[..self.path.len().saturating_sub(supers)],
        };
        [base, &path[supers..]].concat()
    }
}

/// The modules of a crate, without those that are tests alone.
fn modules(top: &str) -> Vec<Module> {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("/fuzz.rs");
    let sources = sources(&[top]).into_iter().filter(|source| !is_test(&source.path));
    sources.map(|source| Module::read(&source, top)).collect()
}

/// The code of a file, without its tests.
fn code(source: &Source) -> String {
    let lines: Vec<&str> = source.code().map(|(_, line)| line).collect();
    let is_tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    let end = lines.windows(2).position(is_tests).unwrap_or(lines.len());
    lines[..end].join("\n")
}

struct Tokens<'a>(Vec<&'a str>);

/// Words, `::` and single characters, the last one first.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            first => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens.reverse();
    tokens
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.pop()
    }

    fn peek(&self) -> Option<&'a str> {
        self.0.last().copied()
    }

    fn take(&mut self, token: &str) -> bool {
        self.0.pop_if(|next| *next == token).is_some()
    }

    /// The rest of a path that begins like this.
    fn path(&mut self, first: &str) -> Path {
        let mut path = vec![first.to_owned()];
        while self.take("::") {
            path.extend(self.next().map(str::to_owned));
        }
        path
    }

    /// What a `use` imports: the name that it has here, and the path.
    fn tree(&mut self, before: &[String], leaves: &mut Vec<(String, Path)>) {
        let mut path = before.to_vec();
        loop {
            match self.next() {
                Some("{") => {
                    while !self.take("}") {
                        self.tree(&path, leaves);
                        self.take(",");
                    }
                    return;
                }
                Some("self") if !path.is_empty() => {}
                Some(name) => path.push(name.to_owned()),
                None => return,
            }
            if !self.take("::") {
                break;
            }
        }
        let alias = if self.take("as") { self.next() } else { None };
        let name = alias.map_or_else(|| path.last().cloned().unwrap_or_default(), str::to_owned);
        leaves.push((name, path));
    }
}

/// Which of the modules in a folder import which others.
fn neighbours(modules: &[Module], folder: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let below = |path: &Path| path.starts_with(folder).then(|| path.get(folder.len()).cloned());
    let inside = || modules.iter().filter_map(|module| Some((below(&module.path)??, module)));
    let names: BTreeSet<String> = inside().map(|(name, _)| name).collect();
    // What the folder itself makes visible belongs to the module that it comes from.
    let top = modules.iter().find(|module| module.path == folder);
    let exports: BTreeMap<&String, String> = top
        .into_iter()
        .flat_map(|top| &top.imports)
        .filter_map(|(name, path)| Some((name, below(path)??)))
        .collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (own, module) in inside() {
        let used = module.names.iter().filter_map(|path| below(path)?).filter_map(|name| {
            if names.contains(&name) {
                Some(name)
            } else {
                exports.get(&name).filter(|module| names.contains(*module)).cloned()
            }
        });
        graph.entry(own.clone()).or_default().extend(used.filter(|used| *used != own));
    }
    graph
}

/// The modules that import each other in a circle: what is left when those are taken away, again
/// and again, that import nothing which is left, or that nothing imports.
fn circle(mut graph: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let imported: BTreeSet<String> = graph.values().flatten().cloned().collect();
        let names: BTreeSet<String> = graph.keys().cloned().collect();
        graph.retain(|name, imports| {
            imports.retain(|name| names.contains(name));
            !imports.is_empty() && imported.contains(name)
        });
        if graph.len() == names.len() {
            return graph;
        }
    }
}

/// Every folder, and what is at the top.
fn folders(modules: &[Module]) -> BTreeSet<Path> {
    let above = |module: &Module| {
        let path = module.path.clone();
        (0..path.len()).map(move |length| path[..length].to_vec())
    };
    modules.iter().flat_map(above).collect()
}

#[test]
fn modules_import_their_neighbours_in_one_direction() {
    let mut checked = 0;
    for top in CRATES {
        let modules = modules(top);
        let folders = folders(&modules);
        checked += folders.len();
        for folder in folders {
            let circle = circle(neighbours(&modules, &folder));
            assert!(circle.is_empty(), "{top}: {folder:?} has a circle: {circle:#?}");
        }
    }
    assert!(checked > 30, "{checked}");
}
