//! Installing and uninstalling while others write the same files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mcp_runtime_protocol::files::FileAccess;
use mcp_runtime_protocol::shared_file::replace_if;
use mcp_test_support::program::terminal;
use serde_json::{Value, json};

use super::{Home, told};

const FILE: &str = ".cursor/mcp.json";

fn servers(home: &Home) -> Value {
    let mut file: Value = serde_json::from_str(&home.read(FILE)).unwrap();
    file["mcpServers"].take()
}

/// Reads what a program writes to its terminal until it has asked.
fn until_asked(person: &mut File) -> String {
    let mut seen = Vec::new();
    let mut part = [0; 4096];
    while !String::from_utf8_lossy(&seen).contains("[y/N]") {
        let length = person.read(&mut part).unwrap();
        assert_ne!(length, 0, "it ends without a question");
        seen.extend(&part[..length]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

/// Runs a command at a terminal, does something while it asks, agrees, and returns whether it
/// succeeded, and what it said.
fn agreed_after(home: &Home, words: &[&str], meanwhile: impl FnOnce()) -> (bool, String) {
    let (mut person, program) = terminal();
    let mut command = home.shipped(words);
    let at = |file: &File| Stdio::from(file.try_clone().unwrap());
    command.stdin(at(&program)).stdout(Stdio::piped()).stderr(at(&program));
    let child = command.spawn().unwrap();
    drop(command);
    let mut said = until_asked(&mut person);
    meanwhile();
    person.write_all(b"y\n").unwrap();
    let ended = child.wait_with_output().unwrap();
    drop(program);
    // The terminal ends with an error once nobody has it any more.
    let mut rest = Vec::new();
    let _ = person.read_to_end(&mut rest);
    said.push_str(&String::from_utf8_lossy(&rest));
    (ended.status.success(), said)
}

fn enter(home: &Home, name: &str, entry: Value) {
    let path = home.path(FILE);
    let text = fs::read_to_string(&path).unwrap_or_else(|_| "{}".to_owned());
    let mut file: Value = serde_json::from_str(&text).unwrap();
    file["mcpServers"][name] = entry;
    fs::write(path, file.to_string()).unwrap();
}

#[test]
fn uninstall_leaves_what_others_enter_while_it_asks() {
    // The file was made by `install`, or there was one before.
    for before in [None, Some("{\"theme\": \"dark\"}")] {
        let home = Home::new();
        home.write(".cursor/argv.json", "{}");
        before.into_iter().for_each(|before| home.write(FILE, before));
        assert!(home.shipped(&["install", "cursor", "--yes"]).output().unwrap().status.success());
        let other = json!({ "command": "/other" });
        let (done, said) = agreed_after(&home, &["uninstall", "cursor"], || {
            enter(&home, "other", other.clone());
        });
        assert!(done, "{said}");
        assert_eq!(servers(&home), json!({ "other": other }), "{said}");
        assert_eq!(home.read(FILE).contains("dark"), before.is_some());
        assert!(!home.path(".cursor/mcp.json.before-shipped-server").exists());
    }
}

#[test]
fn install_keeps_what_others_enter_while_it_asks() {
    let home = Home::new();
    home.write(".cursor/argv.json", "{}");
    let other = json!({ "command": "/other" });
    let (done, said) = agreed_after(&home, &["install", "cursor"], || {
        enter(&home, "other", other.clone());
    });
    assert!(done, "{said}");
    assert_eq!(servers(&home)["other"], other);
    assert!(servers(&home)["shipped-server"].is_object());
    // The backup is of what was there when it was written.
    assert!(home.read(".cursor/mcp.json.before-shipped-server").contains("/other"));
    let theirs = json!({ "command": "/theirs" });
    let words = ["install", "cursor", "--env", "SHIPPED_LEVEL=2"];
    let (done, said) = agreed_after(&home, &words, || {
        enter(&home, "shipped-server", theirs.clone());
    });
    assert!(!done && said.contains("it changed in the meantime; try again"), "{said}");
    assert_eq!(servers(&home)["shipped-server"], theirs);
}

/// How many entries the client of another program keeps in the file.
const ENTRIES: u32 = 40;

/// Writes its own entries until it is told to stop, the oldest anew each time, and checks that the
/// others are there; it looks before it replaces, and takes no lock. Returns how often it wrote.
fn client(path: &Path, is_over: &AtomicBool) -> u32 {
    let mut entries = BTreeMap::new();
    let mut written = 0;
    while !is_over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let text = fs::read_to_string(path).unwrap();
        let mut file: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(file["client"], json!(entries), "after {written} writes of the client");
        let mut next = entries.clone();
        next.insert((written % ENTRIES).to_string(), written);
        file["client"] = json!(next);
        let new = serde_json::to_string_pretty(&file).unwrap();
        if replace_if(path, FileAccess::Default, Some(&text), &new).unwrap() {
            entries = next;
            written += 1;
            // Whoever writes all the time lets nobody else write; on a busy machine a write takes long.
            thread::sleep(Duration::from_millis(20) + 5 * begun.elapsed());
        }
    }
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["client"], json!(entries), "after all {written} writes of the client");
    written
}

#[test]
fn two_hundred_installs_at_once_beside_a_client_that_writes_lose_nothing() {
    const INSTALLS: usize = 200;
    let home = Home::new();
    home.write(FILE, "{\"client\": {}}");
    let path = home.path(FILE);
    let is_over = AtomicBool::new(false);
    let (written, installed) = thread::scope(|scope| {
        let client = scope.spawn(|| client(&path, &is_over));
        let started: Vec<_> = (0..INSTALLS)
            .map(|number| {
                let name = format!("server-{number}");
                let mut command = home.shipped(&["install", "cursor", "--yes", "--name", &name]);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
                command.spawn().unwrap()
            })
            .collect();
        let ended = started.into_iter().map(Child::wait_with_output);
        let installed: Vec<_> = ended.collect();
        is_over.store(true, Ordering::Relaxed);
        (client.join().unwrap(), installed)
    });
    for output in installed {
        let output = output.unwrap();
        assert!(output.status.success(), "{}", told(&output));
    }
    let file: Value = serde_json::from_str(&home.read(FILE)).unwrap();
    let missing: Vec<usize> = (0..INSTALLS)
        .filter(|number| !file["mcpServers"][format!("server-{number}")].is_object())
        .collect();
    assert!(missing.is_empty(), "{missing:?} are lost");
    println!("{INSTALLS} installs and {written} writes of a client: none is lost");
    let hidden = fs::read_dir(home.path(".cursor"))
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0, "nothing is left beside it");
}

