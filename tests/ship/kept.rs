//! What is in the files of clients stays there: other members of an entry, comments, links, and the
//! file as it was.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Home, told};

const SERVER: &str = env!("CARGO_BIN_EXE_shipped-server");

/// Runs a command that has to succeed.
fn done(home: &Home, words: &[&str]) -> String {
    let output = home.shipped(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", told(&output));
    told(&output)
}

fn json_at(home: &Home, file: &str) -> Value {
    serde_json::from_str(&home.read(file)).unwrap()
}

/// How many files are beside this one, and itself.
fn files_beside(home: &Home, file: &str) -> usize {
    let entries = fs::read_dir(home.path(file).parent().unwrap()).unwrap().flatten();
    entries.filter(|entry| !entry.path().is_dir()).count()
}

/// Entries as people and clients leave them: the client, its file, and what has to stay in it.
const ENTRIES: [(&str, &str, &str, &[&str]); 9] = [
    (
        "cursor",
        ".cursor/mcp.json",
        "{\"mcpServers\": {\"shipped-server\": {\"command\": \"/gone\", \"disabled\": true, \"autoApprove\": [\"count\"]}}}\n",
        &["\"disabled\": true", "\"autoApprove\": [\"count\"]"],
    ),
    (
        "claude-code",
        ".claude.json",
        "{\n  \"n\": 1e400,\n  \"mcpServers\": {\n    \"shipped-server\": {\n      \"timeout\": 6e4,\n      \"command\": \"/gone\",\n      \"env\": {\"HTTPS_PROXY\": \"http://p:1\"}\n    }\n  }\n}",
        &["\"timeout\": 6e4", "\"HTTPS_PROXY\": \"http://p:1\"", "\"n\": 1e400"],
    ),
    (
        "gemini-cli",
        ".gemini/settings.json",
        "{\n\t\"mcpServers\": {\n\t\t\"shipped-server\": {\n\t\t\t// it asks too often\n\t\t\t\"trust\": true,\n\t\t\t\"httpUrl\": \"http://127.0.0.1:1/mcp\", // by now a program\n\t\t\t\"includeTools\": [\"count\"], /* one */\n\t\t}\n\t}\n}\n",
        &["// it asks too often", "\"trust\": true", "\"includeTools\": [\"count\"], /* one */"],
    ),
    (
        "opencode",
        ".config/opencode/opencode.jsonc",
        "{\r\n  \"mcp\": {\r\n    \"shipped-server\": {\r\n      \"type\": \"remote\",\r\n      \"url\": \"http://127.0.0.1:1/mcp\",\r\n      \"enabled\": false, // for now\r\n      \"timeout\": 9000\r\n    }\r\n  }\r\n}\r\n",
        &["\"enabled\": false, // for now\r\n", "\"timeout\": 9000"],
    ),
    (
        "copilot-cli",
        ".copilot/mcp-config.json",
        "{\"mcpServers\": {\"shipped-server\": {\"type\": \"local\", \"command\": \"/gone\", \"tools\": [\"count\"], \"timeout\": 3}}}",
        &["\"tools\": [\"count\"]", "\"timeout\": 3"],
    ),
    (
        "codex",
        ".codex/config.toml",
        "# mine\n[mcp_servers.shipped-server] # notes\ncommand = \"/gone\"\nenabled = false # for now\nenabled_tools = [\n  \"count\", # only this\n]\nstartup_timeout_sec = 20.0\nsince = 2026-01-01\n\n[mcp_servers.shipped-server.env]\nRUST_LOG = \"debug\"\n\n[tui]\nx = 1\n",
        &[
            "[mcp_servers.shipped-server] # notes\n",
            "enabled = false # for now\n",
            "enabled_tools = [\n  \"count\", # only this\n]\n",
            "startup_timeout_sec = 20.0\nsince = 2026-01-01\n",
            "RUST_LOG = \"debug\"",
        ],
    ),
    (
        "codex",
        ".codex/config.toml",
        "mcp_servers = { shipped-server = { url = \"http://127.0.0.1:1/mcp\", tool_timeout_sec = 5, enabled = false } }\n",
        &["tool_timeout_sec = 5", "enabled = false"],
    ),
    (
        "goose",
        ".config/goose/config.yaml",
        "extensions:\n  shipped-server:\n    enabled: false # for now\n    type: stdio\n    cmd: /gone\n    args: []\n    # seconds\n    timeout: 0x10\n    available_tools:\n      - count\n    envs:\n      RUST_LOG: debug\n  other:\n    enabled: true\n",
        &[
            "    enabled: false # for now\n",
            "    # seconds\n    timeout: 0x10\n    available_tools:\n      - count\n",
            "RUST_LOG",
            "  other:\n    enabled: true\n",
        ],
    ),
    (
        "continue",
        ".continue/mcpServers/shipped-server.json",
        "{\"mcpServers\": {\"shipped-server\": {\"command\": \"/gone\", \"faviconUrl\": \"f.png\"}}, \"x\": 1}",
        &["\"faviconUrl\": \"f.png\"", "\"x\": 1"],
    ),
];

#[test]
fn an_entry_that_is_written_over_keeps_its_other_members_and_comes_back_as_it_was() {
    for (client, file, before, kept) in ENTRIES {
        let home = Home::new();
        home.write(file, before);
        done(&home, &["install", client, "--yes"]);
        let after = home.read(file);
        for part in kept {
            assert!(after.contains(part), "{client}: {part:?} in\n{after}");
        }
        assert!(after.contains(SERVER) && !after.contains("/gone"), "{client}: {after}");
        assert!(!after.contains("127.0.0.1"), "{client}: {after}");
        let shown = done(&home, &["uninstall", client, "--yes"]);
        assert_eq!(home.read(file), before, "{client}");
        assert_eq!(files_beside(&home, file), 1, "{client}: nothing stays behind");
        assert!(shown.contains("restores the previous entry"), "{client}: {shown}");
        // Asked once more, it takes out the earlier entry as well.
        done(&home, &["uninstall", client, "--yes"]);
        let is_left = home.path(file).exists() && home.read(file).contains("shipped-server");
        assert!(!is_left, "{client}");
    }
}

#[test]
fn an_entry_of_before_comes_back_into_a_file_that_others_have_changed_since() {
    let home = Home::new();
    let entry = json!({"command": "/gone", "disabled": true});
    home.write(".cursor/mcp.json", &json!({"mcpServers": {"shipped-server": entry}}).to_string());
    done(&home, &["install", "cursor", "--yes"]);
    let mut changed = json_at(&home, ".cursor/mcp.json");
    changed["mcpServers"]["other"] = json!({"command": "/other"});
    home.write(".cursor/mcp.json", &changed.to_string());
    done(&home, &["uninstall", "cursor", "--yes"]);
    let expected = json!({"mcpServers": {"shipped-server": entry, "other": {"command": "/other"}}});
    assert_eq!(json_at(&home, ".cursor/mcp.json"), expected);
}

#[test]
fn what_was_installed_twice_is_taken_out_at_once() {
    let install = |home: &Home, client: &str, level: &str| {
        let level = format!("SHIPPED_LEVEL={level}");
        done(home, &["install", client, "--env", &level, "--yes"]);
    };
    for (client, file) in [
        ("cursor", ".cursor/mcp.json"),
        ("codex", ".codex/config.toml"),
        ("goose", ".config/goose/config.yaml"),
        ("continue", ".continue/mcpServers/shipped-server.json"),
    ] {
        let home = Home::new();
        install(&home, client, "1");
        install(&home, client, "2");
        done(&home, &["uninstall", client, "--yes"]);
        assert!(!home.path(file).exists(), "{client}");
        assert_eq!(files_beside(&home, file), 0, "{client}");
        // A file that was there is there again, also where it was empty.
        for before in ["", "\n"] {
            home.write(file, before);
            install(&home, client, "1");
            install(&home, client, "2");
            done(&home, &["uninstall", client, "--yes"]);
            assert_eq!(home.read(file), before, "{client}");
            assert_eq!(files_beside(&home, file), 1, "{client}");
        }
    }
}

/// The backup of an installation long ago says nothing of the file of today.
#[test]
fn an_entry_that_is_new_again_has_a_new_backup() {
    let home = Home::new();
    home.write(".cursor/mcp.json", "{\"old\": 1}");
    done(&home, &["install", "cursor", "--yes"]);
    let now = "{\"new\": 2, \"mcpServers\": {\"a\": {\"command\": \"a\"}}}";
    home.write(".cursor/mcp.json", now);
    done(&home, &["install", "cursor", "--yes"]);
    assert_eq!(home.read(".cursor/mcp.json.before-shipped-server"), now);
    done(&home, &["uninstall", "cursor", "--yes"]);
    assert_eq!(home.read(".cursor/mcp.json"), now);
}

/// What version 0.1 has left: an entry in a file that it made, and in one of which it kept a backup.
#[test]
fn entries_and_backups_of_earlier_versions_are_understood() {
    let home = Home::new();
    let entry = json!({"mcpServers": {"shipped-server": {"command": SERVER}}});
    let made = serde_json::to_string_pretty(&entry).unwrap() + "\n";
    home.write(".cursor/mcp.json", &made);
    done(&home, &["uninstall", "cursor", "--yes"]);
    assert!(!home.path(".cursor/mcp.json").exists());
    home.write(".cursor/mcp.json", &made);
    home.write(".cursor/mcp.json.before-shipped-server", "{ }\n");
    done(&home, &["uninstall", "cursor", "--yes"]);
    assert_eq!(json_at(&home, ".cursor/mcp.json"), json!({}));
    assert_eq!(files_beside(&home, ".cursor/mcp.json"), 1);
}

#[test]
fn variables_and_headers_that_were_entered_by_hand_stay() {
    let home = Home::new();
    let of = |entry: Value| json!({"mcpServers": {"shipped-server": entry}}).to_string();
    let entry =
        |home: &Home| json_at(home, ".cursor/mcp.json")["mcpServers"]["shipped-server"].clone();
    let env = json!({"RUST_LOG": "debug", "SHIPPED_DIR": "/old"});
    home.write(".cursor/mcp.json", &of(json!({"command": "/gone", "env": env})));
    done(&home, &["install", "cursor", "--yes"]);
    let expected = json!({"RUST_LOG": "debug", "SHIPPED_DIR": home.path("notes")});
    assert_eq!(entry(&home)["env"], expected);
    let headers = json!({"Authorization": "Bearer x"});
    home.write(".cursor/mcp.json", &of(json!({"url": "http://old/mcp", "headers": headers})));
    let url = ["install", "cursor", "--url", "http://new/mcp", "--header", "X-A: b", "--yes"];
    done(&home, &url);
    let expected =
        json!({"url": "http://new/mcp", "headers": {"Authorization": "Bearer x", "X-A": "b"}});
    assert_eq!(entry(&home), expected);
    // What belongs to a URL does not stay beside a program.
    done(&home, &["install", "cursor", "--yes"]);
    assert!(entry(&home).get("headers").is_none() && entry(&home).get("url").is_none());
}

#[test]
fn entries_that_doctor_mends_keep_their_other_members() {
    let of = |entry: Value| json!({"mcpServers": {"shipped-server": entry}}).to_string();
    let entry =
        |home: &Home, file: &str| json_at(home, file)["mcpServers"]["shipped-server"].clone();
    let old =
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
    let new = ".cline/data/settings/cline_mcp_settings.json";
    for (file, written, command, members) in [
        (".cursor/mcp.json", ".cursor/mcp.json", "/gone", json!({"autoApprove": ["count"]})),
        (".claude.json", ".claude.json", "./server", json!({"timeout": 60000, "alwaysLoad": true})),
        (
            ".codeium/windsurf/mcp_config.json",
            ".codeium/windsurf/mcp_config.json",
            "/gone",
            json!({"disabledTools": ["x"]}),
        ),
        // The entry moves to another file, with all it has.
        (old, new, "/bin/true", json!({"alwaysAllow": ["count"], "timeout": 30})),
    ] {
        let home = Home::new();
        let mut broken = json!({"command": command, "env": {"SHIPPED_DIR": home.path("notes")}});
        broken.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        home.write(file, &of(broken));
        let fixed = home.shipped(&["doctor", "--fix", "--yes"]).output().unwrap();
        assert!(fixed.status.success(), "{}", told(&fixed));
        let fixed = entry(&home, written);
        assert_eq!(fixed["command"], SERVER, "{file}");
        for (name, value) in members.as_object().unwrap() {
            assert_eq!(&fixed[name], value, "{file}: {name}");
        }
    }
}

#[test]
fn a_file_with_nothing_but_comments_keeps_them() {
    for (client, file, before) in [
        ("vscode", ".config/Code/User/mcp.json", "// mine\n"),
        ("zed", ".config/zed/settings.json", "/* mine\n   and yours */"),
        ("gemini-cli", ".gemini/settings.json", "\u{feff}// mine\r\n// and yours\r\n"),
        ("opencode", ".config/opencode/opencode.jsonc", "\n  // mine"),
        ("codex", ".codex/config.toml", "# mine\n"),
        ("codex", ".codex/config.toml", "\n# mine\n\n# and yours"),
        ("goose", ".config/goose/config.yaml", "# mine\n"),
    ] {
        let home = Home::new();
        home.write(file, before);
        done(&home, &["install", client, "--yes"]);
        let after = home.read(file);
        assert!(after.starts_with(before.trim_end()), "{client}: {after:?}");
        assert!(after.contains(SERVER), "{client}: {after:?}");
        done(&home, &["uninstall", client, "--yes"]);
        assert_eq!(home.read(file), before, "{client}");
    }
}

#[test]
fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
    // The file in the home, what it is a link to, and the file that is then written.
    for (link, target, written) in [
        (".cursor/mcp.json", "../dotfiles/mcp.json", "dotfiles/mcp.json"),
        (".cursor/mcp.json", "../dotfiles/deep/mcp.json", "dotfiles/deep/mcp.json"),
        (".cursor", "dotfiles/cursor", "dotfiles/cursor/mcp.json"),
        (".cursor/mcp.json", "second", "dotfiles/third.json"),
    ] {
        let home = Home::new();
        fs::create_dir_all(home.path(link).parent().unwrap()).unwrap();
        symlink(target, home.path(link)).unwrap();
        if target == "second" {
            symlink(home.path("dotfiles/third.json"), home.path(".cursor/second")).unwrap();
        }
        done(&home, &["install", "cursor", "--yes"]);
        assert!(home.path(link).is_symlink(), "{link} -> {target}");
        assert!(home.read(written).contains(SERVER), "{link} -> {target}");
    }
    let home = Home::new();
    fs::create_dir_all(home.path(".cursor")).unwrap();
    symlink("mcp.json", home.path(".cursor/mcp.json")).unwrap();
    let circle = home.shipped(&["install", "cursor", "--yes"]).output().unwrap();
    assert!(!circle.status.success() && told(&circle).contains("mcp.json"), "{}", told(&circle));
}

