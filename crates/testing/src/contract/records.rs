//! Records.

use std::time::Duration;

use super::{CaseResult, LONG, SHORT, Subject, bytes, until};
use mcp_runtime::store::{
    Expected, IndexChange, RateLimit, RecordWrite, StoreError, StoreKey, WriteOutcome,
};

impl Subject {
    /// Writes, and returns the new version.
    async fn written(&self, key: &StoreKey, write: RecordWrite) -> Result<u64, StoreError> {
        match self.put(key, write).await? {
            WriteOutcome::Done { version, .. } => Ok(version),
            other => panic!("{key} was not written: {other:?}"),
        }
    }

    /// One part of a record.
    async fn part(&self, key: &StoreKey, part: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let record = self.get(key, &[part]).await?;
        Ok(record.and_then(|record| record.parts[0].as_deref().map(<[u8]>::to_vec)))
    }

    async fn is_absent(&self, key: &StoreKey) -> Result<bool, StoreError> {
        Ok(self.get(key, &[]).await?.is_none())
    }
}

pub async fn what_was_never_written_is_absent(store: Subject) -> CaseResult {
    assert_eq!(store.get(&store.key("a"), &["part"]).await?, None);
    assert!(!store.remove(&store.key("a")).await?);
    Ok(())
}

pub async fn a_record_is_read_as_it_was_written(store: Subject) -> CaseResult {
    let key = store.key("a");
    let write = RecordWrite::create().set("one", *b"1").set("two", *b"2").ttl(LONG);
    let WriteOutcome::Done { version: 1, now } = store.put(&key, write).await? else {
        panic!("a new record must have version 1");
    };
    let record = store.get(&key, &["two", "none", "one"]).await?.expect("expected a record");
    assert_eq!(record.parts, [Some(bytes("2")), None, Some(bytes("1"))]);
    assert_eq!((record.version, record.made_at), (1, now));
    assert!(record.now >= now);
    assert!(now > 1_000_000_000_000, "expected milliseconds since 1970, got {now}");
    Ok(())
}

pub async fn a_record_needs_no_parts(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().ttl(LONG)).await?;
    let record = store.get(&key, &["one"]).await?.expect("expected a record");
    assert_eq!(record.parts, [None]);
    let write = RecordWrite::update(1).set("one", *b"1");
    assert_eq!(store.written(&key, write).await?, 2);
    assert_eq!(store.written(&key, RecordWrite::update(2).drop("one")).await?, 3);
    assert!(!store.is_absent(&key).await?);
    Ok(())
}

pub async fn what_exists_is_not_created_again(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("part", *b"1").ttl(LONG)).await?;
    let again = RecordWrite::create().set("part", *b"2").ttl(SHORT);
    assert_eq!(store.put(&key, again).await?, WriteOutcome::Conflict { version: 1 });
    tokio::time::sleep(SHORT * 2).await;
    assert_eq!(store.part(&key, "part").await?, Some(b"1".to_vec()));
    Ok(())
}

pub async fn an_update_of_the_version_that_was_read_is_done(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("part", *b"1").ttl(LONG)).await?;
    for version in 1..20 {
        let write = RecordWrite::update(version).set("part", vec![0; version as usize]);
        assert_eq!(store.written(&key, write).await?, version + 1);
    }
    let record = store.get(&key, &["part"]).await?.expect("expected a record");
    assert_eq!((record.version, record.parts), (20, vec![Some(vec![0; 19].into())]));
    Ok(())
}

pub async fn an_update_of_another_version_is_a_conflict_and_changes_nothing(
    store: Subject,
) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("part", *b"1").ttl(LONG)).await?;
    store.written(&key, RecordWrite::update(1)).await?;
    for version in [0, 1, 3, u64::MAX] {
        let write = RecordWrite::update(version).set("part", *b"2").drop("other").ttl(SHORT);
        let conflict = WriteOutcome::Conflict { version: 2 };
        assert_eq!(store.put(&key, write).await?, conflict, "{version}");
    }
    tokio::time::sleep(SHORT * 2).await;
    assert_eq!(store.part(&key, "part").await?, Some(b"1".to_vec()));
    Ok(())
}

pub async fn an_update_of_what_is_absent_is_gone(store: Subject) -> CaseResult {
    let key = store.key("a");
    for write in [RecordWrite::update(0), RecordWrite::update(1), RecordWrite::touch()] {
        let write = write.set("part", *b"1");
        assert_eq!(store.put(&key, write).await?, WriteOutcome::Gone);
        assert!(store.is_absent(&key).await?);
    }
    Ok(())
}

