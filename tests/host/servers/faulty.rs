//! A server that misbehaves: over standard input and output, written by hand, since the framework
//! would keep it from most of this.
//!
//! `faulty-server FOLDER [AT_START]`: what it did is in the folder, a line for each start in
//! `starts`, one for each call in `calls`, and one in `ids` for each call that has an `id` among its
//! arguments. Without the second argument, the file `at-start` has it, so that it can change.

#![expect(clippy::unwrap_used, reason = "a fixture that fails is a failed test")]

use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

struct Faulty {
    folder: PathBuf,
    at_start: String,
    /// How often it was started, with this time.
    starts: usize,
    /// How many tools there are more than at the start.
    grown: Cell<usize>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap());
    let in_file = || fs::read_to_string(folder.join("at-start")).unwrap_or_default();
    let at_start = arguments.next().unwrap_or_else(in_file);
    note(&folder, "starts", &process::id().to_string());
    let starts = fs::read_to_string(folder.join("starts")).unwrap().lines().count();
    let faulty = Faulty { folder, at_start, starts, grown: Cell::default() };
    faulty.begin();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let message: Value = serde_json::from_str(&line).unwrap();
        faulty.take(&message);
    }
    if faulty.at_start == "stays" {
        loop {
            thread::sleep(Duration::from_secs(60));
        }
    }
}

/// Adds a line to a file of the folder.
fn note(folder: &Path, file: &str, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(folder.join(file)).unwrap();
    writeln!(file, "{line}").unwrap();
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

fn answer(id: &Value, result: &Value) {
    say(&json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string());
}

/// The directory and the variables of this process, a line for each.
fn surroundings() -> String {
    let folder = std::env::current_dir().unwrap().display().to_string();
    let variables = std::env::vars().map(|(name, value)| format!("{name}={value}"));
    [folder].into_iter().chain(variables).collect::<Vec<_>>().join("\n")
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

/// Starts a process that holds standard output open, and does nothing else; its id is noted.
fn leave_child(folder: &Path) {
    let child = Command::new("sleep").arg("300").stdin(Stdio::null()).stderr(Stdio::null()).spawn();
    note(folder, "children", &child.unwrap().id().to_string());
}

impl Faulty {
    fn begin(&self) {
        match self.at_start.as_str() {
            "exits" => {
                eprintln!("API_KEY is not set");
                process::exit(3);
            }
            "exits-later" => {
                thread::spawn(|| {
                    thread::sleep(Duration::from_millis(200));
                    process::exit(1);
                });
            }
            "leaves-child" => leave_child(&self.folder),
            "talks" => say("Welcome to the server!"),
            // Only once.
            "hangs-once" if self.starts == 1 => hang(),
            "hangs" => hang(),
            _ => {}
        }
    }

    fn take(&self, message: &Value) {
        let Some(id) = message.get("id") else { return };
        match message["method"].as_str() {
            None => note(&self.folder, "answers", &message.to_string()),
            Some("initialize") => self.initialize(id, &message["params"]["protocolVersion"]),
            Some("tools/list") => self.list(id),
            Some("tools/call") => {
                let name = message["params"]["name"].as_str().unwrap_or_default();
                note(&self.folder, "calls", name);
                if let Some(call) = message["params"]["arguments"]["id"].as_str() {
                    note(&self.folder, "ids", call);
                }
                self.call(id, name);
            }
            Some("resources/list") => answer(id, &json!({ "resources": [] })),
            Some("resources/templates/list") => answer(id, &json!({ "resourceTemplates": [] })),
            Some("ping" | "resources/subscribe") => answer(id, &json!({})),
            _ => say(&json!({
                "jsonrpc": "2.0",
                "id": id,
                "error": { "code": -32601, "message": "Method not found" },
            })
            .to_string()),
        }
    }

    fn initialize(&self, id: &Value, version: &Value) {
        let is_again = self.starts > 1;
        let is_another = is_again && self.at_start == "renamed";
        let old = json!("2025-03-26");
        let is_older = is_again && self.at_start == "older";
        let capabilities =
            json!({ "tools": { "listChanged": true }, "resources": { "subscribe": true } });
        answer(
            id,
            &json!({
                "protocolVersion": if is_older { &old } else { version },
                "capabilities": capabilities,
                "serverInfo": { "name": if is_another { "another" } else { "faulty" }, "version": "1" },
            }),
        );
    }

    fn list(&self, id: &Value) {
        note(&self.folder, "lists", "");
        if self.at_start == "hangs-at-list" {
            hang();
        }
        let mut names = vec![
            "echo", "die", "hang", "half", "huge", "deaf", "close", "orphan", "storm", "grow",
            "env", "ask",
        ];
        let mut described = "The same.";
        if self.at_start == "changes" && self.starts > 1 {
            names.retain(|name| *name != "huge");
            names.push("new");
            described = "Another one.";
        }
        let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
        let mut tools: Vec<Value> = names.into_iter().map(tool).collect();
        tools.extend((0..self.grown.get()).map(|grown| tool(&format!("grown-{grown}"))));
        tools.push(json!({
            "name": "die-once",
            "inputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": true },
        }));
        tools.push(json!({
            "name": "changing",
            "description": described,
            "inputSchema": { "type": "object" },
        }));
        answer(id, &json!({ "tools": tools }));
    }

    fn call(&self, id: &Value, name: &str) {
        match name {
            "die" => process::exit(9),
            "die-once" if self.starts % 2 == 1 => process::exit(9),
            "hang" => return,
            "ask" => {
                let params = json!({
                    "message": "Sure?",
                    "requestedSchema": { "type": "object", "properties": {} },
                });
                let question = json!({
                    "jsonrpc": "2.0",
                    "id": "q",
                    "method": "elicitation/create",
                    "params": params,
                });
                return say(&question.to_string());
            }
            "half" => {
                print!("{{\"jsonrpc\":\"2.0\",\"id\":");
                io::stdout().flush().unwrap();
                process::exit(0);
            }
            "huge" => {
                say(&"x".repeat(20 * 1024 * 1024));
                return;
            }
            "deaf" => hang(),
            "close" => {
                // Closes the pipe, and lives on.
                let nothing = OpenOptions::new().write(true).open("/dev/null").unwrap();
                rustix::stdio::dup2_stdout(nothing).unwrap();
                hang();
            }
            "orphan" => {
                leave_child(&self.folder);
                process::exit(0);
            }
            "storm" => {
                for _ in 0..500 {
                    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "grow" => {
                self.grown.set(self.grown.get() + 1);
                say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            }
            "env" => {
                return answer(
                    id,
                    &json!({ "content": [{ "type": "text", "text": surroundings() }] }),
                );
            }
            _ => {}
        }
        if self.at_start == "talks" {
            say("about to answer");
        }
        answer(id, &json!({ "content": [{ "type": "text", "text": name }] }));
    }
}
