//! References to variables, such as `${NAME}`: a client that cannot look one up passes it on as it
//! is written, or looks it up where nothing is.

use std::process::Stdio;

use serde_json::json;

use super::doctor::doctor;
use super::{Home, told};

const SERVER: &str = env!("CARGO_BIN_EXE_shipped-server");

#[test]
fn a_reference_that_a_client_passes_on_as_it_is_counts_as_not_set() {
    for value in [
        "${SHIPPED_DIR}",
        "${env:SHIPPED_DIR}",
        "{env:SHIPPED_DIR}",
        "${user_config.shipped_dir}",
        "${input:shipped-dir}",
        "${SHIPPED_DIR:-}",
        "$SHIPPED_DIR",
        "%SHIPPED_DIR%",
    ] {
        let home = Home::new();
        let mut command = home.shipped(&[]);
        let output = command.env("SHIPPED_DIR", value).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{value}");
        let said = told(&output);
        assert!(
            said.contains("`SHIPPED_DIR` is not set (Where the notes are stored)"),
            "{value}: {said}"
        );
        // What has a default is as if nothing were passed on.
        let level = value.replace("SHIPPED_DIR", "SHIPPED_LEVEL");
        let mut command = home.shipped(&[]);
        let output = command.env("SHIPPED_LEVEL", &level).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{level}: {}", told(&output));
        let doctor = doctor(home.shipped(&[]).env("SHIPPED_DIR", value));
        assert!(doctor[0].1.contains("`SHIPPED_DIR` is not set"), "{value}: {doctor:?}");
    }
    // `install` does not write into a file what was passed on to this shell.
    let home = Home::new();
    let mut install = home.shipped(&["install", "cursor", "--yes"]);
    let output =
        install.env("SHIPPED_DIR", "${SHIPPED_DIR}").stdin(Stdio::null()).output().unwrap();
    assert!(told(&output).contains("--env SHIPPED_DIR=VALUE"), "{}", told(&output));
}

#[test]
fn a_value_that_only_looks_like_a_reference_is_one() {
    let home = Home::new();
    for name in ["${a}b", "$a", "{env:x}y", "%d", "a${SHIPPED_DIR}"] {
        let directory = home.path(&format!("notes/{name}"));
        std::fs::create_dir_all(&directory).unwrap();
        let mut call = home.shipped(&["call", "count"]);
        let output =
            call.current_dir(home.path("notes")).env("SHIPPED_DIR", name).output().unwrap();
        assert_eq!(told(&output).trim(), name);
    }
}

#[test]
fn references_of_entries_are_looked_up_as_each_client_does() {
    // The client's file and map, the value of the variable, and what is said of it.
    let cases = [
        (".claude.json", "mcpServers", "${NOWHERE}", Some("`NOWHERE`")),
        (".claude.json", "mcpServers", "${SHIPPED_DIR}", None),
        (".claude.json", "mcpServers", "${NOWHERE:-/tmp}", None),
        (".claude.json", "mcpServers", "${NOWHERE:-/none}", Some("`/none` is not a directory")),
        (".claude.json", "mcpServers", "${HOME}/notes", None),
        (".claude.json", "mcpServers", "${HOME}/none", Some("is not a directory")),
        (".cursor/mcp.json", "mcpServers", "${env:NOWHERE}", Some("`NOWHERE`")),
        (".gemini/settings.json", "mcpServers", "${NOWHERE}", Some("`NOWHERE`")),
        (".config/opencode/opencode.jsonc", "mcp", "{env:NOWHERE}", Some("`NOWHERE`")),
        // These look up nothing.
        (".config/zed/settings.json", "context_servers", "${SHIPPED_DIR}", Some("literally")),
        (".copilot/mcp-config.json", "mcpServers", "${HOME}", Some("literally")),
        (
            ".config/Claude/claude_desktop_config.json",
            "mcpServers",
            "${HOME}/notes",
            Some("literally"),
        ),
        // The form of another client.
        (".claude.json", "mcpServers", "{env:SHIPPED_DIR}", Some("literally")),
        (".config/opencode/opencode.jsonc", "mcp", "${SHIPPED_DIR}", Some("literally")),
    ];
    for (file, map, value, expected) in cases {
        let home = Home::new();
        let env = json!({"SHIPPED_DIR": value});
        let entry = match map {
            "mcp" => json!({"type": "local", "command": [SERVER], "environment": env}),
            _ => json!({"command": SERVER, "env": env}),
        };
        home.write(file, &json!({map: {"shipped-server": entry}}).to_string());
        let found = doctor(&mut home.shipped(&[]));
        let said: Vec<_> = found.iter().filter(|(id, _)| matches!(&**id, "P1" | "C20")).collect();
        match expected {
            Some(cause) => {
                let is_named = said.iter().any(|(id, what)| id == "P1" && what.contains(cause));
                assert!(is_named, "{file} {value}: {found:?}");
            }
            None => assert!(said.is_empty(), "{file} {value}: {found:?}"),
        }
    }
}
