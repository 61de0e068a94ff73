//! What each part of a server that changed asks of the version.

use mcp_runtime::{Elicit, Result, ServerBuilder, prompt, resource, tool};
use mcp_runtime_lint::lock::{Accepted, Bump, Lock, LockStatus};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde_json::Value;

use super::lock;

/// The rules that a change of one server to another one breaks, with their levels.
fn rules(old: &Value, new: &Value) -> Vec<(String, Bump)> {
    let server = |parts: &Value| {
        let mut lock = json!({ "lock": 1, "server": { "name": "notes", "version": "1.0.0" } });
        let lock_members = lock.as_object_mut().unwrap();
        let parts = parts.as_object().unwrap();
        lock_members.extend(parts.clone());
        Lock::parse(&lock.to_string()).unwrap()
    };
    let diff = server(old).compare(&server(new));
    diff.changes.into_iter().map(|change| (change.rule, change.level)).collect()
}

#[track_caller]
fn assert_rule(old: Value, new: Value, rule: &str, level: Bump) {
    assert_eq!(rules(&old, &new), [(rule.to_owned(), level)]);
}

fn tool(members: &Value) -> Value {
    let mut tool = json!({ "input": { "type": "object" }, "hints": "destructive, open-world" });
    tool.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    json!({ "tools": { "t": tool } })
}

