//! One name has one meaning: the public types of all crates that share a name, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const TWO_SIDES: &str = "an agent writes it and its client reads it: it is one thing of ACP";
const TWO_PROTOCOLS: &str = "MCP and ACP both have it, and a program names that of its own crate";

/// The names that several types have, in the order of the alphabet.
const SHARED: [(&str, &str); 12] = [
    ("AuthMethod", TWO_SIDES),
    ("Client", TWO_PROTOCOLS),
    ("ClientBuilder", TWO_PROTOCOLS),
    ("ClientCapabilities", TWO_PROTOCOLS),
    ("ConfigOption", TWO_SIDES),
    ("Prompt", TWO_PROTOCOLS),
    ("Session", TWO_SIDES),
    ("SessionState", "what handlers keep for a session, and what ACP calls the state of a session"),
    ("Terminal", "that of a command, and what ACP calls the terminal of an editor"),
    ("TerminalOutput", TWO_SIDES),
    ("ToolCall", TWO_PROTOCOLS),
    ("Turn", TWO_SIDES),
];

#[test]
fn public_types_share_a_name_only_with_a_reason() {
    let surface = Path::new(env!("CARGO_MANIFEST_DIR")).join("surface");
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(surface).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        for path in fs::read_to_string(path).unwrap().lines().filter_map(type_path) {
            let name = path.rsplit("::").next().unwrap_or(path);
            types.entry(name.to_owned()).or_default().insert(path.to_owned());
        }
    }
    assert!(types.len() > 400, "the recorded interface is written in another way: {}", types.len());
    let shared: BTreeMap<_, _> = types.iter().filter(|(_, paths)| paths.len() > 1).collect();
    let names: Vec<&str> = shared.keys().map(|name| name.as_str()).collect();
    assert_eq!(names, SHARED.map(|(name, _)| name), "{shared:#?}");
}

/// The path of the type that a line of the recorded interface defines.
fn type_path(line: &str) -> Option<&str> {
    let mut words = line.split(' ').skip_while(|word| word.starts_with("#["));
    let kind = words.next()?;
    let rest = words.next()?;
    if !["struct", "enum", "trait", "type"].contains(&kind) {
        return None;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let path = rest[..end.unwrap_or(rest.len())].trim_end_matches(':');
    let (module, _) = path.rsplit_once("::")?;
    // The types of a trait are part of its meaning, and those traits are one for each foreign type.
    let is_of_a_trait = module.rsplit("::").next()?.starts_with(char::is_uppercase);
    (!is_of_a_trait && !module.starts_with("mcp_runtime::traits::")).then_some(path)
}