pub async fn a_touch_is_done_whatever_the_version(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().ttl(LONG)).await?;
    for version in 2..5 {
        let write = RecordWrite::touch().set("part", *b"1");
        assert_eq!(store.written(&key, write).await?, version);
    }
    Ok(())
}

pub async fn a_write_that_is_repeated_happens_once(store: Subject) -> CaseResult {
    let key = store.key("a");
    let writes = [RecordWrite::create().ttl(LONG), RecordWrite::update(1), RecordWrite::touch()];
    for (write, version) in writes.into_iter().zip(1..) {
        let write = write.set("part", *b"1");
        for _ in 0..3 {
            assert_eq!(store.written(&key, write.clone()).await?, version);
        }
        assert_eq!(store.get(&key, &[]).await?.map(|record| record.version), Some(version));
    }
    Ok(())
}

pub async fn a_repeat_after_a_write_of_somebody_else_is_a_conflict(store: Subject) -> CaseResult {
    let key = store.key("a");
    let create = RecordWrite::create().set("part", *b"1").ttl(LONG);
    store.written(&key, create.clone()).await?;
    let update = RecordWrite::update(1).set("part", *b"2");
    store.written(&key, update.clone()).await?;
    store.written(&key, RecordWrite::update(2).set("part", *b"3")).await?;
    for late in [create, update] {
        assert!(matches!(late.expected, Expected::Absent | Expected::Version(1)));
        assert_eq!(store.put(&key, late).await?, WriteOutcome::Conflict { version: 3 });
    }
    assert_eq!(store.part(&key, "part").await?, Some(b"3".to_vec()));
    Ok(())
}

pub async fn parts_that_are_not_written_stay(store: Subject) -> CaseResult {
    let key = store.key("a");
    let write = RecordWrite::create().set("one", *b"1").set("two", *b"2").ttl(LONG);
    store.written(&key, write).await?;
    store.written(&key, RecordWrite::update(1).set("two", *b"22").set("three", *b"3")).await?;
    let record = store.get(&key, &["one", "two", "three"]).await?.expect("expected a record");
    assert_eq!(record.parts, [Some(bytes("1")), Some(bytes("22")), Some(bytes("3"))]);
    Ok(())
}

pub async fn parts_are_dropped(store: Subject) -> CaseResult {
    let key = store.key("a");
    let write = RecordWrite::create().set("one", *b"1").set("two", *b"2").ttl(LONG);
    store.written(&key, write).await?;
    let write = RecordWrite::update(1).drop("one").drop("none").set("three", *b"3");
    store.written(&key, write).await?;
    let record = store.get(&key, &["one", "two", "three"]).await?.expect("expected a record");
    assert_eq!(record.parts, [None, Some(bytes("2")), Some(bytes("3"))]);
    Ok(())
}

pub async fn bytes_may_be_any(store: Subject) -> CaseResult {
    let key = store.key("a");
    let all: Vec<u8> = (0..=255).collect();
    let write = RecordWrite::create().set("all", all.clone()).set("empty", []).ttl(LONG);
    store.written(&key, write).await?;
    assert_eq!(store.part(&key, "all").await?, Some(all));
    assert_eq!(store.part(&key, "empty").await?, Some(Vec::new()));
    Ok(())
}

pub async fn a_part_may_have_four_mebibytes(store: Subject) -> CaseResult {
    let key = store.key("a");
    let large: Vec<u8> = (0..4_u32 << 20).map(|number| (number % 251) as u8).collect();
    let write = RecordWrite::create().set("large", large.clone()).set("head", *b"1").ttl(LONG);
    store.written(&key, write).await?;
    assert_eq!(store.part(&key, "head").await?, Some(b"1".to_vec()));
    let read = store.part(&key, "large").await?;
    assert!(read == Some(large), "a part must be read as it was written");
    assert!(store.remove(&key).await?);
    Ok(())
}

pub async fn keys_and_names_of_parts_may_be_any_text(store: Subject) -> CaseResult {
    let long = "long".repeat(100);
    let names =
        ["a", "A", "", "a b", "a/b", "../a", "a:b", "a\0b", "a\nb", "ä", "{a}", "*", "CON", &long];
    for (name, number) in names.into_iter().zip(0_u8..) {
        let write = RecordWrite::create().set(format!("p{name}"), [number]).ttl(LONG);
        assert_eq!(store.written(&store.key(name), write).await?, 1, "{name:?}");
    }
    for (name, number) in names.into_iter().zip(0..) {
        let part = store.part(&store.key(name), &format!("p{name}")).await?;
        assert_eq!(part, Some(vec![number]), "{name:?}");
    }
    Ok(())
}

