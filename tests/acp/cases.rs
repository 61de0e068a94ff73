//! What the Agent Client Protocol asks of agents as of schema 1.20, case by case: messages that go in,
//! those that have to come out in this order, and those that must not come.
//!
//! A text in a case says what the agent does in it; here that is what the fixture is told. One case differs
//! from those that were handed out: tools of a server `a__add` have a digest in their names.

use std::collections::HashMap;
use std::time::Duration;

use mcp_test_support::peer::Peer;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

const CASES: &str = include_str!("../data/acp-1.20-cases.jsonl");

/// How many there are.
const COUNT: usize = 40;

/// What the fixture is told for what the agent of a case does: the beginning of that, the options to start
/// it with, and the word for its prompts.
const AGENTS: &[(&str, &[&str], &str)] = &[
    ("word", &[], "go"),
    ("#[command] review", &["commands"], "go"),
    ("turn.notice", &[], "notice"),
    ("turn.plan([", &[], "plan look act"),
    ("turn.plan(Plan::new", &[], "plans"),
    ("let c = turn.compaction().await?; c.summary", &[], "compact"),
    ("let c = turn.compaction().await?; std::", &[], "compact-forever"),
    ("AgentSettings::new().system_prompt", &["append"], "instructions"),
    ("let child = turn.subagent(Subagent::new(\"Reviewer\")).await?", &[], "delegate"),
    ("let child = turn.subagent(Subagent::new(\"Reviewer\").cancellable", &[], "delegate-forever"),
    ("AuthMethod::new", &["terminal-login"], "go"),
];

#[tokio::test]
async fn every_case_of_the_protocol() {
    let cases: Vec<Value> =
        CASES.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    assert_eq!(cases.len(), COUNT);
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(why) = Play::begin(case).run(case).await {
            failures.push(format!("{}: {why}", case["name"]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A case that is played.
struct Play {
    peer: Peer,
    _process: mcp_test_support::peer::Process,
    /// What the fixture is told in place of `go`.
    word: &'static str,
    /// What stands for a variable.
    bound: HashMap<String, Value>,
    /// How many of the expected messages have come.
    seen: usize,
}

impl Play {
    fn begin(case: &Value) -> Self {
        let agent = case["agent"].as_str().expect("what the agent does");
        let (_, options, word) =
            AGENTS.iter().find(|(begin, ..)| agent.starts_with(begin)).expect("a known agent");
        let options = [&["acp"], *options].concat();
        let (peer, process) = Peer::spawn_agent(env!("CARGO_BIN_EXE_agent-server"), &options);
        Self { peer, _process: process, word, bound: HashMap::new(), seen: 0 }
    }

    async fn run(mut self, case: &Value) -> Result<(), String> {
        let list = |name: &str| case[name].as_array().cloned().unwrap_or_default();
        let expected = list("out");
        let never = list("never");
        for message in list("in") {
            match message["await"].as_u64() {
                Some(count) => {
                    self.wait_for(usize::try_from(count).unwrap(), &expected, &never).await?;
                }
                None => self.peer.send(self.fill(&message)).await,
            }
        }
        self.wait_for(expected.len(), &expected, &never).await
    }

    /// Reads until so many of the expected messages have come.
    async fn wait_for(
        &mut self,
        count: usize,
        expected: &[Value],
        never: &[Value],
    ) -> Result<(), String> {
        while self.seen < count {
            let next = self.fill(&expected[self.seen]);
            let received = timeout(Duration::from_secs(20), self.peer.receive()).await;
            let message = received.map_err(|_| format!("{next} does not come"))?;
            for never in never {
                if matches(&self.fill(never), &message, &mut self.bound.clone()) {
                    return Err(format!("{message} must not come"));
                }
            }
            let mut bound = self.bound.clone();
            if matches(&next, &message, &mut bound) {
                self.bound = bound;
                self.seen += 1;
            } else if message.get("method").is_none() && message["id"] == next["id"] {
                return Err(format!("{message} comes in place of {next}"));
            }
        }
        Ok(())
    }

    /// The message of a case with what stands for its words here.
    fn fill(&self, value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.clone(), self.fill(value)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            Value::Array(values) => values.iter().map(|value| self.fill(value)).collect(),
            Value::String(text) => self.fill_text(text),
            other => other.clone(),
        }
    }

    fn fill_text(&self, text: &str) -> Value {
        if let Some(value) = self.bound.get(text) {
            return value.clone();
        }
        if text == "$BIN" {
            return json!(env!("CARGO_BIN_EXE_agent-server"));
        }
        if text == "go" {
            return json!(self.word);
        }
        if let Some(rest) = text.strip_prefix("/project") {
            return json!(format!("{}{rest}", env!("CARGO_TARGET_TMPDIR")));
        }
        match text.strip_prefix("call ") {
            Some(tool) => json!(format!("text {tool} {{\"a\":1,\"b\":2}}")),
            None => json!(text),
        }
    }
}

/// Whether a message has what is expected: `*` is any value, `$x` any value that is the same each time,
/// and `{"~": regex}` a text.
fn matches(expected: &Value, value: &Value, bound: &mut HashMap<String, Value>) -> bool {
    match (expected, value) {
        (Value::String(any), _) if any == "*" => true,
        (Value::String(variable), _) if variable.len() == 2 && variable.starts_with('$') => {
            bound.entry(variable.clone()).or_insert_with(|| value.clone()) == value
        }
        (Value::Object(expected), _) if expected.contains_key("~") => {
            let pattern = expected["~"].as_str().expect("a pattern");
            value.as_str().is_some_and(|text| fits(pattern, text))
        }
        (Value::Object(expected), Value::Object(members)) => expected
            .iter()
            .all(|(name, of)| members.get(name).is_some_and(|value| matches(of, value, bound))),
        (Value::Array(expected), Value::Array(values)) => {
            expected.len() == values.len()
                && expected.iter().zip(values).all(|(of, value)| matches(of, value, bound))
        }
        _ => expected == value,
    }
}

/// The three patterns of the cases, without an engine for them.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern {
        "^(?!.*a__).*$" => !text.contains("a__"),
        "^([a-zA-Z0-9_-]{1,64}( |$))+$" => text.split(' ').all(|name| {
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            (1..=64).contains(&name.len()) && name.chars().all(is_allowed)
        }),
        plain => {
            assert!(plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{plain}");
            text.contains(plain)
        }
    }
}