fn mode(home: &Home, file: &str) -> u32 {
    fs::metadata(home.path(file)).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_file_that_gets_a_secret_is_for_its_owner_alone_and_so_is_its_backup() {
    let url = ["--url", "https://example.com/mcp"];
    let secrets: [&[&str]; 5] = [
        &["--url", "https://example.com/mcp", "--header", "Authorization: Bearer x"],
        &["--url", "https://example.com/mcp", "--header", "X-Team: t0k3n"],
        &["--url", "https://example.com/mcp?api_key=x"],
        &["--env", "SHIPPED_KEY=x"],
        &["--env", "OTHER_TOKEN=x"],
    ];
    let backup = ".cursor/mcp.json.before-shipped-server";
    for words in secrets {
        // What `install` makes, what others may read, and what even its owner may only read.
        for (before, after) in [(None, 0o600), (Some(0o644), 0o600), (Some(0o400), 0o400)] {
            let home = Home::new();
            home.write(".cursor/argv.json", "{}");
            if let Some(before) = before {
                home.write(FILE, "{}");
                fs::set_permissions(home.path(FILE), fs::Permissions::from_mode(before)).unwrap();
            }
            let install = [&["install", "cursor", "--yes"], words].concat();
            let done = home.shipped(&install).output().unwrap();
            assert!(done.status.success(), "{}", told(&done));
            assert_eq!(mode(&home, FILE), after, "{words:?} {before:?}");
            assert_eq!(mode(&home, backup) & 0o077, 0, "{words:?} {before:?}");
        }
    }
    // The backup of before stays where an entry is replaced.
    let home = Home::new();
    home.write(FILE, "{}");
    for words in [&url[..], secrets[0]] {
        let install = [&["install", "cursor", "--yes"], words].concat();
        assert!(home.shipped(&install).output().unwrap().status.success());
    }
    assert_eq!((mode(&home, FILE), mode(&home, backup)), (0o600, 0o600));
}

#[test]
fn a_file_without_a_secret_is_as_open_as_before() {
    let words: [&[&str]; 3] = [
        &["--url", "https://example.com/mcp"],
        &["--env", "SHIPPED_LEVEL=2"],
        &["--env", "SHIPPED_KEY=${env:SHIPPED_KEY}"],
    ];
    for words in words {
        let home = Home::new();
        home.write(FILE, "{}");
        fs::set_permissions(home.path(FILE), fs::Permissions::from_mode(0o644)).unwrap();
        let install = [&["install", "cursor", "--yes"], words].concat();
        assert!(home.shipped(&install).output().unwrap().status.success());
        assert_eq!(mode(&home, FILE), 0o644, "{words:?}");
    }
}
