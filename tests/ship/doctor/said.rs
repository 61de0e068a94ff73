//! How `doctor` says what it finds, of which entry, and with what in its hands.

use std::fs;

use serde_json::{Value, json};

use super::super::{Home, told};
use super::http_server::{ReceivedRequest, reply, serve};
use super::{SERVER, checks, found};

#[test]
fn entries_of_another_name_are_looked_at() {
    let home = Home::new();
    let of = |command: &str| json!({"command": command, "env": {"SHIPPED_DIR": "/"}});
    let servers = json!({"mine": of("/gone"), "shipped-server": of("/gone-too")});
    home.write(".cursor/mcp.json", &json!({"mcpServers": servers}).to_string());
    let ask = |words: &[&str]| {
        let output = home.shipped(&["doctor", "--json", "cursor"]).args(words).output().unwrap();
        let mut found = found(&output);
        found.retain(|(id, _)| id == "C1");
        found
    };
    let [(_, what)] = &ask(&["--name", "mine"])[..] else { panic!("one") };
    assert!(what.contains("`/gone` does not exist") && what.contains("--name mine"), "{what}");
    let [(_, what)] = &ask(&[])[..] else { panic!("one") };
    assert!(what.contains("`/gone-too` does not exist") && !what.contains("--name"), "{what}");
    // What is mended is the entry of that name.
    let fix = home.shipped(&["doctor", "cursor", "--name", "mine", "--fix", "--yes"]).output();
    assert!(fix.unwrap().status.success());
    let file: Value = serde_json::from_str(&home.read(".cursor/mcp.json")).unwrap();
    assert_eq!(file["mcpServers"]["mine"]["command"], SERVER);
    assert_eq!(file["mcpServers"]["shipped-server"]["command"], "/gone-too");
    let wrong = home.shipped(&["doctor", "--name", ""]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn servers_that_ask_for_a_header_are_asked_with_it() {
    let address = serve(|asked: &ReceivedRequest| match asked.header("x-key") {
        "open sesame" => asked.soundly(),
        _ => reply(403),
    });
    let url = format!("http://{address}/mcp");
    let home = Home::new();
    let ask = |header: &str| {
        let words = ["doctor", &url, "--json", "--header", header];
        home.shipped(&words).output().unwrap()
    };
    assert_ne!(found(&ask("X-Key: wrong")), []);
    let right = ask("X-Key: open sesame");
    assert_eq!(found(&right), []);
    assert!(!told(&right).contains("sesame"));
    for (header, cause) in [("X-Key", "NAME: VALUE"), (": x", "NAME: VALUE"), ("X Key: y", "X Key")]
    {
        let refused = ask(header);
        assert_eq!(refused.status.code(), Some(1), "{header}");
        assert!(told(&refused).contains(cause), "{header}: {}", told(&refused));
    }
    let without_url = home.shipped(&["doctor", "--header", "A: b"]).output().unwrap();
    assert!(told(&without_url).contains("the URL of a server"), "{}", told(&without_url));
}

/// A server that lists a tool with these schemas, in a shell.
fn listing(tool: &Value) -> String {
    format!(
        r#"while read -r line; do
          case $line in
            *'"method":"initialize"'*) echo '{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"2025-11-25","capabilities":{{}},"serverInfo":{{"name":"x","version":"1"}}}}}}' ;;
            *'"method":"server/discover"'*) echo '{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"Method not found"}}}}' ;;
            *'"method":"tools/list"'*) echo '{{"jsonrpc":"2.0","id":2,"result":{{"tools":[{tool}]}}}}' ;;
          esac
        done"#
    )
}

#[test]
fn the_property_of_a_finding_is_named() {
    let with = |properties: Value| {
        let schema = json!({"type": "object", "properties": properties});
        json!({"name": "search", "title": "Search", "description": "Finds.", "inputSchema": schema})
    };
    for (tool, pointer) in [
        (with(json!({"limit": true})), "/inputSchema/properties/limit"),
        (
            with(json!({"a": {"type": "object", "properties": {"b": false}}})),
            "/inputSchema/properties/a/properties/b",
        ),
        (with(json!({"list": {"type": "array"}})), "/inputSchema/properties/list"),
    ] {
        let home = Home::new();
        let script = listing(&tool);
        let words = ["doctor", "--json", "--", "/bin/sh", "-c", &script];
        let found = found(&home.shipped(&words).output().unwrap());
        let is_named = found
            .iter()
            .any(|(id, what)| id == "L" && what.starts_with(&format!("tool `search` {pointer}: ")));
        assert!(is_named, "{pointer}: {found:#?}");
    }
}

#[test]
fn a_finding_and_its_advice_say_different_things() {
    let tools = [
        json!({"name": "a b", "inputSchema": {"type": "object", "properties": {"x": true}}}),
        json!({"name": "a", "description": "x", "inputSchema": {"type": "object", "anyOf": [{}]}}),
        json!({"name": "b", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"d": {"type": "string", "format": "x"}, "e": {"type": "array"}}}}),
    ];
    let mut count = 0;
    for tool in tools {
        let home = Home::new();
        let script = listing(&tool);
        let words = ["doctor", "--json", "--", "/bin/sh", "-c", &script];
        for check in checks(&home.shipped(&words).output().unwrap()) {
            let text = |member: &str| check[member].as_str().unwrap_or_default().to_owned();
            let what = text("what");
            let todo = text("todo");
            if text("state") == "ok" {
                continue;
            }
            count += 1;
            assert!(!what.is_empty() && (todo.is_empty() || !what.contains(&todo)), "{check}");
        }
    }
    assert!(count > 5, "{count}");
}

/// Each copy keeps the machine busy for a while, and the next one has to wait.
#[test]
fn healthy_servers_that_start_slowly_are_not_blamed() {
    let home = Home::new();
    let lock = home.path("notes/lock");
    let before = format!("flock {} sleep 0.6", lock.display());
    let script = format!(
        "{before}; {}",
        listing(
            &json!({"name": "a", "title": "A", "description": "Does something.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}})
        )
    );
    let words = ["doctor", "--json", "--", "/bin/sh", "-c", &script];
    let output = home.shipped(&words).output().unwrap();
    let blamed: Vec<_> = found(&output)
        .into_iter()
        .filter(|(id, _)| !matches!(&**id, "L" | "P13" | "P12"))
        .collect();
    assert_eq!(blamed, []);
}

/// So do the entries of several clients that start it.
#[test]
fn entries_that_start_slowly_are_not_blamed() {
    let home = Home::new();
    fs::create_dir_all(home.path("notes")).unwrap();
    let lock = home.path("notes/lock");
    let script = format!("flock {} sleep 0.7; exec {SERVER}", lock.display());
    let entry = json!({"command": "/bin/sh", "args": ["-c", script], "env": {"SHIPPED_DIR": home.path("notes")}});
    let file = json!({"mcpServers": {"shipped-server": entry}}).to_string();
    let files = [
        ".claude.json",
        ".cursor/mcp.json",
        ".codeium/windsurf/mcp_config.json",
        ".junie/mcp/mcp.json",
        ".lmstudio/mcp.json",
        ".kiro/settings/mcp.json",
        ".warp/.mcp.json",
        ".gemini/config/mcp_config.json",
        ".factory/mcp.json",
    ];
    files.iter().for_each(|path| home.write(path, &file));
    let output = home.shipped(&["doctor", "--json"]).output().unwrap();
    let found = found(&output);
    assert!(found.iter().all(|(id, _)| id != "C20"), "{found:?}");
}