/// A command in a name space of its own, in which some files are mounted.
fn with_mounted(home: &Home, file: &Path, how: &str) -> Option<Command> {
    let is_able = Command::new("unshare").args(["-rm", "true"]).output();
    if !is_able.is_ok_and(|done| done.status.success()) {
        eprintln!("nothing can be mounted here");
        return None;
    }
    let script = format!("mount --bind '{0}' '{0}' {how} && exec \"$@\"", file.display());
    let mut command = home.command("unshare");
    command.args(["-rm", "sh", "-c", &script, "sh", SERVER]);
    command.env("SHIPPED_DIR", home.path("notes"));
    Some(command)
}

#[test]
fn a_file_that_cannot_be_replaced_is_left_with_advice_and_without_a_backup() {
    let home = Home::new();
    home.write(".cursor/mcp.json", "{}\n");
    let Some(mut mounted) = with_mounted(&home, &home.path(".cursor/mcp.json"), "") else { return };
    let refused = mounted.args(["install", "cursor", "--yes"]).output().unwrap();
    let said = told(&refused);
    assert!(!refused.status.success(), "{said}");
    assert!(said.contains("it is a mount point") && said.contains("--print"), "{said}");
    assert_eq!(home.read(".cursor/mcp.json"), "{}\n");
    assert_eq!(files_beside(&home, ".cursor/mcp.json"), 1);
    let read_only = "&& mount -o remount,bind,ro";
    let at = home.path(".cursor");
    let how = format!("{read_only} '{}'", at.display());
    let Some(mut mounted) = with_mounted(&home, &at, &how) else { return };
    let refused = mounted.args(["install", "cursor", "--yes"]).output().unwrap();
    let said = told(&refused);
    assert!(!refused.status.success() && said.contains("--print"), "{said}");
    assert_eq!(files_beside(&home, ".cursor/mcp.json"), 1);
}
