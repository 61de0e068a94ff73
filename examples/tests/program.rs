//! A program in a process of its own.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::process::{Command, Stdio};

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_lint::{Finding, Level, Lint, Listing, Target};
use serde_json::{Value, json};

/// A program, and what it is started with.
pub(crate) struct Program {
    path: &'static str,
    variables: Vec<(String, OsString)>,
}

/// What a program printed, and its exit status.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    pub(crate) fn new(path: &'static str) -> Self {
        Self { path, variables: Vec::new() }
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Runs it with arguments.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.feed(arguments, "")
    }

    /// Runs it with arguments and input.
    pub(crate) fn feed(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = Command::new(self.path)
            .args(arguments)
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        Ran {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The result of a modern request.
    pub(crate) fn request(&self, method: &str, params: Value) -> Value {
        let mut answer = self.answer(method, params);
        assert_eq!(answer.get("error"), None, "{method}");
        answer["result"].take()
    }

    /// The error that answers a modern request.
    pub(crate) fn error(&self, method: &str, params: Value) -> Value {
        let mut answer = self.answer(method, params);
        assert_eq!(answer.get("result"), None, "{method}");
        answer["error"].take()
    }

    fn answer(&self, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": ProtocolVersion::LATEST.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.talk(&[(method, params)]).remove(0)
    }

    /// The answers to the requests of one connection, in their order.
    pub(crate) fn talk(&self, requests: &[(&str, Value)]) -> Vec<Value> {
        let lines = requests.iter().enumerate().map(|(id, (method, params))| {
            let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
            format!("{request}\n")
        });
        let ran = self.feed(&[], &lines.collect::<String>());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let mut answers: Vec<Value> =
            ran.stdout.lines().map(serde_json::from_str).collect::<Result<_, _>>().unwrap();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        assert_eq!(answers.len(), requests.len());
        answers
    }
}

/// What clients, providers and directories object to in what a program lists, in any revision
/// that has all they want.
pub(crate) fn objections(program: &Program) -> Vec<Finding> {
    let mut objections = Vec::new();
    let versions = ProtocolVersion::ALL.iter().copied();
    for version in versions.filter(|version| *version >= ProtocolVersion::V2025_06_18) {
        let listing = listing(program, version);
        // Strict mode is a choice of the client, and wants what others refuse.
        let targets = Target::ALL.iter().copied().filter(|target| *target != Target::OpenAiStrict);
        let mut lints: Vec<Lint> = targets.map(|target| Lint::for_targets([target])).collect();
        lints.extend([Lint::new(), Lint::ordinary()]);
        let reports = lints.into_iter().map(|lint| lint.revision(version).check(&listing));
        let found = reports.flat_map(|report| report.findings);
        objections.extend(found.filter(|finding| finding.level > Level::Info));
    }
    objections
}

fn listing(program: &Program, version: ProtocolVersion) -> Listing {
    let lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
    if version.is_modern() {
        let listing = Listing::new().discover(program.request("server/discover", json!({})));
        let pages = lists.into_iter().map(|list| program.request(list, json!({})));
        return pages.fold(listing, Listing::page);
    }
    let client = json!({"name": "test", "version": "1"});
    let params = json!({
        "protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": client,
    });
    let mut requests = vec![("initialize", params)];
    requests.extend(lists.map(|list| (list, json!({}))));
    let mut results = program.talk(&requests).into_iter().map(|mut answer| answer["result"].take());
    let listing = Listing::new().initialize(results.next().unwrap());
    results.fold(listing, Listing::page)
}
