//! The documents beside the guide: their links lead to files, sections and tests that exist.

use std::fs;
use std::path::Path;

use crate::guide::{anchors, read, top};

/// The documents at the top, and the list of examples.
fn documents() -> Vec<String> {
    let files = fs::read_dir(top()).unwrap().map(|file| file.unwrap().file_name());
    let names = files.map(|name| name.into_string().unwrap());
    let mut documents: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    documents.push("examples/README.md".to_owned());
    documents
}

/// The texts and targets of the links into the repository.
fn links(document: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for prose in document.split("```").step_by(2) {
        let parts: Vec<&str> = prose.split("](").collect();
        for pair in parts.windows(2) {
            let text = pair[0].rsplit('[').next().unwrap();
            found.push((text, pair[1].split(')').next().unwrap()));
        }
        let definitions =
            prose.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
        found.extend(definitions);
    }
    found.retain(|(_, target)| !target.contains("://"));
    found
}

#[test]
fn links_of_documents_lead_to_files_and_sections() {
    let mut checked = 0;
    for document in documents() {
        let text = read(&document);
        let folder = Path::new(&document).parent().unwrap();
        for (_, target) in links(&text) {
            let (file, section) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { document.clone().into() } else { folder.join(file) };
            assert!(top().join(&path).exists(), "{document} links to {target}");
            let is_there = section.is_empty()
                || anchors(&read(path.to_str().unwrap())).iter().any(|anchor| anchor == section);
            assert!(is_there, "{document} links to {target}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} links are checked");
}

#[test]
fn every_feature_has_a_page_an_example_and_a_test() {
    let table = read("FEATURES.md");
    let mut features = 0;
    for row in table.lines().filter(|line| line.starts_with('|') && line.contains("](")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [_, _, _, page, example, test] = cells[..] else { panic!("six cells: {row}") };
        // `tasks/list` has none: our client never sends it.
        let examples = usize::from(example != "-");
        assert_eq!((links(page).len(), links(example).len()), (1, examples), "{row}");
        let [(name, file)] = links(test)[..] else { panic!("one test: {row}") };
        let function = format!("fn {}(", name.trim_matches('`'));
        assert!(read(file).contains(&function), "{file} has no {name}");
        features += usize::from(cells[0] == format!("| {}", features + 1));
    }
    assert_eq!(features, 48, "those by which SDKs are compared, numbered");
}
