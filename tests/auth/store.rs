//! The file of tokens: who can read it, and what is not taken for one.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::thread;

use mcp_runtime_auth::{FileTokenStore, TokenStore};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("tokens-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("tokens.json")
    }

    /// A file with this text, which its owner alone can read.
    fn write(&self, text: impl AsRef<[u8]>) {
        fs::write(self.file(), text).unwrap();
        fs::set_permissions(self.file(), Permissions::from_mode(0o600)).unwrap();
    }

    /// The names of all files in it.
    fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn store(&self) -> FileTokenStore {
        FileTokenStore::new(self.file())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load(store: &FileTokenStore, name: &str) -> Option<String> {
    store.load(name).unwrap().map(|value| value.into_exposed())
}

fn refused(store: &FileTokenStore) -> String {
    let [loaded, saved] =
        [store.load("a").map(drop), store.save("a", Some("new".to_owned().into()))];
    let loaded = loaded.unwrap_err().to_string();
    let saved = saved.unwrap_err().to_string();
    assert_eq!(loaded, saved);
    loaded
}

#[test]
fn tokens_are_kept_where_only_their_owner_can_read_them() {
    let folder = Folder::new("kept");
    let store = folder.store();
    assert_eq!(load(&store, "a"), None, "there is no file yet");
    for (name, value) in [("a", "one"), ("b", "two"), ("a", "three")] {
        store.save(name, Some(value.to_owned().into())).unwrap();
        assert_eq!(fs::metadata(folder.file()).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Another program.
    let other = folder.store();
    assert_eq!((load(&other, "a"), load(&other, "b")), (Some("three".into()), Some("two".into())));
    other.save("a", None).unwrap();
    assert_eq!((load(&store, "a"), load(&store, "b")), (None, Some("two".into())));
    assert_eq!(folder.names(), ["tokens.json"], "nothing is left beside it");
}

/// Each with a store of its own, as programs have.
#[test]
fn programs_that_save_at_the_same_time_lose_nothing_of_each_other() {
    let folder = Folder::new("together");
    let value = |program: usize, number: usize| format!("{program} {number}");
    thread::scope(|scope| {
        for program in 0..8 {
            let store = folder.store();
            scope.spawn(move || {
                for number in 0..25 {
                    let name = format!("login {program} {number}");
                    store.save(&name, Some(value(program, number).into())).unwrap();
                    if number % 5 == 4 {
                        store.save(&name, None).unwrap();
                    }
                }
            });
        }
    });
    let store = folder.store();
    for (program, number) in (0..8).flat_map(|program| (0..25).map(move |at| (program, at))) {
        let kept = Some(value(program, number)).filter(|_| number % 5 != 4);
        assert_eq!(load(&store, &format!("login {program} {number}")), kept);
    }
    assert_eq!(folder.names(), ["tokens.json"]);
}

#[test]
fn one_program_at_a_time_has_the_lock_of_a_name() {
    let folder = Folder::new("locks");
    let one = folder.store();
    let other = folder.store();
    let held = one.try_lock("login a").unwrap();
    assert!(held.is_some());
    for store in [&one, &other] {
        assert!(store.try_lock("login a").unwrap().is_none());
        assert!(store.try_lock("login b").unwrap().is_some(), "another name");
        store.save("login a", Some("saved".to_owned().into())).unwrap();
        assert_eq!(load(store, "login a").as_deref(), Some("saved"));
    }
    drop(held);
    assert!(other.try_lock("login a").unwrap().is_some());
    assert_eq!(folder.names(), ["tokens.json"]);
}

/// As a program leaves it that is killed, and as somebody else makes it.
#[test]
fn a_lock_that_is_left_is_taken_and_one_of_others_is_refused() {
    let folder = Folder::new("left");
    let held = folder.store().try_lock("login a").unwrap();
    let [lock] = &folder.names()[..] else { panic!("there is one lock") };
    let lock = folder.0.join(lock);
    drop(held);
    assert!(!lock.exists());
    fs::write(&lock, "").unwrap();
    fs::set_permissions(&lock, Permissions::from_mode(0o600)).unwrap();
    assert!(folder.store().try_lock("login a").unwrap().is_some());
    fs::write(&lock, "").unwrap();
    fs::set_permissions(&lock, Permissions::from_mode(0o666)).unwrap();
    let refused = folder.store().try_lock("login a").unwrap_err().to_string();
    assert!(refused.contains("users other than its owner can access it"), "{refused}");
    fs::remove_file(&lock).unwrap();
    symlink(folder.0.join("elsewhere"), &lock).unwrap();
    folder.store().try_lock("login a").unwrap_err();
    assert!(!folder.0.join("elsewhere").exists());
}

#[test]
fn a_file_that_others_can_read_is_refused_and_left_alone() {
    let folder = Folder::new("open");
    folder.write("{}");
    for mode in [0o644, 0o660, 0o604] {
        fs::set_permissions(folder.file(), Permissions::from_mode(mode)).unwrap();
        assert!(refused(&folder.store()).contains("chmod 600"));
        assert_eq!(fs::read(folder.file()).unwrap(), b"{}");
    }
}

#[test]
fn no_link_is_followed() {
    let folder = Folder::new("link");
    let elsewhere = folder.0.join("elsewhere");
    fs::write(&elsewhere, "{\"a\":\"stolen\"}").unwrap();
    fs::set_permissions(&elsewhere, Permissions::from_mode(0o600)).unwrap();
    symlink(&elsewhere, folder.file()).unwrap();
    assert!(refused(&folder.store()).contains("it is a symbolic link"));
    assert_eq!(fs::read(&elsewhere).unwrap(), b"{\"a\":\"stolen\"}");
    // One that leads nowhere, too: nothing is written through it.
    fs::remove_file(&elsewhere).unwrap();
    assert!(refused(&folder.store()).contains("it is a symbolic link"));
    assert!(!elsewhere.exists());
}

#[test]
fn what_is_no_file_of_tokens_is_refused_and_left_alone() {
    let folder = Folder::new("broken");
    let long = vec![b' '; 16 * 1024 * 1024 + 1];
    let texts: [(&[u8], &str); 6] = [
        (b"", "not a file of tokens"),
        (b"{\"a\":\"secret", "not a file of tokens"),
        (b"[]", "not a file of tokens"),
        (b"{\"a\": 1}", "not a file of tokens"),
        (b"\xff\xfe", "not a file of tokens"),
        (&long, "longer than 16 MiB"),
    ];
    for (text, why) in texts {
        folder.write(text);
        let refused = refused(&folder.store());
        assert!(refused.contains(why) && !refused.contains("secret"), "{refused}");
        assert_eq!(fs::read(folder.file()).unwrap(), text);
    }
    fs::remove_file(folder.file()).unwrap();
    fs::create_dir(folder.file()).unwrap();
    fs::set_permissions(folder.file(), Permissions::from_mode(0o700)).unwrap();
    assert!(refused(&folder.store()).contains("it is not a file"));
    let nowhere = FileTokenStore::new(folder.0.join("missing/tokens.json"));
    assert!(nowhere.save("a", Some("x".to_owned().into())).is_err());
}
