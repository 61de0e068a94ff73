//! Entries of clients that do not work: each is found, and named by its cause.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};

use super::{SERVER, doctor, entry, with};
use crate::Home;

/// The file of a client, what is entered there, and the check and its cause that are found.
type EntryCase = (&'static str, Box<dyn Fn(&Home) -> Value>, &'static str, &'static str);

/// Programs that are not there, or not for everybody.
fn programs_that_cannot_be_started() -> Vec<EntryCase> {
    let sound = entry;
    vec![
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "/gone"}))),
            "C1",
            "`/gone` does not exist",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "/etc/passwd"}))),
            "C1",
            "is not a program",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"args": []})),
            "C1",
            "neither a command nor a URL",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "no-such-program"}))),
            "C1",
            "is not on the PATH",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "tool-of-mine"}))),
            "C2",
            "does not have the PATH of your shell",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "./server"}))),
            "C2",
            "is relative to the directory",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"command": "C:\\x.exe"}))),
            "C12",
            "is a Windows path",
        ),
    ]
}

/// Settings of clients.
fn settings_that_do_not_work() -> Vec<EntryCase> {
    let sound = entry;
    vec![
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"disabled": true}))),
            "C13",
            "disabled in the client",
        ),
        (
            ".config/opencode/opencode.jsonc",
            Box::new(move |home| with(sound(home), json!({"enabled": false}))),
            "C13",
            "disabled in the client",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"includeTools": ["a", "b"]}))),
            "C14",
            "shows only 2 tools",
        ),
        (
            ".codeium/windsurf/mcp_config.json",
            Box::new(move |home| with(sound(home), json!({"disabledTools": ["a", "b", "c"]}))),
            "C14",
            "does not show 3 tools: `disabledTools` is set",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"excludeTools": ["a"]}))),
            "C14",
            "does not show 1 tool: `excludeTools` is set",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"available_tools": ["a"]}))),
            "C14",
            "shows only 1 tool: `available_tools` is set",
        ),
        (
            ".copilot/mcp-config.json",
            Box::new(move |home| with(sound(home), json!({"type": "local", "tools": []}))),
            "C14",
            "shows only 0 tools: `tools` is set",
        ),
    ]
}

/// Arguments and variables that the program, or the client, does not understand.
fn words_that_do_not_work() -> Vec<EntryCase> {
    let sound = entry;
    vec![
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": "docker", "args": ["run", "--rm", "x"]})),
            "C16",
            "needs `-i`",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": "docker", "args": ["run", "-i", "-t", "x"]})),
            "C16",
            "must not have `-t`",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": "https://x.example/mcp"})),
            "C17",
            "has a URL as its command",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": "cmd", "args": ["/c", "C:\\a b\\x.exe"]})),
            "C11",
            "`cmd /c`",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"args": ["a", 8]}))),
            "C19",
            "`args[1]` is not a string",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| with(sound(home), json!({"env": {"SHIPPED_DIR": true}}))),
            "C19",
            "`env.SHIPPED_DIR` is not a string",
        ),
    ]
}

/// URLs, and what a server needs.
fn places_that_do_not_work() -> Vec<EntryCase> {
    let sound = entry;
    vec![
        (
            ".claude.json",
            Box::new(|_| json!({"url": "http://x.example/mcp"})),
            "C5",
            "needs `\"type\": \"http\"`",
        ),
        (
            ".cline/data/settings/cline_mcp_settings.json",
            Box::new(|_| json!({"url": "http://x.example/mcp"})),
            "C5",
            "streamableHttp",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": SERVER})),
            "P2",
            "does not pass it to servers",
        ),
        (
            ".cursor/mcp.json",
            Box::new(|_| json!({"command": SERVER, "env": {"SHIPPED_DIR": "/none"}})),
            "P1",
            "`/none` is not a directory",
        ),
        (
            ".cursor/mcp.json",
            Box::new(move |home| {
                with(
                    sound(home),
                    json!({"env": {"SHIPPED_DIR": home.path("notes"), "SHIPPED_KEY": "hunter2"}}),
                )
            }),
            "P3",
            "can be read by other users",
        ),
        (".cursor/mcp.json", Box::new(sound), "P7", "target directory of cargo"),
        (
            ".cursor/mcp.json",
            Box::new(move |home| {
                with(sound(home), json!({"command": home.path("bin/tool-of-mine")}))
            }),
            "P8",
            "on a temporary or removable path",
        ),
    ]
}

#[test]
fn entries_that_do_not_work_are_found_and_named_by_their_cause() {
    let cases = [
        programs_that_cannot_be_started(),
        settings_that_do_not_work(),
        words_that_do_not_work(),
        places_that_do_not_work(),
    ];
    for (file, entry, id, cause) in cases.into_iter().flatten() {
        let home = Home::new();
        home.write("bin/tool-of-mine", "#!/bin/sh\n");
        fs::set_permissions(home.path("bin/tool-of-mine"), fs::Permissions::from_mode(0o755))
            .unwrap();
        let map = if file.contains("opencode") { "mcp" } else { "mcpServers" };
        home.write(file, &json!({map: {"shipped-server": entry(&home)}}).to_string());
        let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
        let found = doctor(home.shipped(&[]).env("PATH", path));
        let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
        assert!(is_named, "{file} {id} {cause}: {found:?}");
        assert!(found.iter().all(|(_, what)| !what.contains("hunter2")), "{found:?}");
    }
}
