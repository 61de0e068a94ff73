//! Concurrent operations.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{CaseResult, LONG, Subject, bytes};
use mcp_runtime::store::{
    IndexChange, LogAppend, LogEntry, LogOutcome, RateLimit, RecordWrite, WriteOutcome,
};

fn is_done(outcome: &WriteOutcome) -> bool {
    matches!(outcome, WriteOutcome::Done { .. })
}

pub async fn of_many_claims_one_is_done(store: Subject) -> CaseResult {
    let won = store.at_once(|store, number| async move {
        let mut won = 0;
        for claim in 0..200 {
            let write = RecordWrite::create().set("by", [number as u8]).ttl(LONG);
            won += u32::from(is_done(&store.put(&store.key(&claim.to_string()), write).await?));
        }
        Ok(won)
    });
    assert_eq!(won.await?.iter().sum::<u32>(), 200);
    Ok(())
}

pub async fn of_many_updates_none_is_lost(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.put(&key, RecordWrite::create().set("count", vec![0]).ttl(LONG)).await?;
    let increments = store.at_once(|store, _| async move {
        let key = store.key("a");
        for _ in 0..20 {
            loop {
                let record = store.get(&key, &["count"]).await?.expect("expected a record");
                let version = record.version;
                let [count] = record.into_parts();
                let count = count.expect("expected a part")[0] + 1;
                let write = RecordWrite::update(version).set("count", [count]);
                if is_done(&store.put(&key, write).await?) {
                    break;
                }
            }
        }
        Ok(())
    });
    increments.await?;
    let record = store.get(&key, &["count"]).await?.expect("expected a record");
    assert_eq!((record.version, record.into_parts()), (161, [Some([160].into())]));
    Ok(())
}

pub async fn of_two_ends_one_is_done(store: Subject) -> CaseResult {
    for task in 0..300 {
        let create = RecordWrite::create().set("status", *b"working").ttl(LONG);
        store.put(&store.key(&task.to_string()), create).await?;
    }
    let ended: Vec<_> = store
        .at_once(|store, number| async move {
            let end = if number % 2 == 0 { "completed" } else { "cancelled" };
            let mut ended = Vec::new();
            for task in 0..300 {
                let write = RecordWrite::update(1).set("status", bytes(end));
                let outcome = store.put(&store.key(&task.to_string()), write).await?;
                if is_done(&outcome) {
                    ended.push((task, end));
                } else {
                    assert_eq!(outcome, WriteOutcome::Conflict { version: 2 });
                }
            }
            Ok(ended)
        })
        .await?
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(ended.len(), 300);
    for (task, end) in ended {
        let record = store.get(&store.key(&task.to_string()), &["status"]).await?;
        assert_eq!(record.expect("expected a record").into_parts(), [Some(bytes(end))]);
    }
    Ok(())
}

pub async fn what_is_due_is_given_to_one(store: Subject) -> CaseResult {
    let names = (0..200).map(|task| IndexChange::set(task.to_string(), Duration::ZERO));
    store.index(&store.key("due"), names.collect()).await?;
    let taken = store.at_once(|store, _| async move {
        let mut taken = Vec::new();
        loop {
            let due = store.due(&store.key("due"), 16, LONG).await?;
            if due.is_empty() || taken.len() > 200 {
                return Ok(taken);
            }
            taken.extend(due);
        }
    });
    let mut times = BTreeMap::new();
    for entry in taken.await?.into_iter().flatten() {
        *times.entry(entry.name).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 200);
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    Ok(())
}

pub async fn a_removal_is_told_to_one(store: Subject) -> CaseResult {
    for number in 0..50 {
        store.put(&store.key(&number.to_string()), RecordWrite::create().ttl(LONG)).await?;
    }
    let removed = store.at_once(|store, _| async move {
        let mut removed = 0;
        for number in 0..50 {
            removed += u32::from(store.remove(&store.key(&number.to_string())).await?);
        }
        Ok(removed)
    });
    assert_eq!(removed.await?.iter().sum::<u32>(), 50);
    Ok(())
}

pub async fn a_log_has_one_writer(store: Subject) -> CaseResult {
    let appended: usize = store
        .at_once(|store, writer| async move {
            let mut appended = 0;
            for number in 1..=50 {
                let entry = LogEntry { number, bytes: bytes(&format!("{writer} {number}")) };
                let append = LogAppend { entries: vec![entry], keep: 1 << 20, ttl: LONG };
                let outcome = store.append(&store.key("log"), append).await?;
                appended += usize::from(outcome == LogOutcome::Appended);
            }
            Ok(appended)
        })
        .await?
        .iter()
        .sum();
    let entries = store.log(&store.key("log"), 0, 1000).await?;
    assert!(entries.is_sorted_by(|one, next| one.number < next.number));
    assert_eq!((entries.len(), entries.last().map(|entry| entry.number)), (appended, Some(50)));
    Ok(())
}

pub async fn a_limit_holds_for_all_together(store: Subject) -> CaseResult {
    let taken = store.at_once(|store, _| async move {
        let mut taken = 0;
        for _ in 0..50 {
            let wait = store.take(&store.key("limit"), RateLimit::per(100, LONG), 1).await?;
            taken += u32::from(wait.is_none());
        }
        Ok(taken)
    });
    assert!((100..=105).contains(&taken.await?.iter().sum::<u32>()));
    Ok(())
}
