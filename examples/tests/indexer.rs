//! Tasks.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::Program;

const INDEXER: &str = env!("CARGO_BIN_EXE_indexer");

/// A folder with so many files.
fn folder(name: &str, files: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for file in 0..files {
        fs::write(folder.join(format!("{file}.txt")), "some words and more words").unwrap();
    }
    folder
}

/// A server that a client of 2026-07-28 talks to.
struct ServerProcess {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl ServerProcess {
    fn start(tasks: &Path) -> Self {
        let mut process = Command::new(INDEXER)
            .arg("--tasks")
            .arg(tasks)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn request(&mut self, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {
                "elicitation": {},
                "extensions": { "io.modelcontextprotocol/tasks": {} },
            },
        });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(self.input, "{request}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["result"].take()
    }

    /// Looks at a task until it is what is waited for.
    fn wait(&mut self, id: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1200 {
            let task = self.request("tasks/get", json!({ "taskId": id }));
            if is_there(&task) {
                return task;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("the task is as it was for a minute");
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_call_at_the_command_line_is_a_call() {
    let directory = folder("indexer-call", 3);
    let folder = format!("folder={}", directory.display());
    let ran = Program::new(INDEXER).run(&["call", "index", &folder]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains(r#""words":6"#), "{ran:?}");
}

#[test]
fn a_task_goes_on_after_its_process_was_killed() {
    let tasks = folder("indexer-store", 0);
    let folder = folder("indexer-task", 130);
    let mut served = ServerProcess::start(&tasks);
    let call = json!({ "name": "index", "arguments": { "folder": folder } });
    let made = served.request("tools/call", call);
    assert_eq!(made["resultType"], "task", "{made}");
    let id = made["taskId"].as_str().unwrap().to_owned();
    let asks = |task: &Value| task["status"] == "input_required";
    let asked = served.wait(&id, asks);
    served.process.kill().unwrap();
    drop(served);

    let mut served = ServerProcess::start(&tasks);
    let asked_again = served.wait(&id, |task| asks(task) && task["statusMessage"].is_string());
    let keys = |task: &Value| task["inputRequests"].as_object().unwrap().keys().next().cloned();
    assert_eq!(keys(&asked), keys(&asked_again));
    let answer =
        json!({ keys(&asked).unwrap(): { "action": "accept", "content": { "all": true } } });
    served.request("tasks/update", json!({ "taskId": id, "inputResponses": answer }));
    let done = served.wait(&id, |task| task["status"] == "completed");
    assert_eq!(done["result"]["structuredContent"]["files"], 130, "{done}");
    assert_eq!(done["result"]["structuredContent"]["words"]["words"], 260, "{done}");
}
