//! What a search finds in a catalog of other people's tools, and how long it takes.
//!
//! `TOOLS` is a file with the definition of a tool in each line, and `QUESTIONS` one with
//! `question => name name` in each.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use mcp_runtime::protocol::Tool;
use serde_json::{Map, Value, json};

use super::index::Index;

fn lines(variable: &str) -> Vec<String> {
    let file = std::env::var(variable).unwrap_or_else(|_| panic!("set {variable}"));
    fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
}

/// A tool with what matters to a search.
fn tool(line: &str) -> Tool {
    let said: Map<String, Value> = serde_json::from_str(line).unwrap();
    let schema = said.get("inputSchema").cloned();
    let properties = said.get("args").cloned().unwrap_or_default();
    let mut tool = Tool::new(
        said["name"].as_str().unwrap(),
        schema.unwrap_or_else(|| json!({ "type": "object", "properties": properties })),
    );
    tool.description = said.get("description").and_then(Value::as_str).map(str::to_owned);
    tool
}

/// The median of a few runs.
fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let since = Instant::now();
            black_box(run());
            since.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

#[test]
#[ignore = "needs a catalog: see the documentation of this file"]
fn questions_are_answered() {
    let tools: Vec<Tool> = lines("TOOLS").iter().map(|line| tool(line)).collect();
    let index = Index::of(&tools);
    let mut first = 0;
    let mut among_five = 0;
    let questions = lines("QUESTIONS");
    for line in &questions {
        let (question, answers) = line.split_once(" => ").unwrap();
        let found: Vec<_> = index.find(question).take(5).collect();
        let is_answer = |name: &&str| answers.split(' ').any(|answer| answer == *name);
        first += usize::from(found.first().is_some_and(is_answer));
        among_five += usize::from(found.iter().any(is_answer));
        if !found.iter().any(is_answer) {
            println!("{line}: {found:?}");
        }
    }
    for tool in &tools {
        let asked = format!("please call {} for me", tool.name);
        assert_eq!(index.find(&asked).next(), Some(&*tool.name));
    }
    let build = time(|| Index::of(&tools));
    let query = time(|| {
        let asked = questions.iter().map(|line| line.split_once(" => ").unwrap().0);
        asked.map(|question| index.find(question).take(5).count()).sum::<usize>()
    }) / u32::try_from(questions.len()).unwrap();
    println!(
        "{} tools; of {} questions {among_five} among five, {first} first; index {build:?}, query {query:?}",
        tools.len(),
        questions.len(),
    );
}
