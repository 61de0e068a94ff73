//! Entries that their clients refuse, as these do it: by the type of a member, by the lack of one,
//! or by its name.

use serde_json::{Value, json};

use super::super::{Home, told};
use super::{SERVER, found};

/// The client, its file, and the map of servers in it.
const CURSOR: (&str, &str, &str) = ("cursor", ".cursor/mcp.json", "mcpServers");
const CLAUDE: (&str, &str, &str) = ("claude-code", ".claude.json", "mcpServers");
const DESKTOP: (&str, &str, &str) =
    ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers");
const OPENCODE: (&str, &str, &str) = ("opencode", ".config/opencode/opencode.jsonc", "mcp");
const CODEX: (&str, &str, &str) = ("codex", ".codex/config.toml", "mcp_servers");
const GOOSE: (&str, &str, &str) = ("goose", ".config/goose/config.yaml", "extensions");
const VSCODE: (&str, &str, &str) = ("vscode", ".config/Code/User/mcp.json", "servers");
const ZED: (&str, &str, &str) = ("zed", ".config/zed/settings.json", "context_servers");

fn write(home: &Home, (_, file, map): (&str, &str, &str), entry: &Value) {
    let text = match file.rsplit('.').next().unwrap() {
        "toml" => {
            let members: String = entry
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, value)| match value.as_object() {
                    Some(env) => {
                        let env: Vec<String> =
                            env.iter().map(|(k, v)| format!("{k} = {v}")).collect();
                        format!("{name} = {{ {} }}\n", env.join(", "))
                    }
                    None => format!("{name} = {value}\n"),
                })
                .collect();
            format!("[{map}.shipped-server]\n{members}")
        }
        "yaml" => format!("{map}:\n  shipped-server: {entry}\n"),
        _ => json!({map: {"shipped-server": entry}}).to_string(),
    };
    home.write(file, &text);
}

#[test]
fn entries_that_real_clients_refuse_are_named_by_their_member_and_mended() {
    let env = |home: &Home| json!({"SHIPPED_DIR": home.path("notes"), "SHIPPED_KEY": "x"});
    let cases = [
        (OPENCODE, json!({"type": "local", "command": SERVER}), "`command`"),
        (OPENCODE, json!({"command": [SERVER]}), "`type`"),
        (OPENCODE, json!({"type": "stdio", "command": [SERVER]}), "`type`"),
        (CODEX, json!({"command": [SERVER, "-v"]}), "`command`"),
        (CODEX, json!({"command": SERVER, "args": "-v"}), "`args`"),
        (CLAUDE, json!({"command": SERVER, "args": "-v"}), "`args`"),
        (CLAUDE, json!({"command": [SERVER]}), "`command`"),
        (CURSOR, json!({"command": SERVER, "args": {"0": "x"}}), "`args`"),
        (VSCODE, json!({"command": [SERVER]}), "`command`"),
        (ZED, json!({"command": SERVER, "args": "-v"}), "`args`"),
        (DESKTOP, json!({"command": [SERVER]}), "`command`"),
        (GOOSE, json!({"name": "shipped-server", "cmd": SERVER, "args": []}), "`type`"),
        // Members of other clients.
        (
            GOOSE,
            json!({"type": "stdio", "name": "shipped-server", "command": SERVER, "args": []}),
            "`cmd`",
        ),
        (CURSOR, json!({"cmd": SERVER}), "`command`"),
    ];
    for (client, entry, member) in cases {
        let home = Home::new();
        let mut entry = entry.clone();
        let map = match client.0 {
            "opencode" => "environment",
            "goose" => "envs",
            _ => "env",
        };
        entry[map] = env(&home);
        write(&home, client, &entry);
        let output = home.shipped(&["doctor", "--json", client.0]).output().unwrap();
        let found = found(&output);
        let is_named = found.iter().any(|(id, what)| id == "C21" && what.contains(member));
        assert!(is_named, "{client:?} {entry}: {found:?}");
        assert_eq!(output.status.code(), Some(1), "{client:?} {entry}");
        let fixed = home.shipped(&["doctor", client.0, "--fix", "--yes"]).output().unwrap();
        assert!(fixed.status.success(), "{client:?} {entry}: {}", told(&fixed));
        let after = home.read(client.1);
        let is_kept = !entry.to_string().contains("\"-v\"") || after.contains("\"-v\"");
        assert!(after.contains(SERVER) && is_kept, "{entry}: {after}");
        let output = home.shipped(&["doctor", "--json", client.0]).output().unwrap();
        assert!(super::found(&output).iter().all(|(id, _)| id != "C21"), "{}", told(&output));
    }
}

