//! No case is forgotten.

use std::collections::BTreeSet;
use std::fs;

use super::cases::cases;
use super::table::TABLE;

/// The cases that no test here is about, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("O01", CLIENT),
    ("O02", CLIENT),
    ("O03", CLIENT),
    ("O04", CLIENT),
    ("O05", CLIENT),
    ("O06", CLIENT),
    ("O07", CLIENT),
    ("O08", CLIENT),
    ("O09", CLIENT),
    ("W01", CLIENT),
];

const CLIENT: &str = "it is about clients";

/// Tests name the cases that they are about: `/// Cases: X06, X09.`
fn named() -> BTreeSet<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/it/tasks");
    let mut named = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            let ids = line.trim().strip_prefix("/// Cases: ").and_then(|ids| ids.strip_suffix('.'));
            named.extend(ids.into_iter().flat_map(|ids| ids.split(", ")).map(str::to_owned));
        }
    }
    named
}

#[test]
fn every_case_is_a_test_or_is_said_to_be_elsewhere() {
    let all: BTreeSet<String> = cases().into_iter().map(|case| case.id).collect();
    assert_eq!(all.len(), 137);
    let mut covered = named();
    covered.extend(TABLE.iter().map(|(id, _, _)| (*id).to_owned()));
    let elsewhere: BTreeSet<String> = ELSEWHERE.iter().map(|(id, _)| (*id).to_owned()).collect();
    let twice: Vec<_> = covered.intersection(&elsewhere).collect();
    assert!(twice.is_empty(), "{twice:?} are both");
    covered.extend(elsewhere);
    let missing: Vec<_> = all.difference(&covered).collect();
    let unknown: Vec<_> = covered.difference(&all).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}
