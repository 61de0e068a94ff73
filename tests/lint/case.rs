//! Reads the cases of `data/lint`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime_lint::{Lint, Listing, Report, Rule, Target};
use serde::Deserialize;
use serde_json::{Value, json};

/// One file of `data/lint/cases`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "doc")]
    _doc: String,
    args: Vec<String>,
    input: Value,
    second: Option<Value>,
    /// The rules of the errors and warnings.
    pub(super) expect: BTreeSet<String>,
    /// Some of the rules of the notes.
    pub(super) info: BTreeSet<String>,
}

pub(super) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lint")
}

/// All cases with their names, in order.
pub(super) fn cases() -> Vec<(String, Case)> {
    let files = fs::read_dir(data().join("cases")).expect("there are cases");
    let mut cases: Vec<_> =
        files.map(|file| read(&file.expect("the directory can be read").path())).collect();
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    cases
}

fn read(path: &Path) -> (String, Case) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read(path).expect("a case can be read");
    let case = serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    (name, case)
}

impl Case {
    pub(super) fn check(&self) -> Report {
        let mut listing = add(Listing::new(), &self.input);
        if let Some(second) = &self.second {
            listing = listing.again(second.clone());
        }
        lint(&self.args).check(&listing)
    }
}

/// The cases hold one result, a response, a list of tools or a list of messages.
fn add(mut listing: Listing, input: &Value) -> Listing {
    if let Some(result) = input.get("result") {
        return add(listing, result);
    }
    if let Some(list) = input.as_array() {
        let is_message = |entry: &Value| entry.get("jsonrpc").is_some();
        return if list.iter().any(is_message) {
            list.iter().fold(listing, add)
        } else {
            listing.page(json!({"tools": list}))
        };
    }
    if let Some(result) = input.get("initialize") {
        listing = listing.initialize(result.clone());
    }
    if let Some(result) = input.get("discover") {
        listing = listing.discover(result.clone());
    }
    if input.get("protocolVersion").is_some() {
        return listing.initialize(input.clone());
    }
    let lists = ["tools", "prompts", "resources", "resourceTemplates"];
    if lists.iter().any(|list| input.get(list).is_some()) {
        listing = listing.page(input.clone());
    }
    listing
}

/// The lint that a case asks for with command line arguments.
fn lint(args: &[String]) -> Lint {
    let mut lint = Lint::ordinary();
    for pair in args.chunks(2) {
        let [flag, value] = pair else {
            panic!("{pair:?} has no value");
        };
        lint = match flag.as_str() {
            "--target" => Lint::for_targets(value.split(',').map(target)),
            "--spec" => lint.revision(value.parse().expect("the revision is known")),
            "--server" => lint.server_name(value),
            "--budget" => lint.budget(value.parse().expect("the budget is a number")),
            "--ignore" => value.split(',').fold(lint, |lint, id| lint.ignore(rule(id))),
            _ => panic!("unknown argument {flag}"),
        };
    }
    lint
}

fn target(name: &str) -> Target {
    let mut targets = Target::ALL.iter().copied();
    targets.find(|target| target.name() == name).expect("the target is known")
}

fn rule(id: &str) -> Rule {
    let mut rules = Rule::ALL.iter().copied();
    rules.find(|rule| rule.id() == id).expect("the rule is known")
}
