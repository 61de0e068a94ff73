//! A store in a directory has what it had when it is opened again, whatever happened to its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::store::{
    Directory, IndexChange, IndexPage, LogOutcome, RateLimit, RecordWrite, Store, StoreError,
    WriteOutcome,
};
use mcp_runtime_testing::store_contract;

use super::{append, key, part, read};

const HOUR: Duration = Duration::from_secs(3600);

/// A directory for a store that is not there yet.
pub(super) fn fresh() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("store-{}-{count}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
    path
}

mod contract {
    use super::*;

    store_contract!(async { Directory::open(fresh()).unwrap() });
}

fn create(text: &str) -> RecordWrite {
    RecordWrite::create().set("part", text.as_bytes()).ttl(HOUR)
}

/// The directory with the files of the store.
fn inner(path: &Path) -> PathBuf {
    let mut inner = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let first = inner.next().unwrap();
    assert_eq!(inner.next(), None);
    first
}

fn files(path: &Path) -> Vec<PathBuf> {
    fs::read_dir(inner(path)).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[tokio::test]
async fn what_was_written_is_there_when_it_is_opened_again() {
    let path = fresh();
    let store = Directory::open(&path).unwrap();
    let update = RecordWrite::update(1).set("other", *b"2");
    store.put(&key("record"), create("1")).await.unwrap();
    store.put(&key("record"), update.clone()).await.unwrap();
    let record = read(&store, "record", &["part", "other"]).await.unwrap();
    let changes = vec![IndexChange::set("a", HOUR * 2), IndexChange::set("b", HOUR)];
    store.index(&key("index"), changes).await.unwrap();
    let entries = store.entries(&key("index"), IndexPage::oldest(10)).await.unwrap();
    store.append(&key("log"), append(1, "one")).await.unwrap();
    store.append(&key("log"), append(2, "two")).await.unwrap();
    store.take(&key("limit"), RateLimit::per(3, HOUR), 2).await.unwrap();
    store.put(&key("removed"), create("1")).await.unwrap();
    store.remove(&key("removed")).await.unwrap();
    drop(store);

    let store = Directory::open(&path).unwrap();
    let again = read(&store, "record", &["part", "other"]).await.unwrap();
    assert_eq!((again.version, again.made_at, &again.parts), (2, record.made_at, &record.parts));
    let repeat = store.put(&key("record"), update).await.unwrap();
    assert!(matches!(repeat, WriteOutcome::Done { version: 2, .. }), "{repeat:?}");
    assert_eq!(store.entries(&key("index"), IndexPage::oldest(10)).await.unwrap(), entries);
    assert_eq!(store.log(&key("log"), 0, 10).await.unwrap().len(), 2);
    let behind = store.append(&key("log"), append(2, "other")).await.unwrap();
    assert_eq!(behind, LogOutcome::Behind { last: 2 });
    assert!(store.take(&key("limit"), RateLimit::per(3, HOUR), 2).await.unwrap().is_some());
    assert_eq!(read(&store, "removed", &[]).await, None);
}

#[tokio::test]
async fn what_expires_while_it_is_closed_is_absent_and_its_file_is_removed() {
    let path = fresh();
    let store = Directory::open(&path).unwrap();
    let write = RecordWrite::create().ttl(Duration::from_millis(20));
    store.put(&key("short"), write).await.unwrap();
    store.put(&key("long"), create("1")).await.unwrap();
    drop(store);
    std::thread::sleep(Duration::from_millis(40));
    let store = Directory::open(&path).unwrap();
    assert_eq!(read(&store, "short", &[]).await, None);
    assert_eq!(part(&store, "long", "part").await.as_deref(), Some("1"));
    assert_eq!(files(&path).len(), 1);
}

#[tokio::test]
async fn files_that_are_damaged_are_left_out_and_the_others_are_read() {
    let spoil: [fn(&Path, Vec<u8>); 6] = [
        |file, bytes| fs::write(file, &bytes[..bytes.len() - 1]).unwrap(),
        |file, bytes| fs::write(file, &bytes[..10]).unwrap(),
        |file, _| fs::write(file, b"").unwrap(),
        |file, mut bytes| {
            bytes[60] ^= 1;
            fs::write(file, bytes).unwrap();
        },
        |file, mut bytes| {
            bytes.push(0);
            fs::write(file, bytes).unwrap();
        },
        // A copy under a name that is not its own.
        |file, bytes| {
            fs::remove_file(file).unwrap();
            fs::write(file.with_file_name("0".repeat(64)), bytes).unwrap();
        },
    ];
    for (spoil, number) in spoil.into_iter().zip(0..) {
        let path = fresh();
        let store = Directory::open(&path).unwrap();
        store.put(&key("bad"), create("bad")).await.unwrap();
        let bad = files(&path).remove(0);
        for name in ["one", "two"] {
            store.put(&key(name), create(name)).await.unwrap();
        }
        drop(store);
        spoil(&bad, fs::read(&bad).unwrap());
        fs::write(bad.with_file_name("notes.txt"), "not ours").unwrap();
        let store = Directory::open(&path).unwrap();
        assert_eq!(read(&store, "bad", &[]).await, None, "{number}");
        for name in ["one", "two"] {
            assert_eq!(part(&store, name, "part").await.as_deref(), Some(name), "{number}");
        }
        store.put(&key("bad"), create("new")).await.unwrap();
        let store = Directory::open(&path).unwrap();
        assert_eq!(part(&store, "bad", "part").await.as_deref(), Some("new"), "{number}");
    }
}

#[tokio::test]
async fn a_file_that_was_not_finished_changes_nothing() {
    let path = fresh();
    let store = Directory::open(&path).unwrap();
    store.put(&key("a"), create("old")).await.unwrap();
    drop(store);
    let file = files(&path).remove(0);
    let bytes = fs::read(&file).unwrap();
    for length in [0, 10, bytes.len() / 2, bytes.len()] {
        fs::write(
            inner(&path).join(file.file_name().unwrap()).with_extension("new"),
            &bytes[..length],
        )
        .unwrap();
        let store = Directory::open(&path).unwrap();
        assert_eq!(part(&store, "a", "part").await.as_deref(), Some("old"));
        assert_eq!(files(&path).len(), 1, "what was not finished is removed");
    }
}

#[tokio::test]
async fn who_opened_it_before_is_refused_and_spoils_nothing() {
    let path = fresh();
    let first = Directory::open(&path).unwrap();
    first.put(&key("a"), create("first")).await.unwrap();
    let second = Directory::open(&path).unwrap();
    let write = || RecordWrite::touch().set("part", *b"late");
    for refused in [
        first.put(&key("a"), write()).await.map(drop),
        first.get(&key("a"), &["part"]).await.map(drop),
        first.remove(&key("a")).await.map(drop),
    ] {
        let Err(StoreError::Refused(text)) = refused else { panic!("{refused:?}") };
        assert!(text.contains("another process has opened the directory"), "{text}");
    }
    assert_eq!(part(&second, "a", "part").await.as_deref(), Some("first"));
    second.put(&key("a"), write()).await.unwrap();
    let third = Directory::open(&path).unwrap();
    assert_eq!(part(&third, "a", "part").await.as_deref(), Some("late"));
}

#[tokio::test]
async fn a_write_that_the_disk_refuses_changes_nothing() {
    let path = fresh();
    let store = Directory::open(&path).unwrap();
    store.put(&key("a"), create("old")).await.unwrap();
    // A directory where the unfinished file has to be.
    let obstacle = files(&path).remove(0).with_extension("new");
    fs::create_dir(&obstacle).unwrap();
    let write = RecordWrite::update(1).set("part", *b"new");
    let failed = store.put(&key("a"), write.clone()).await;
    assert!(matches!(failed, Err(StoreError::Down(_))), "{failed:?}");
    assert_eq!(part(&store, "a", "part").await.as_deref(), Some("old"));
    fs::remove_dir(&obstacle).unwrap();
    let done = store.put(&key("a"), write).await.unwrap();
    assert!(matches!(done, WriteOutcome::Done { version: 2, .. }), "{done:?}");
}

#[tokio::test]
async fn what_would_be_more_than_its_room_is_refused_also_after_it_is_opened_again() {
    let path = fresh();
    let open = || Directory::open(&path).unwrap().max_bytes(10_000).max_items(3);
    open().put(&key("a"), create(&"x".repeat(8_000))).await.unwrap();
    let store = open();
    let refused = store.put(&key("b"), create(&"x".repeat(3_000))).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    store.put(&key("b"), create("x")).await.unwrap();
    store.put(&key("c"), create("x")).await.unwrap();
    let refused = store.put(&key("d"), create("x")).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(files(&path).len(), 3);
}

#[test]
fn what_is_not_a_directory_is_not_opened() {
    let path = fresh();
    fs::write(&path, "a file").unwrap();
    let error = Directory::open(&path).unwrap_err();
    assert!(error.to_string().contains("store-"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_user_of_the_process_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;

    let path = fresh();
    let store = Directory::open(&path).unwrap();
    store.put(&key("a"), create("secret")).await.unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(&inner(&path))), (0o700, 0o700));
    assert_eq!(mode(&files(&path)[0]), 0o600);
}