#[test]
fn an_env_that_is_no_map_and_a_url_that_no_client_reads_are_named() {
    for (client, entry, id, cause) in [
        (CURSOR, json!({"command": SERVER, "env": ["SHIPPED_DIR=/"]}), "C21", "`env`"),
        (CLAUDE, json!({"command": SERVER, "env": "SHIPPED_DIR=/"}), "C21", "`env`"),
        (
            CODEX,
            json!({"url": "http://127.0.0.1:1/mcp", "http_headers": ["a"]}),
            "C21",
            "`http_headers`",
        ),
        (
            DESKTOP,
            json!({"url": "https://x.example/mcp"}),
            "C22",
            "does not support servers at a URL",
        ),
        (DESKTOP, json!({"type": "http", "url": "https://x.example/mcp"}), "C22", "a URL"),
        (DESKTOP, json!({"serverUrl": "https://x.example/mcp"}), "C22", "a URL"),
        (OPENCODE, json!({"url": "https://x.example/mcp"}), "C5", "needs `\"type\": \"remote\"`"),
        (OPENCODE, json!({"type": "local", "url": "https://x.example/mcp"}), "C21", "`type`"),
        // A number costs the whole file.
        (OPENCODE, json!({"type": "local", "command": [SERVER, 8]}), "C19", "`command[1]`"),
        (CODEX, json!({"command": SERVER, "args": [8]}), "C19", "`args[0]`"),
        (
            CLAUDE,
            json!({"command": SERVER, "env": {"SHIPPED_LEVEL": 8}}),
            "C19",
            "`env.SHIPPED_LEVEL`",
        ),
        (VSCODE, json!({"type": "http", "serverUrl": "https://x.example/mcp"}), "C21", "`url`"),
    ] {
        let home = Home::new();
        write(&home, client, &entry);
        let output = home.shipped(&["doctor", "--json", client.0]).output().unwrap();
        let found = found(&output);
        let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
        assert!(is_named, "{client:?} {entry}: {found:?}");
        assert_eq!(output.status.code(), Some(1), "{client:?} {entry}");
    }
}

#[test]
fn entries_that_clients_take_are_not_blamed() {
    for (client, entry) in [
        (CLAUDE, json!({"type": "stdio", "command": SERVER, "args": [], "timeout": 5})),
        (CURSOR, json!({"type": "stdio", "command": SERVER})),
        (CURSOR, json!({"url": "http://127.0.0.1:1/mcp", "headers": {"A": "b"}})),
        (CODEX, json!({"command": SERVER, "args": [], "startup_timeout_sec": 20})),
        (GOOSE, json!({"type": "stdio", "name": "x", "cmd": SERVER, "args": [], "timeout": 5})),
        (OPENCODE, json!({"type": "local", "command": [SERVER], "timeout": 5})),
        (OPENCODE, json!({"type": "remote", "url": "http://127.0.0.1:1/mcp"})),
        (
            ("gemini-cli", ".gemini/settings.json", "mcpServers"),
            json!({"url": "http://127.0.0.1:1/mcp"}),
        ),
        (
            ("windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
            json!({"url": "http://127.0.0.1:1/mcp"}),
        ),
    ] {
        let home = Home::new();
        write(&home, client, &entry);
        let output = home.shipped(&["doctor", "--json", client.0]).output().unwrap();
        let found = found(&output);
        let is_blamed = found.iter().any(|(id, _)| matches!(&**id, "C21" | "C22" | "C19" | "C5"));
        assert!(!is_blamed, "{client:?} {entry}: {found:?}");
    }
}