#[test]
fn tools() {
    let plain = || tool(&json!({}));
    assert_rule(plain(), json!({}), "tool.removed", Bump::Major);
    assert_rule(json!({}), plain(), "tool.added", Bump::Minor);
    let hinted = |hints: &str| tool(&json!({ "hints": hints }));
    let hints = [
        ("read-only", "", "hint.readOnly-worse", Bump::Major),
        ("", "read-only", "hint.readOnly-better", Bump::Minor),
        ("", "destructive", "hint.destructive-worse", Bump::Major),
        ("destructive", "", "hint.destructive-better", Bump::Minor),
        ("idempotent", "", "hint.idempotent-worse", Bump::Major),
        ("", "open-world", "hint.openWorld-worse", Bump::Major),
    ];
    for (was, is, rule, level) in hints {
        assert_rule(hinted(was), hinted(is), rule, level);
    }
    let cases = [
        (json!({ "output": {} }), json!({}), "out.schema-removed", Bump::Major),
        (json!({}), json!({ "output": {} }), "out.schema-added", Bump::Minor),
        (
            json!({ "description": "a" }),
            json!({ "description": "b" }),
            "text.description",
            Bump::Patch,
        ),
        (json!({ "title": "a" }), json!({}), "text.title", Bump::Patch),
        (json!({}), json!({ "needs": ["roots"] }), "needs.added", Bump::Major),
        (json!({ "needs": ["roots"] }), json!({}), "needs.removed", Bump::Minor),
        (json!({ "confirms": true }), json!({}), "confirm.removed", Bump::Major),
        (json!({}), json!({ "confirms": true }), "confirm.added", Bump::Minor),
        (json!({}), json!({ "task": "required" }), "task.changed", Bump::Major),
        (json!({}), json!({ "task": "optional" }), "task.changed", Bump::Minor),
        (json!({}), json!({ "ui": {} }), "ui.added", Bump::Minor),
        (json!({ "ui": {} }), json!({}), "ui.removed", Bump::Major),
        (json!({ "ui": {} }), json!({ "ui": { "a": 1 } }), "ui.changed", Bump::Minor),
        (json!({}), json!({ "icons": [{ "src": "a" }] }), "icons", Bump::Patch),
        (
            json!({ "output": { "type": "integer" } }),
            json!({ "output": { "type": "object", "properties": { "result": { "type": "integer" } } } }),
            "out.wrapped",
            Bump::Major,
        ),
        (
            json!({ "input": { "properties": { "a": { "type": "string" } } } }),
            json!({ "input": { "properties": { "a": { "type": "string", "x-mcp-header": "A" } } } }),
            "header.added",
            Bump::Major,
        ),
    ];
    for (old, new, rule, level) in cases {
        assert_rule(tool(&old), tool(&new), rule, level);
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn prompts_resources_and_the_server_itself() {
    let prompt = |arguments: Value| json!({ "prompts": { "p": { "arguments": arguments } } });
    let resource = |mime: &str| json!({ "resources": { "n://a": { "name": "a", "mime": mime } } });
    let template = |uri: &str| json!({ "templates": { uri: { "name": "a" } } });
    let server = |members: Value| {
        let mut server = json!({ "name": "notes", "version": "1.0.0" });
        server.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        json!({ "server": server })
    };
    let required = json!({ "a": { "required": true } });
    let optional = json!({ "a": {} });
    let csp = |domain: &str| json!({ "resources": { "ui://a": { "name": "a", "ui": { "csp": { "connectDomains": [domain] } } } } });
    let cases = [
        (prompt(json!({})), json!({}), "prompt.removed", Bump::Major),
        (json!({}), prompt(json!({})), "prompt.added", Bump::Minor),
        (prompt(optional.clone()), prompt(json!({})), "prompt.argument-removed", Bump::Major),
        (
            prompt(json!({})),
            prompt(required.clone()),
            "prompt.argument-added-required",
            Bump::Major,
        ),
        (
            prompt(json!({})),
            prompt(optional.clone()),
            "prompt.argument-added-optional",
            Bump::Minor,
        ),
        (
            prompt(optional.clone()),
            prompt(required.clone()),
            "prompt.argument-became-required",
            Bump::Major,
        ),
        (prompt(required), prompt(optional), "prompt.argument-became-optional", Bump::Minor),
        (resource("text/csv"), json!({}), "resource.removed", Bump::Major),
        (json!({}), resource("text/csv"), "resource.added", Bump::Minor),
        (resource("text/csv"), resource("text/plain"), "resource.mime-changed", Bump::Major),
        (template("n://{a}"), json!({}), "template.removed", Bump::Major),
        (csp("https://a"), csp("https://b"), "ui.csp-widened", Bump::Minor),
        (server(json!({})), server(json!({ "name": "others" })), "name.changed", Bump::Major),
        (
            server(json!({})),
            server(json!({ "instructions": "x" })),
            "text.instructions",
            Bump::Patch,
        ),
        (server(json!({ "revisions": ["a"] })), server(json!({})), "revision.dropped", Bump::Major),
        (server(json!({})), server(json!({ "revisions": ["a"] })), "revision.added", Bump::Minor),
        (
            server(json!({ "capabilities": ["resources.subscribe"] })),
            server(json!({})),
            "subscribe.removed",
            Bump::Major,
        ),
        (
            server(json!({ "capabilities": ["extensions.a/b"] })),
            server(json!({})),
            "extension.removed",
            Bump::Major,
        ),
    ];
    for (old, new, rule, level) in cases {
        assert_rule(old, new, rule, level);
    }
    let moved = rules(&template("n://{a}"), &template("n://x/{a}"));
    assert_eq!(moved[0], ("template.uri-changed".to_owned(), Bump::Major));
}

#[test]
fn what_is_accepted_does_not_count_and_a_version_covers_what_it_says() {
    let old = lock(&json!({ "input": {} }));
    let mut new = lock(&json!({ "input": { "required": ["a"] } }));
    let diff = old.compare(&new);
    assert_eq!((diff.status(), diff.needs().as_deref()), (LockStatus::NeedsBump, Some("2.0.0")));

    let mut lenient = old.clone();
    lenient.accepted.push(Accepted::new(&diff.changes[0].fingerprint, "nobody used it"));
    let accepted = lenient.compare(&new);
    assert_eq!((accepted.verdict(), accepted.status()), (None, LockStatus::OutOfDate));
    assert!(accepted.to_string().contains("(accepted)"), "{accepted}");

    new.server.version = "2.0.0".to_owned();
    assert_eq!(old.compare(&new).status(), LockStatus::OutOfDate);
    assert!(new.clone().replacing(&lenient).accepted.is_empty());
    assert_eq!(new.compare(&new).status(), LockStatus::UpToDate);
}

#[derive(Elicit)]
struct Sure {
    #[allow(dead_code, reason = "only asked for")]
    sure: bool,
}

/// Deletes a note.
#[tool(destructive, confirm = "Delete {name}?")]
fn delete(name: String) -> String {
    name
}

/// Asks.
#[tool]
async fn ask(elicit: Elicit) -> Result<String> {
    elicit.form::<Sure>("Sure?").await?;
    Ok(String::new())
}

/// Sums up.
#[prompt]
fn sum_up(name: String, length: Option<u32>) -> String {
    format!("{name} {length:?}")
}

/// The index.
#[resource("notes://index", mime = "text/csv")]
fn index() -> String {
    String::new()
}

/// A note.
#[resource("notes://note/{name}")]
fn note(name: String) -> String {
    name
}

#[test]
fn a_server_is_locked_with_everything_it_offers_and_read_back_as_it_was() {
    let server = || {
        let server = ServerBuilder::new("notes", "1.4.0")
            .instructions("Keeps notes.")
            .tool::<delete>()
            .tool::<ask>()
            .prompt::<sum_up>();
        server.resource::<index>().resource::<note>().build().unwrap()
    };
    let lock = Lock::of(&server().offers());
    assert_eq!(lock.server.instructions.as_deref(), Some("Keeps notes."));
    assert_eq!(lock.server.revisions.len(), 5);
    assert!(lock.server.capabilities.contains(&"prompts".to_owned()));
    assert_eq!(lock.tools["delete"].hints, "destructive, open-world");
    assert!(lock.tools["delete"].confirms && !lock.tools["ask"].confirms);
    assert_eq!(lock.tools["delete"].needs, ["elicitation.form"]);
    assert!(lock.tools["delete"].hash.starts_with("sha256-"));
    let arguments = &lock.prompts["sum_up"].arguments;
    assert!(arguments["name"].required && !arguments["length"].required);
    assert_eq!(lock.resources["notes://index"].mime.as_deref(), Some("text/csv"));
    assert!(lock.templates.contains_key("notes://note/{name}"));

    let read = Lock::parse(&lock.to_string()).unwrap();
    assert_eq!((&read, read.to_string()), (&lock, lock.to_string()));
    assert!(lock.compare(&Lock::of(&server().offers())).changes.is_empty());
    assert!(!lock.to_string().contains(env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn a_test_holds_a_server_to_its_lock_in_one_line() {
    let directory = std::env::temp_dir().join(format!("mcp-lock-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("mcp.lock");
    let server = ServerBuilder::new("notes", "1.4.0").tool::<delete>().build().unwrap();
    let error = testing::lock(&server, &path).unwrap_err();
    assert!(error.diff().is_none() && error.to_string().contains("MCP_LOCK=write"), "{error}");

    Lock::of(&server.offers()).write(&path).unwrap();
    testing::lock(&server, &path).unwrap();
    let other = ServerBuilder::new("notes", "1.4.1").build().unwrap();
    let error = format!("{:?}", testing::lock(&other, &path).unwrap_err());
    let expected = "major  tool.removed             delete: tool removed";
    assert!(
        error.contains(expected)
            && error.contains("These changes require raising the server's version to 2.0.0"),
        "{error}"
    );
    std::fs::remove_dir_all(&directory).unwrap();
}
