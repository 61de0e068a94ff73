//! The file of tokens: who can read it, and what is not taken for one.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

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
    let (loaded, saved) = (loaded.unwrap_err().to_string(), saved.unwrap_err().to_string());
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
    let left: Vec<_> =
        fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["tokens.json"], "nothing is left beside it");
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
    assert!(refused(&folder.store()).contains("it is a link"));
    assert_eq!(fs::read(&elsewhere).unwrap(), b"{\"a\":\"stolen\"}");
    // One that leads nowhere, too: nothing is written through it.
    fs::remove_file(&elsewhere).unwrap();
    assert!(refused(&folder.store()).contains("it is a link"));
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
