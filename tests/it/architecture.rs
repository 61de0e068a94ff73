//! What the source promises about itself, read from its text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the workspace, by its path from the top.
pub(crate) struct Source {
    pub(crate) path: String,
    text: String,
}

impl Source {
    /// The lines that are code, with their numbers.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.starts_with("//"))
    }

    /// All lines, as they stand.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    /// The folder of the crate beside `mcp-runtime` that the file belongs to.
    pub(crate) fn in_crate(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }

    /// The module at the top of `mcp-runtime` that the file belongs to.
    fn module(&self) -> Option<&str> {
        let path = self.path.strip_prefix("mcp-runtime/src/")?;
        let name = path.split('/').next()?;
        let is_apart = |name: &&str| matches!(*name, "lib" | "private" | "fuzz");
        Some(name.trim_end_matches(".rs")).filter(|name| !is_apart(name))
    }
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a member of the workspace")
}

/// The Rust files below some directories. What is only compiled by a test does not count.
pub(crate) fn sources(directories: &[&str]) -> Vec<Source> {
    let mut files = Vec::new();
    for directory in directories {
        collect(&top().join(directory), &mut files);
    }
    let read = |path: PathBuf| Source {
        text: fs::read_to_string(&path).expect("a source can be read"),
        path: path.strip_prefix(top()).expect("it is below the top").display().to_string(),
    };
    let sources: Vec<Source> = files.into_iter().map(read).collect();
    assert!(!sources.is_empty(), "{directories:?}");
    sources
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the directory can be read") {
        let path = entry.expect("the entry can be read").path();
        let is_input = ["ui", "tests/expand", "target"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_input {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The runtime, and the crates beside it.
pub(crate) fn runtime() -> Vec<Source> {
    sources(&["mcp-runtime/src", "crates"])
}

pub(crate) fn everything() -> Vec<Source> {
    sources(&["mcp-macros", "mcp-runtime", "crates", "examples", "tests"])
}

/// The order that `ARCHITECTURE.md` states.
fn order() -> Vec<String> {
    let text = fs::read_to_string(top().join("ARCHITECTURE.md")).expect("the file can be read");
    let stated = text
        .split_once("A module imports only from modules to its left")
        .and_then(|(_, rest)| rest.split_once('`'))
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .expect("ARCHITECTURE.md states the order")
        .0;
    let names = stated.split('`').step_by(2).map(str::to_owned);
    names.collect()
}

#[test]
fn modules_import_only_from_their_left() {
    let order = order();
    assert!(order.len() >= 9, "{order:?}");
    let rank = |module: &str| order.iter().position(|name| name == module);
    for source in runtime() {
        let Some(module) = source.module() else { continue };
        let own = rank(module).unwrap_or_else(|| panic!("{module} has no place in the order"));
        for (number, line) in source.code() {
            for used in line.split("crate::").skip(1) {
                let used: String =
                    used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                // What macros of ours expand to names the hidden module; tests may use `fuzz`.
                if matches!(used.as_str(), "__private" | "fuzz") {
                    continue;
                }
                let at = format!("{}:{number}: {line}", source.path);
                let place = rank(&used).unwrap_or_else(|| panic!("name the module: {at}"));
                assert!(place <= own, "`{module}` must not know `{used}`: {at}");
            }
        }
    }
}

/// The crates of ours that a crate depends on.
fn dependencies(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(top().join(manifest)).expect("the file can be read");
    let (_, rest) = text.split_once("\n[dependencies]\n").expect("it has dependencies");
    let list = rest.split_once("\n[dev-dependencies]\n").map_or(rest, |(list, _)| list);
    let names = list.lines().filter_map(|line| line.strip_prefix("mcp-runtime"));
    names.filter_map(|rest| Some(rest.split([' ', '.']).next()?.to_owned())).collect()
}

#[test]
fn servers_and_clients_know_no_crate_that_extends_them() {
    assert_eq!(dependencies("mcp-runtime/Cargo.toml"), ["-protocol", "-schema", "-macros"]);
    assert_eq!(
        dependencies("crates/client/Cargo.toml"),
        ["-protocol", "-schema", "-https", "-client-macros"]
    );
}

#[test]
fn crates_depend_in_the_order_that_is_stated() {
    let text = fs::read_to_string(top().join("ARCHITECTURE.md")).expect("the file can be read");
    let (_, stated) = text
        .split_once("The crates depend on each other in this order:")
        .expect("ARCHITECTURE.md states the order");
    let (stated, _) = stated.split_once(".\n").expect("the sentence ends");
    let mut before: BTreeSet<String> = BTreeSet::new();
    for layer in stated.split(" then ") {
        let names: Vec<&str> = layer
            .split('`')
            .skip(1)
            .step_by(2)
            .map(|name| name.trim_start_matches("mcp-"))
            .collect();
        for name in &names {
            let manifest = match *name {
                "macros" | "runtime" => format!("mcp-{name}/Cargo.toml"),
                _ => format!("crates/{name}/Cargo.toml"),
            };
            for dependency in dependencies(&manifest) {
                let dependency = match dependency.trim_start_matches('-') {
                    "" => "runtime",
                    other => other,
                };
                assert!(before.contains(dependency), "`{name}` depends on `{dependency}`");
            }
        }
        before.extend(names.into_iter().map(str::to_owned));
    }
    let crates = fs::read_dir(top().join("crates"))
        .expect("there are crates")
        .map(|entry| entry.expect("a crate").file_name().into_string().expect("text"));
    let is_listed = |name: &str| text.contains(&format!("\n| `crates/{name}` | "));
    let missing: Vec<String> =
        crates.filter(|name| !before.contains(name) || !is_listed(name)).collect();
    assert_eq!(missing, [""; 0], "name their place in the order, and what they contain");
}

#[test]
fn what_decides_does_no_input_or_output() {
    const IO: [&str; 5] = ["tokio", "std::io", "std::fs", "std::net", "std::thread"];
    let order = order();
    let pure: Vec<&str> = order.iter().take(11).map(String::as_str).collect();
    assert_eq!(pure.last(), Some(&"session"));
    for source in runtime() {
        // An error may be one of input or output.
        let is_pure = |module: &str| pure.contains(&module) && module != "error";
        if !source.module().is_some_and(is_pure) {
            continue;
        }
        for (number, line) in source.code() {
            let found = IO.iter().find(|name| line.contains(**name));
            assert_eq!(found, None, "{}:{number}: {line}", source.path);
        }
    }
}

#[test]
fn single_revisions_are_named_where_they_are_told_apart_and_nowhere_else() {
    const ALLOWED: [&str; 7] = [
        "crates/protocol/src/extension.rs",
        "crates/protocol/src/method.rs",
        "crates/protocol/src/protocol_version.rs",
        "crates/protocol/src/result.rs",
        "crates/protocol/src/older_revisions/",
        "mcp-runtime/src/negotiation/",
        "crates/lint/src/",
    ];
    let names: Vec<String> = mcp_runtime::protocol::ProtocolVersion::ALL
        .iter()
        .flat_map(|version| {
            let date = version.as_str();
            [format!("V{}", date.replace('-', "_")), format!("\"{date}\"")]
        })
        .collect();
    for source in runtime() {
        if ALLOWED.iter().any(|allowed| source.path.starts_with(allowed)) {
            continue;
        }
        for (number, line) in source.code() {
            let found = names.iter().find(|name| line.contains(*name));
            assert_eq!(found, None, "{}:{number}: {line}", source.path);
        }
    }
}

#[test]
fn the_era_is_asked_where_it_is_settled_and_nowhere_after() {
    // From its text and its headers it is found which era a request belongs to. A client finds out
    // the era of its server, a relay chooses connections by it, and the lint tries both.
    const SETTLED: [&str; 10] = [
        "crates/protocol/",
        "mcp-runtime/src/negotiation/",
        "mcp-runtime/src/session/",
        "mcp-runtime/src/http/head",
        "mcp-runtime/src/http/mod.rs",
        "crates/client/",
        "crates/lint/",
        "crates/relay/",
        "crates/testing/",
        "mcp-runtime/src/server/offers.rs",
    ];
    const QUESTIONS: [&str; 3] = ["is_modern(", "Era::", ".era()"];
    let mut asked = 0;
    for source in runtime() {
        let is_settled = SETTLED.iter().any(|place| source.path.starts_with(place));
        for (number, line) in source.code() {
            let found = QUESTIONS.iter().find(|question| line.contains(**question));
            asked += usize::from(found.is_some());
            let at = format!("{}:{number}: {line}", source.path);
            assert!(found.is_none() || is_settled, "ask for a fact of the revision: {at}");
        }
    }
    assert!(asked > 10, "the questions have other names now");
}

/// How often that happens for a call is counted in `http/lookups.rs`.
#[test]
fn a_method_is_looked_up_by_its_name_in_one_place() {
    const PLACES: [&str; 2] = [
        // While a server is built, for names that are taken.
        "mcp-runtime/src/server/extensions/declared.rs",
        "mcp-runtime/src/session/accept.rs",
    ];
    let looks_up = |source: &Source| source.code().any(|(_, line)| line.contains("Method::parse("));
    let sources = sources(&["mcp-runtime/src"]).into_iter().filter(looks_up);
    let paths: BTreeSet<String> =
        sources.map(|source| source.path).filter(|path| !path.ends_with("tests.rs")).collect();
    assert_eq!(paths.iter().map(String::as_str).collect::<Vec<_>>(), PLACES);
}

/// What dependencies do so is in `clippy.toml`; `tests/shipped` compares what programs answer.
#[test]
fn no_answer_depends_on_debug_assertions() {
    for source in sources(&["mcp-macros/src", "mcp-runtime/src", "crates"]) {
        for (number, line) in source.code() {
            let depends = ["debug_assertions", "debug_assert!", "debug_assert_"]
                .iter()
                .any(|word| line.contains(word));
            assert!(!depends, "{}:{number}: {line}", source.path);
        }
    }
}

#[test]
fn sources_are_links() {
    for source in sources(&["mcp-macros/src", "mcp-runtime/src", "crates"]) {
        for (index, line) in source.text.lines().enumerate() {
            let is_link = line.contains("](https://") || line.contains("<https://");
            let at = format!("{}:{}: {line}", source.path, index + 1);
            assert!(is_link || !line.contains("Source: "), "link the clause: {at}");
        }
    }
}

#[test]
fn features_take_modules_and_exports_away_and_change_nothing_else() {
    // What a server can be run on, its methods, which no other place could hold; and lists of what features bring.
    const EXCEPT: [&str; 3] = [
        "mcp-runtime/src/run/mod.rs",
        "crates/acp/src/agent/over_http/mod.rs",
        "crates/acp/src/agent/service.rs",
    ];
    for source in runtime() {
        if EXCEPT.contains(&source.path.as_str()) {
            continue;
        }
        let lines: Vec<(usize, &str)> = source.code().collect();
        for pair in lines.windows(2) {
            let [(number, line), (_, next)] = pair else {
                continue;
            };
            let at = format!("{}:{number}: {line}", source.path);
            // The attribute of a crate for what is dead code where a feature is off.
            let of_crate = source.path.ends_with("/src/lib.rs") && !line.starts_with("#[");
            // Files of one name and the other, where a program is built without a feature.
            let stands_in = line.starts_with("#[cfg(not(feature = ")
                && next.starts_with("#[path = \"")
                && next.contains("without_");
            if line.contains("feature = ") && !of_crate && !stands_in {
                assert!(line.starts_with("#[cfg(feature = "), "{at}");
                let item = ["pub ", "pub(crate) ", "pub(super) "]
                    .iter()
                    .find_map(|public| next.strip_prefix(public))
                    .unwrap_or(next);
                assert!(item.starts_with("mod ") || item.starts_with("use "), "{at}");
            }
        }
    }
}

#[test]
fn dead_code_is_allowed_by_one_attribute_of_a_crate_where_a_feature_is_off() {
    let mut allowed = BTreeMap::new();
    for source in runtime() {
        for (number, line) in source.code() {
            if line.contains("allow(dead_code") {
                let at = format!("{}:{number}: {line}", source.path);
                assert!(source.path.ends_with("/src/lib.rs"), "{at}");
                assert!(allowed.insert(source.path.clone(), line.to_owned()).is_none(), "{at}");
                assert!(
                    source.text.contains("#![cfg_attr(not(")
                        || source.text.contains("#![cfg_attr(\n    not("),
                    "{at}"
                );
            }
        }
    }
    assert!(!allowed.is_empty(), "it is written otherwise now");
}

#[test]
fn files_say_what_they_are_and_are_short() {
    const LONGEST: usize = 450;
    // Written by `generate.py` from the table of types.
    const GENERATED: [&str; 1] = ["tests/it/types/cases.rs"];
    for source in everything() {
        assert!(source.text.starts_with("//! "), "{} has no `//!`", source.path);
        let lines = source.text.lines().count();
        let is_short = lines <= LONGEST || GENERATED.contains(&source.path.as_str());
        assert!(is_short, "{} has {lines} lines", source.path);
    }
}

#[test]
fn generated_code_names_only_the_hidden_module_and_core() {
    let mut files = Vec::new();
    let snapshots = top().join("mcp-macros/tests/expand");
    collect(&snapshots, &mut files);
    assert!(files.len() >= 8, "there are snapshots");
    for path in files {
        let text = fs::read_to_string(&path).expect("a snapshot can be read");
        // The start of a path, which a type in angle brackets before it would not be.
        let words = text.split(|c: char| c.is_whitespace() || "(<&,!".contains(c));
        let paths = words.filter_map(|word| word.strip_prefix("::"));
        for rest in paths.filter(|rest| rest.starts_with(|c: char| c.is_lowercase())) {
            let allowed = ["mcp_runtime::__private", "core::", "renamed::__private"];
            let is_allowed = allowed.iter().any(|allowed| rest.starts_with(allowed));
            assert!(is_allowed, "{}: ::{rest}", path.display());
        }
    }
}

/// The strings of the list `FORMATS` in a file.
fn formats_in(path: &str) -> Vec<String> {
    let text = fs::read_to_string(top().join(path)).expect("the file can be read");
    let (_, list) = text.split_once("const FORMATS").expect("it has the list");
    let (list, _) = list.split_once("];").expect("the list ends");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_macros_and_the_lint_know_the_same_formats() {
    let known = formats_in("crates/schema/src/keywords.rs");
    assert!(known.iter().any(|format| format == "date-time"), "{known:?}");
    assert_eq!(formats_in("mcp-macros/src/check/constraints.rs"), known);
}

/// The types that a file makes known to others in its crate, or to everybody.
fn known_types(source: &Source) -> impl Iterator<Item = &str> {
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    source.text.lines().filter_map(move |line| {
        let item = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) "))?;
        let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

#[test]
fn a_name_that_the_crate_knows_means_one_type() {
    let sources = runtime();
    let mut places = std::collections::BTreeMap::<&str, Vec<&str>>::new();
    // Another protocol has names of its own for what is its own.
    for source in sources.iter().filter(|source| !source.path.starts_with("crates/acp/")) {
        known_types(source).for_each(|name| places.entry(name).or_default().push(&source.path));
    }
    assert!(places.len() > 300, "{}", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "these names mean several types: {places:#?}");
}

#[test]
fn what_has_no_tests_is_not_linked_as_a_test() {
    let manifests = ["examples", "tests"].map(|folder| {
        let path = top().join(folder).join("Cargo.toml");
        (folder, fs::read_to_string(path).expect("a manifest can be read"))
    });
    for (folder, manifest) in manifests {
        let programs = manifest.split("[[").filter_map(|part| part.strip_prefix("bin]]"));
        for program in programs {
            let given = program.split("path = \"").nth(1).and_then(|rest| rest.split('"').next());
            let path = top().join(folder).join(given.expect("a program has a path"));
            let has_tests = if path.ends_with("main.rs") {
                let mut files = Vec::new();
                collect(path.parent().expect("it is in a folder"), &mut files);
                files.iter().any(|file| has_tests(file))
            } else {
                has_tests(&path)
            };
            assert_eq!(has_tests, !program.contains("test = false"), "{}", path.display());
        }
    }
}

fn has_tests(file: &Path) -> bool {
    fs::read_to_string(file).expect("a source can be read").contains("#[cfg(test)]")
}
