//! Files that others may have put there: what is private stays so, and nothing is read without
//! bound or written elsewhere.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::{Command, Output, Stdio};

use super::{Home, told};

const PRIVATE: &str = "{\"oauthAccount\": \"private\"}\n";

fn mode(home: &Home, file: &str) -> u32 {
    fs::metadata(home.path(file)).unwrap().permissions().mode() & 0o777
}

/// Ends a command that takes too much time or memory.
fn bounded(command: &Command) -> Output {
    let program = command.get_program().to_owned();
    let words: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    let mut bounded = Command::new("/bin/sh");
    let script = "ulimit -v 3000000; exec timeout 20 \"$@\"";
    bounded.args(["-c", script, "sh"]).arg(program).args(words).env_clear();
    for (name, value) in command.get_envs() {
        bounded.env(name, value.unwrap_or_default());
    }
    bounded.current_dir(command.get_current_dir().unwrap());
    bounded.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_backup_is_as_private_as_its_file() {
    for bits in [0o600, 0o640, 0o660, 0o400] {
        let home = Home::new();
        home.write(".claude.json", PRIVATE);
        fs::set_permissions(home.path(".claude.json"), Permissions::from_mode(bits)).unwrap();
        let install = |level: &str| {
            let words = ["install", "claude-code", "--yes", "--env", level];
            let output = home.shipped(&words).output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
        };
        install("SHIPPED_LEVEL=1");
        let backup = ".claude.json.before-shipped-server";
        assert_eq!((mode(&home, ".claude.json"), mode(&home, backup)), (bits, bits));
        // A backup of an earlier version, which was readable by all.
        fs::set_permissions(home.path(backup), Permissions::from_mode(0o644)).unwrap();
        install("SHIPPED_LEVEL=2");
        assert_eq!(mode(&home, backup) & !bits, 0);
    }
}

#[test]
fn a_project_does_not_lead_install_to_files_outside_of_it() {
    for (client, link, target) in [
        ("claude-code", ".mcp.json", "../.claude.json"),
        ("copilot-cli", ".mcp.json", "/HOME/.claude.json"),
        ("cursor", ".cursor", ".."),
        ("vscode", ".vscode", "/HOME/private"),
        ("gemini-cli", ".gemini/settings.json", "../../not-there-yet.json"),
        ("zed", ".zed/settings.json", "first"),
    ] {
        let home = Home::new();
        home.write(".claude.json", PRIVATE);
        home.write("mcp.json", PRIVATE);
        home.write("private/mcp.json", PRIVATE);
        let at = home.path("project").join(link);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        let target = target.replace("/HOME", home.0.to_str().unwrap());
        symlink(&target, &at).unwrap();
        if target == "first" {
            symlink("../../.claude.json", home.path("project/.zed/first")).unwrap();
        }
        let words = [client, "--project", "--yes"];
        for verb in ["install", "uninstall"] {
            let output = home.shipped(&[verb]).args(words).output().unwrap();
            let said = told(&output);
            if verb == "install" {
                assert_eq!(output.status.code(), Some(1), "{link} -> {target}: {said}");
                assert!(said.contains("outside of the project"), "{link} -> {target}: {said}");
            }
            assert!(!said.contains("oauthAccount"), "{said}");
        }
        for file in [".claude.json", "mcp.json", "private/mcp.json"] {
            assert_eq!(home.read(file), PRIVATE, "{link} -> {target}");
        }
        assert!(!home.path("not-there-yet.json").exists());
        let found = Command::new("grep").args(["-rl", "shipped-server"]).arg(&home.0).output();
        assert_eq!(told(&found.unwrap()), "", "{link} -> {target}");
    }
}

#[test]
fn uninstall_does_not_follow_a_project_outside_of_it() {
    let home = Home::new();
    home.write(".claude.json", "{\"mcpServers\": {\"shipped-server\": {\"command\": \"x\"}}}");
    let before = home.read(".claude.json");
    symlink("../.claude.json", home.path("project/.mcp.json")).unwrap();
    let output =
        home.shipped(&["uninstall", "claude-code", "--project", "--yes"]).output().unwrap();
    assert!(told(&output).contains("outside of the project"), "{}", told(&output));
    assert_eq!(home.read(".claude.json"), before);
}

#[test]
fn links_inside_of_a_project_are_followed() {
    let home = Home::new();
    home.write("project/config/mcp.json", "{}");
    symlink("config/mcp.json", home.path("project/.mcp.json")).unwrap();
    let output = home.shipped(&["install", "claude-code", "--project", "--yes"]).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    assert!(home.read("project/config/mcp.json").contains("shipped-server"));
    assert!(home.path("project/.mcp.json").is_symlink());
}

#[test]
fn a_backup_that_a_project_brings_along_is_no_way_out() {
    let home = Home::new();
    home.write("project/.mcp.json", "{}\n");
    let planted = home.path("project/.mcp.json.before-shipped-server");
    symlink("../outside.json", &planted).unwrap();
    let install = ["install", "claude-code", "--project", "--yes"];
    assert!(home.shipped(&install).output().unwrap().status.success());
    assert!(!home.path("outside.json").exists());
    assert!(!planted.is_symlink());
    let uninstall = ["uninstall", "claude-code", "--project", "--yes"];
    assert!(home.shipped(&uninstall).output().unwrap().status.success());
    assert_eq!(home.read("project/.mcp.json"), "{}\n");
}

/// The commands that read a file of a project.
const READERS: [(&str, &[&str]); 6] = [
    (".mcp.json", &["installed"]),
    (".mcp.json", &["install", "claude-code", "--project", "--yes"]),
    (".mcp.json", &["uninstall", "claude-code", "--project", "--yes"]),
    (".vscode/mcp.json", &["doctor", "vscode"]),
    (".claude/settings.json", &["doctor", "claude-code"]),
    ("mcp.lock", &["lock", "--check"]),
];

#[test]
fn files_of_a_project_are_read_up_to_a_bound_and_only_if_they_are_files() {
    for (file, words) in READERS {
        for kind in ["device", "pipe", "huge", "directory"] {
            let home = Home::new();
            let at = home.path("project").join(file);
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            if file == ".claude/settings.json" {
                // It is read for an entry of the project.
                home.write(
                    "project/.mcp.json",
                    "{\"mcpServers\": {\"shipped-server\": {\"command\": \"/gone\"}}}",
                );
            }
            match kind {
                "device" => symlink("/dev/zero", &at).unwrap(),
                "huge" => File::create(&at).unwrap().set_len(3 << 30).unwrap(),
                "directory" => fs::create_dir(&at).unwrap(),
                _ => assert!(Command::new("mkfifo").arg(&at).status().unwrap().success()),
            }
            let output = bounded(&home.shipped(words));
            let said = told(&output);
            // 124 is that of `timeout`; a signal has none.
            let status = output.status.code();
            assert!(matches!(status, Some(0..=2)), "{kind} {words:?}: {status:?} {said}");
            assert!(said.len() < 10_000, "{kind} {words:?}");
            if words[0] != "doctor" || file != ".claude/settings.json" {
                assert!(said.contains(file), "{kind} {words:?}: {said}");
            }
        }
    }
}

#[test]
fn a_file_of_a_project_that_is_nested_deeply_is_refused() {
    for (client, file, open) in [
        ("claude-code", ".mcp.json", "["),
        ("codex", ".codex/config.toml", "["),
        ("cursor", ".cursor/mcp.json", "{\"a\":"),
    ] {
        let home = Home::new();
        let start = if file.ends_with("toml") { "a = " } else { "" };
        home.write(&format!("project/{file}"), &format!("{start}{}", open.repeat(100_000)));
        let output = bounded(&home.shipped(&["install", client, "--project", "--yes"]));
        assert_eq!(output.status.code(), Some(1), "{client}: {}", told(&output));
    }
}

#[test]
fn a_name_is_no_path_and_not_empty() {
    for name in
        ["../../../evil", "", " ", "..", ".", "a/b", "a\\b", "/tmp/evil", "a\nb", "a\u{1b}[1m"]
    {
        let home = Home::new();
        for words in [
            &["install", "continue", "--yes"][..],
            &["install", "cursor", "--yes"],
            &["uninstall", "continue", "--yes"],
            &["installed"],
        ] {
            home.write(".cursor/mcp.json", "{}\n");
            let mut command = home.shipped(words);
            let output = command.args(["--name", name]).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{words:?} {name:?}: {}", told(&output));
            assert!(told(&output).contains("--name"), "{name:?}: {}", told(&output));
        }
        let files = Command::new("find").arg(&home.0).args(["-type", "f"]).output().unwrap();
        assert_eq!(told(&files).lines().count(), 1, "{name:?}: {}", told(&files));
    }
}
