//! Logs.

use super::{CaseResult, LONG, SHORT, Subject, bytes, until};
use mcp_runtime::store::{LogAppend, LogEntry, LogOutcome, StoreError, StoreKey};

const KEEP: usize = 10_000;

fn entry(number: u64, text: &str) -> LogEntry {
    LogEntry { number, bytes: bytes(text) }
}

fn numbers(entries: &[LogEntry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.number).collect()
}

impl Subject {
    async fn log_entries(
        &self,
        log: &StoreKey,
        entries: &[LogEntry],
    ) -> Result<LogOutcome, StoreError> {
        self.append(log, LogAppend { entries: entries.to_vec(), keep: KEEP, ttl: LONG }).await
    }
}

pub async fn a_log_that_was_never_written_is_empty(store: Subject) -> CaseResult {
    let log = store.key("a");
    assert_eq!(store.log(&log, 0, 10).await?, []);
    assert_eq!(store.log_entries(&log, &[]).await?, LogOutcome::Appended);
    assert_eq!(store.log(&log, 0, 10).await?, []);
    Ok(())
}

pub async fn entries_are_read_in_their_order(store: Subject) -> CaseResult {
    let log = store.key("a");
    let all: Vec<u8> = (0..=255).collect();
    let entries = [
        entry(1, "one"),
        entry(2, ""),
        LogEntry { number: 10, bytes: all.into() },
        entry(1 << 40, "late"),
    ];
    assert_eq!(store.log_entries(&log, &entries[..1]).await?, LogOutcome::Appended);
    assert_eq!(store.log_entries(&log, &entries[1..]).await?, LogOutcome::Appended);
    assert_eq!(store.log(&log, 0, 10).await?, entries);
    Ok(())
}

pub async fn reading_begins_after_a_number(store: Subject) -> CaseResult {
    let log = store.key("a");
    let entries = [1, 2, 3, 5, 6].map(|number| entry(number, "text"));
    store.log_entries(&log, &entries).await?;
    assert_eq!(numbers(&store.log(&log, 2, 10).await?), [3, 5, 6]);
    assert_eq!(numbers(&store.log(&log, 4, 10).await?), [5, 6]);
    assert_eq!(numbers(&store.log(&log, 0, 2).await?), [1, 2]);
    assert_eq!(numbers(&store.log(&log, 2, 2).await?), [3, 5]);
    assert_eq!(store.log(&log, 6, 10).await?, []);
    assert_eq!(store.log(&log, u64::MAX, 10).await?, []);
    Ok(())
}

pub async fn numbers_have_to_rise(store: Subject) -> CaseResult {
    let log = store.key("a");
    let first = [entry(5, "five")];
    store.log_entries(&log, &first).await?;
    for numbers in [vec![5, 6], vec![4], vec![4, 6], vec![6, 6], vec![7, 6], vec![0]] {
        let entries: Vec<_> = numbers.iter().map(|number| entry(*number, "other")).collect();
        let behind = LogOutcome::Behind { last: 5 };
        assert_eq!(store.log_entries(&log, &entries).await?, behind, "{numbers:?}");
        assert_eq!(store.log(&log, 0, 10).await?, first, "{numbers:?}");
    }
    Ok(())
}

pub async fn an_append_that_is_repeated_happens_once(store: Subject) -> CaseResult {
    let log = store.key("a");
    let entries = [entry(1, "one"), entry(2, "two")];
    for _ in 0..3 {
        assert_eq!(store.log_entries(&log, &entries).await?, LogOutcome::Appended);
        assert_eq!(store.log(&log, 0, 10).await?, entries);
    }
    // The same number with other bytes is from another writer.
    let other = [entry(2, "other")];
    assert_eq!(store.log_entries(&log, &other).await?, LogOutcome::Behind { last: 2 });
    Ok(())
}

pub async fn the_oldest_entries_are_let_go(store: Subject) -> CaseResult {
    let log = store.key("a");
    let text = "x".repeat(100);
    for number in 1..=500 {
        store.log_entries(&log, &[entry(number, &text)]).await?;
    }
    // A reader that is further behind begins with the oldest remaining entry.
    let left = store.log(&log, 7, 1000).await?;
    let count = left.len();
    assert!((80..200).contains(&count), "expected 80 to 199 entries of 100 bytes, got {count}");
    let expected: Vec<u64> = (501 - count as u64..=500).collect();
    assert_eq!(numbers(&left), expected);
    Ok(())
}

pub async fn the_last_entry_stays_however_large_it_is(store: Subject) -> CaseResult {
    let log = store.key("a");
    let large = "x".repeat(3 * KEEP);
    store.log_entries(&log, &[entry(1, "small")]).await?;
    store.log_entries(&log, &[entry(2, &large)]).await?;
    assert!(store.log(&log, 0, 10).await?.contains(&entry(2, &large)));
    store.log_entries(&log, &[entry(3, "small")]).await?;
    assert!(store.log(&log, 0, 10).await?.contains(&entry(3, "small")));
    Ok(())
}

pub async fn a_log_expires_unless_it_is_written(store: Subject) -> CaseResult {
    let idle = store.key("idle");
    let written = store.key("written");
    let append = |number, ttl| LogAppend { entries: vec![entry(number, "text")], keep: KEEP, ttl };
    store.append(&idle, append(5, SHORT)).await?;
    store.append(&written, append(5, SHORT * 20)).await?;
    store.append(&written, append(6, LONG)).await?;
    until("the idle log has expired", async || Ok(store.log(&idle, 0, 10).await?.is_empty()))
        .await?;
    // Its numbers start over.
    assert_eq!(store.append(&idle, append(1, LONG)).await?, LogOutcome::Appended);
    tokio::time::sleep(SHORT * 20).await;
    assert_eq!(numbers(&store.log(&written, 0, 10).await?), [5, 6]);
    assert!(store.remove(&written).await?);
    assert_eq!(store.log(&written, 0, 10).await?, []);
    Ok(())
}
