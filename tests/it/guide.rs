//! The pages of the guide: their programs are compiled, and they are found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::architecture;

/// Longer pages than others: a program of each kind, and three that each describe one thing.
const LONG: [&str; 4] = ["agents", "assistants", "extensions", "hosts"];

pub(crate) fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(top().join(path)).unwrap()
}

/// All pages by their names, with the index.
fn pages() -> BTreeMap<String, String> {
    pages_in("mcp-runtime/src/guide")
}

fn pages_in(folder: &str) -> BTreeMap<String, String> {
    let files = fs::read_dir(top().join(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// The anchors that rustdoc gives to the headings of a page.
pub(crate) fn anchors(page: &str) -> Vec<String> {
    let mut is_code = false;
    let headings = page.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code && line.starts_with('#')
    });
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_page_is_compiled_and_found_from_the_index_and_the_start() {
    let mut pages = pages();
    let index = pages.remove("index").unwrap();
    let start = pages["start"].clone();
    let compiled = read("tests/src/guide.rs");
    let module = read("mcp-runtime/src/guide/mod.rs");
    for name in pages.keys() {
        assert!(module.contains(&format!("pub mod {name} {{}}")), "{name} is not in `mod.rs`");
        assert!(compiled.contains(&format!("\n    {name}\n")), "{name} is not compiled");
        let link = format!("(crate::guide::{name}");
        let is_linked =
            |page: &str| page.split(&link).skip(1).any(|rest| rest.starts_with([')', '#']));
        assert!(is_linked(&index), "the index does not lead to {name}");
        assert!(name == "start" || is_linked(&start), "the start does not lead to {name}");
    }
}

#[test]
fn the_documentation_of_every_macro_is_compiled() {
    let compiled = read("tests/src/guide.rs");
    for name in pages_in("mcp-macros/docs").keys() {
        assert!(compiled.contains(&format!("\n        {name}\n")), "{name} is not compiled");
    }
}

#[test]
fn every_link_to_a_section_leads_to_one() {
    let pages = pages();
    for (name, text) in &pages {
        for link in text.split("crate::guide::").skip(1) {
            let link = link.split([')', '`', '\n']).next().unwrap();
            let (page, section) = link.split_once('#').unwrap_or((link, ""));
            let Some(target) = pages.get(page) else { panic!("{name} links to {link}") };
            let is_there = section.is_empty() || anchors(target).iter().any(|one| one == section);
            assert!(is_there, "{name} links to {link}");
        }
    }
}

#[test]
fn a_page_is_read_in_one_go() {
    for (name, text) in pages() {
        let lines = text.lines().count();
        assert!(lines < 200 || LONG.contains(&&*name), "{name} has {lines} lines: split it");
    }
}

/// The cells of the column `message` in the tables of a page.
fn quoted(page: &str) -> Vec<String> {
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut found = Vec::new();
    for table in page.split("\n\n").filter(|block| block.starts_with('|')) {
        let mut rows = table.lines().map(cells);
        let heads = rows.next().unwrap();
        if let Some(column) = heads.iter().position(|head| head == "message") {
            found.extend(rows.skip(1).map(|row| row[column].clone()));
        }
    }
    found
}

/// The text of the sources, and of what rustc says about programs that do not compile: without
/// backticks, and with each text that is written on several lines on one.
fn sources() -> String {
    let sources = architecture::sources(&["mcp-macros", "mcp-runtime", "crates"]);
    let mut text = String::new();
    for line in sources.iter().flat_map(architecture::Source::lines) {
        match line.strip_suffix('\\') {
            Some(start) => text.push_str(start.trim_start()),
            None => text.extend([line.trim_start(), "\n"]),
        }
    }
    add_compiler_messages(&top().join("tests/ui"), &mut text);
    text.replace('`', "")
}

fn add_compiler_messages(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_compiler_messages(&path, text);
        } else if path.extension().is_some_and(|end| end == "stderr") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

/// Whether a line has the parts of a message, which two dots separate.
fn has_in_order(line: &str, message: &str) -> bool {
    let mut parts = message.split("..").map(str::trim);
    parts.try_fold(line, |rest, part| rest.split_once(part).map(|(_, rest)| rest)).is_some()
}

#[test]
fn troubleshooting_quotes_messages_that_exist() {
    let sources = sources();
    let mut checked = 0;
    for page in ["troubleshooting", "troubleshooting_http"] {
        for message in quoted(&pages()[page]) {
            let is_there = sources
                .lines()
                .filter(|line| !line.starts_with("//"))
                .any(|line| has_in_order(line, &message));
            assert!(is_there, "{page} quotes what no source has: {message}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} messages are checked");
}