pub async fn what_has_expired_is_absent(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("part", *b"1").ttl(SHORT)).await?;
    until("the record has expired", async || store.is_absent(&key).await).await?;
    assert_eq!(store.get(&key, &["part"]).await?, None);
    for write in [RecordWrite::update(1), RecordWrite::touch()] {
        assert_eq!(store.put(&key, write).await?, WriteOutcome::Gone);
    }
    assert!(!store.remove(&key).await?);
    Ok(())
}

pub async fn a_write_without_a_ttl_keeps_the_end(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().ttl(SHORT * 4)).await?;
    // On a slow machine it may have expired already.
    store.put(&key, RecordWrite::update(1).set("part", *b"1")).await?;
    until("the record has expired", async || store.is_absent(&key).await).await
}

pub async fn a_write_with_a_ttl_sets_the_end(store: Subject) -> CaseResult {
    let longer = store.key("longer");
    let shorter = store.key("shorter");
    let some = Duration::from_secs(2);
    store.written(&longer, RecordWrite::create().ttl(some)).await?;
    store.written(&longer, RecordWrite::update(1).ttl(LONG)).await?;
    store.written(&shorter, RecordWrite::create().ttl(LONG)).await?;
    store.written(&shorter, RecordWrite::update(1).ttl(some)).await?;
    until("the record has expired", async || store.is_absent(&shorter).await).await?;
    assert!(!store.is_absent(&longer).await?);
    Ok(())
}

pub async fn what_has_expired_is_created_anew(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("old", *b"1").ttl(SHORT)).await?;
    let write = RecordWrite::create().set("new", *b"2").ttl(LONG);
    until("the expired record can be created again", async || {
        Ok(matches!(store.put(&key, write.clone()).await?, WriteOutcome::Done { version: 1, .. }))
    })
    .await?;
    let record = store.get(&key, &["old", "new"]).await?.expect("expected a record");
    assert_eq!(record.parts, [None, Some(bytes("2"))]);
    Ok(())
}

pub async fn the_time_of_creation_stays(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().ttl(LONG)).await?;
    let first = store.get(&key, &[]).await?.expect("expected a record");
    until("the clock of the store has advanced", async || {
        store.written(&key, RecordWrite::touch().ttl(LONG)).await?;
        let record = store.get(&key, &[]).await?.expect("expected a record");
        assert_eq!(record.made_at, first.made_at);
        Ok(record.now > first.now)
    })
    .await
}

pub async fn what_is_removed_is_absent_and_one_is_told_so(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().ttl(LONG)).await?;
    assert!(store.remove(&key).await?);
    assert!(!store.remove(&key).await?);
    assert!(store.is_absent(&key).await?);
    assert_eq!(store.put(&key, RecordWrite::update(1)).await?, WriteOutcome::Gone);
    Ok(())
}

pub async fn what_was_removed_is_created_anew(store: Subject) -> CaseResult {
    let key = store.key("a");
    store.written(&key, RecordWrite::create().set("old", *b"1").ttl(SHORT)).await?;
    store.remove(&key).await?;
    assert_eq!(store.written(&key, RecordWrite::create().set("new", *b"2")).await?, 1);
    // It does not expire at the time of the old one.
    tokio::time::sleep(SHORT * 3).await;
    let record = store.get(&key, &["old", "new"]).await?.expect("expected a record");
    assert_eq!(record.parts, [None, Some(bytes("2"))]);
    store.remove(&key).await?;
    Ok(())
}

pub async fn a_key_is_of_one_sort(store: Subject) -> CaseResult {
    let record = store.key("record");
    let index = store.key("index");
    store.written(&record, RecordWrite::create().set("part", *b"1").ttl(LONG)).await?;
    store.index(&index, vec![IndexChange::DropPassed, IndexChange::set("a", LONG)]).await?;
    let wrong = [
        store.index(&record, vec![IndexChange::set("a", LONG)]).await.err(),
        store.log(&record, 0, 1).await.err(),
        store.take(&record, RateLimit::per(1, LONG), 1).await.err(),
        store.put(&index, RecordWrite::create().set("part", *b"1")).await.err(),
    ];
    for error in wrong {
        assert!(matches!(error, Some(StoreError::Refused(_))), "{error:?}");
    }
    assert_eq!(store.part(&record, "part").await?, Some(b"1".to_vec()));
    Ok(())
}
