//! What the crates beside `mcp-runtime` use of its inside. Such a name is hidden from the
//! documentation and may change with any minor version, so both crates have to change together.

use std::collections::BTreeSet;

use crate::architecture::{Source, sources};

/// The crates that use hidden names: how many now, the most that there may be, and what for. All
/// others use none.
const CRATES: [(&str, usize, usize, &str); 3] = [
    ("acp", 17, 18, "an agent is made by generated code, and calls handlers within its turns"),
    (
        "ship",
        12,
        12,
        "manifests and entries of clients say what kind of value a variable has; `dev` serves HTTP",
    ),
    (
        "auth",
        7,
        8,
        "tokens of one caller do not wait behind those that another makes up; a proof is for the URL \
         of the server",
    ),
];

/// The modules that are hidden. What a crate exports again for its generated code does not count.
const MODULES: [&str; 2] = ["internal", "__private"];

#[test]
fn crates_use_few_hidden_names() {
    let inside = sources(&["mcp-runtime/src"]);
    let beside = sources(&["crates"]);
    let crates: BTreeSet<&str> = beside.iter().filter_map(|source| source.in_crate()).collect();
    assert!(CRATES.iter().all(|(name, ..)| crates.contains(name)), "{crates:?}");
    for name in crates {
        let of_crate = beside.iter().filter(|source| source.in_crate() == Some(name));
        let text: String = of_crate.map(code).collect();
        let used = hidden_names(&inside, &text);
        let row = CRATES.iter().find(|(listed, ..)| *listed == name);
        let (now, most) = row.map_or((0, 0), |(_, now, most, _)| (*now, *most));
        assert!(used.len() <= most, "{name} may use {most} hidden names: {used:#?}");
        assert_eq!(used.len(), now, "{name} uses other hidden names, count them anew: {used:#?}");
    }
}

#[test]
fn hidden_names_are_found() {
    let inside = sources(&["mcp-runtime/src"]);
    let found = |text: &str| hidden_names(&inside, text).into_iter().collect::<Vec<_>>();
    assert_eq!(found("use mcp_runtime::internal::cancel;"), ["cancel"]);
    assert_eq!(found("use mcp_runtime::internal::{\n    cancel as stop, reserve,\n};").len(), 2);
    let members = ["EnvKind", "EnvKind::Directory", "EnvKind::File", "EnvKind::Number"];
    assert_eq!(found("use mcp_runtime::internal::EnvKind;")[..4], members);
    assert_eq!(found("use mcp_runtime::internal::Turns;"), ["Turns", "Turns::new", "Turns::wait"]);
    let members = "use mcp_runtime::Env;\nneed.wrong(None);\n    const ASKS: bool = false;";
    assert_eq!(found(members), [".wrong", "const ASKS"]);
    assert_eq!(found("use mcp_runtime::{Result, Server};"), [""; 0]);
}

/// The hidden names that the code of a crate uses: those that it imports, with all members of the
/// types among them, and members of public types.
fn hidden_names(inside: &[Source], code: &str) -> BTreeSet<String> {
    if !code.contains("use mcp_runtime::") {
        return BTreeSet::new();
    }
    let groups = code.split("mcp_runtime::{").skip(1).filter_map(|rest| rest.split('}').next());
    for group in groups {
        let mut words = group.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(!words.any(|word| MODULES.contains(&word)), "write the path out: {group}");
    }
    let mut used = BTreeSet::new();
    for module in MODULES {
        for rest in code.split(&format!("mcp_runtime::{module}")).skip(1) {
            let rest =
                rest.strip_prefix("::").unwrap_or_else(|| panic!("name what is used: {rest}"));
            // A module, since it takes two features.
            let rest = rest.strip_prefix("serving::").unwrap_or(rest);
            for name in imported(rest) {
                used.extend(inside.iter().flat_map(|source| members(source, &name)));
                used.insert(name);
            }
        }
    }
    used.extend(inside.iter().flat_map(hidden_members).filter_map(|member| {
        let (text, name) = match member.strip_prefix("const ") {
            Some(_) => (format!("    {member}:"), member.clone()),
            None => (format!(".{member}("), format!(".{member}")),
        };
        code.contains(&text).then_some(name)
    }));
    used
}

/// The names at the start of a path, after the module: one, or several in braces.
fn imported(path: &str) -> Vec<String> {
    let of_word = |text: &str| -> String {
        text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let listed = match path.strip_prefix('{') {
        Some(group) => group.split('}').next().unwrap_or_default().split(',').collect(),
        None => vec![path],
    };
    let names = listed.into_iter().map(of_word).filter(|name| !name.is_empty());
    names.collect()
}

/// The members that a file gives to a type: what stands one level below it.
fn members(source: &Source, name: &str) -> Vec<String> {
    let mut is_open = false;
    let mut is_trait = false;
    let mut found = Vec::new();
    for line in source.lines().filter(|line| !line.is_empty()) {
        if !line.starts_with(' ') {
            (is_open, is_trait) = (defines(line, name), line.starts_with("pub trait "));
        } else if is_open && let Some(member) = member(line, is_trait) {
            found.push(format!("{name}::{member}"));
        }
    }
    found
}

/// Whether an item of a file is the type, or an `impl` of its methods.
fn defines(line: &str, name: &str) -> bool {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "impl "];
    let of_generic = line.strip_prefix("impl<").and_then(|line| line.split_once("> "));
    let plain = kinds.iter().find_map(|kind| line.strip_prefix(kind));
    let item = plain.or(of_generic.map(|(_, rest)| rest));
    let rest = item.and_then(|item| item.strip_prefix(name));
    rest.is_some_and(|rest| rest.starts_with([' ', '<', ':']) && !rest.contains(" for "))
}

/// The name of a public method or field, of a variant, or of what a trait has.
fn member(line: &str, is_trait: bool) -> Option<&str> {
    let line = line.strip_prefix("    ").filter(|line| !line.starts_with(' '))?;
    let words = ["pub ", "const ", "async ", "fn ", "type "];
    let rest = words.iter().fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
    let is_variant = line.starts_with(char::is_uppercase);
    let is_public = line.starts_with("pub ") || is_trait && rest.len() < line.len();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (is_public || is_variant).then_some(&rest[..end])
}

/// The hidden methods of public types, and the hidden constants of public traits.
fn hidden_members(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let hidden = lines.windows(2).filter(|pair| pair[0] == "#[doc(hidden)]");
    let names = hidden.filter_map(|pair| {
        let (kind, rest) = match pair[1].strip_prefix("const ") {
            Some(rest) => ("const ", rest),
            None => (
                "",
                pair[1].strip_prefix("pub ")?.trim_start_matches("const ").strip_prefix("fn ")?,
            ),
        };
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        Some(format!("{kind}{}", &rest[..end]))
    });
    names.collect()
}

/// The code of a file, without what it exports for generated code.
fn code(source: &Source) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let lines: Vec<&str> = source.lines().filter(is_code).collect();
    lines.join("\n").replace("pub use mcp_runtime::__private::*;", "") + "\n"
}
