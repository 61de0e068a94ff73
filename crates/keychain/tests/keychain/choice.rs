//! Whether the keychain or the file is used.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};
use std::{fs, io};

use mcp_runtime_auth::{FileTokenStore, TokenStore as _};

use crate::faulty::{Fault, FaultyKeychain};
use crate::{load, record, save};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("keychain-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("tokens.json")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What all tests log.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the log down, of all tests: what one thread asks for, others could switch off.
fn write_log() {
    static WRITTEN: Once = Once::new();
    WRITTEN.call_once(|| tracing_subscriber::fmt().with_ansi(false).with_writer(|| Log).init());
}

/// What was logged about the file of this folder.
fn logged(folder: &Folder) -> Vec<String> {
    let log = String::from_utf8(LOG.lock().unwrap().clone()).unwrap();
    let file = folder.file().display().to_string();
    log.lines().filter(|line| line.contains(&file)).map(str::to_owned).collect()
}

#[test]
fn a_keychain_that_works_is_used_and_no_file() {
    let folder = Folder::new("works");
    let keychain = FaultyKeychain::new();
    let store = keychain.store().or_file(folder.file());
    write_log();
    for bytes in [100, 5000] {
        save(&store, "login", &record('a', bytes));
        assert_eq!(load(&store, "login"), Some(record('a', bytes)));
    }
    assert!(logged(&folder).is_empty());
    // Nothing of the probe is left.
    let names = ["mcp#1:login", "mcp#2:login", "mcp#3:login", "mcp:login"];
    assert_eq!(keychain.names(), names);
    // It was chosen: that it fails later is an error.
    keychain.fail(Fault::Fails);
    assert!(store.load("login").is_err());
    assert!(store.save("login", Some("new".to_owned().into())).is_err());
    assert!(!folder.file().exists());
}

#[test]
fn a_keychain_that_fails_leaves_the_file_which_is_logged_once() {
    let folder = Folder::new("fails");
    let keychain = FaultyKeychain::new();
    keychain.fail(Fault::Fails);
    let store = keychain.store().or_file(folder.file());
    write_log();
    save(&store, "login", "secret");
    // It was chosen, whatever works later.
    keychain.fail(Fault::None);
    assert_eq!(load(&store, "login").as_deref(), Some("secret"));
    let log = logged(&folder);
    assert!(log.len() == 1 && log[0].contains("WARN") && log[0].contains("on purpose"), "{log:?}");
    assert!(!log[0].contains("secret"), "{log:?}");
    assert_eq!(load(&FileTokenStore::new(folder.file()), "login").as_deref(), Some("secret"));
    assert!(keychain.names().is_empty());
}

#[test]
fn a_keychain_that_breaks_while_it_is_tried_leaves_the_file() {
    for changes in 0..2 {
        let folder = Folder::new("breaks");
        let keychain = FaultyKeychain::new();
        keychain.fail(Fault::CrashAfter(changes));
        let store = keychain.store().or_file(folder.file());
        save(&store, "login", "secret");
        assert!(folder.file().exists());
    }
}

#[test]
fn a_keychain_that_hangs_is_waited_for_once() {
    let folder = Folder::new("hangs");
    let keychain = FaultyKeychain::new();
    keychain.fail(Fault::Hangs);
    let store = keychain.store().or_file(folder.file());
    let begun = Instant::now();
    write_log();
    for letter in ['a', 'b'] {
        save(&store, "login", &record(letter, 100));
        assert_eq!(load(&store, "login"), Some(record(letter, 100)));
    }
    let took = begun.elapsed();
    assert!(took >= Duration::from_secs(3) && took < Duration::from_secs(6), "{took:?}");
    let log = logged(&folder);
    assert!(log.len() == 1 && log[0].contains("within 3 s"), "{log:?}");
    // The thread that hangs can end.
    keychain.fail(Fault::None);
}

#[test]
fn a_program_says_nothing_of_its_tokens_in_its_debug_form() {
    let store = FaultyKeychain::new().store().or_file("tokens.json");
    save(&store, "login", "secret");
    let shown = format!("{store:?}");
    assert!(shown.contains("agent") && !shown.contains("secret"), "{shown}");
}
