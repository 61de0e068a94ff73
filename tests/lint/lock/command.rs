//! `lock` on the command line of a server.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A directory of its own, with a lock of the shop in it.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mcp-lock-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let shop = env!("CARGO_BIN_EXE_medium-server");
        let output = Command::new(shop).args(arguments).current_dir(&self.0).output().unwrap();
        let Output { status, stdout, stderr } = output;
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }

    /// Changes the lock by replacing a piece of it.
    fn edit(&self, from: &str, to: &str) {
        let path = self.0.join("mcp.lock");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_lock_is_written_checked_and_written_again() {
    let directory = Directory::new("written");
    let (status, _, stderr) = directory.run(&["lock", "--check"]);
    assert_eq!(status, 2, "never sound without a lock: {stderr}");
    assert!(stderr.contains("mcp.lock") && stderr.contains("write it with `"), "{stderr}");

    assert_eq!(directory.run(&["lock"]), (0, "Wrote mcp.lock.\n".into(), String::new()));
    let sound = (0, "mcp.lock is up to date.\n".into(), String::new());
    assert_eq!(directory.run(&["lock", "--check"]), sound);

    directory.edit("\"tools\": {", "\"tools\": {\n    \"gone\": {\"input\": {}},");
    let (status, stdout, _) = directory.run(&["lock", "--check"]);
    assert_eq!(status, 3, "{stdout}");
    assert!(stdout.contains("major  tool.removed             gone: tool removed"), "{stdout}");
    assert_eq!(directory.run(&["lock", "--check", "--fail-on", "never"]).0, 0);
    assert_eq!(directory.run(&["lock", "--check", "--fail-on", "major"]).0, 3);
    let (status, stdout, _) = directory.run(&["lock", "--check", "--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((status, report["verdict"].as_str()), (3, Some("major")));
    assert_eq!(report["changes"][0]["rule"], "tool.removed");

    // A version that covers it.
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    directory.edit(&version, "\"version\": \"0.0.9\"");
    let (status, stdout, _) = directory.run(&["lock", "--check"]);
    assert_eq!(status, 1, "{stdout}");
    let (status, stdout, _) = directory.run(&["lock"]);
    assert!(status == 0 && stdout.contains("tool.removed"), "{stdout}");
    assert_eq!(directory.run(&["lock", "--check"]), sound);
}

#[test]
fn what_should_be_looked_at_fails_where_that_is_asked_for_and_a_broken_lock_always() {
    let directory = Directory::new("review");
    directory.run(&["lock"]);
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    directory.edit(&version, "\"version\": \"0.0.9\"");
    directory.edit("\"description\": \"", "\"description\": \"Other. ");
    assert_eq!(directory.run(&["lock", "--check"]).0, 1);
    let (status, stdout, _) = directory.run(&["lock", "--check", "--review"]);
    assert!(status == 4 && stdout.contains("(review)"), "{stdout}");
    directory.edit("{", "");
    let (status, _, stderr) = directory.run(&["lock", "--check"]);
    assert!(status == 2 && stderr.contains("not an mcp.lock file"), "{stderr}");
}
