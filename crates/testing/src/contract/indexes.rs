//! Indexes.

use std::time::Duration;

use super::{CaseResult, LONG, SHORT, Subject, until};
use mcp_runtime::store::{IndexChange, IndexEntry, IndexPage, StoreError, StoreKey};

fn names(entries: &[IndexEntry]) -> Vec<&str> {
    entries.iter().map(|entry| &*entry.name).collect()
}

/// Names with a time in the future, one second apart.
fn later(names: &[&str]) -> Vec<IndexChange> {
    let after = |place: u64| LONG + Duration::from_secs(place);
    names.iter().zip(0..).map(|(name, place)| IndexChange::set(*name, after(place))).collect()
}

impl Subject {
    async fn oldest(&self, index: &StoreKey) -> Result<Vec<IndexEntry>, StoreError> {
        self.entries(index, IndexPage::oldest(1000)).await
    }
}

pub async fn an_index_that_was_never_written_is_empty(store: Subject) -> CaseResult {
    let index = store.key("a");
    assert_eq!(store.oldest(&index).await?, []);
    assert_eq!(store.due(&index, 10, LONG).await?, []);
    let changes =
        vec![IndexChange::drop("a"), IndexChange::extend("a", LONG), IndexChange::DropPassed];
    assert_eq!(store.index(&index, changes).await?, 0);
    assert_eq!(store.index(&index, Vec::new()).await?, 0);
    assert_eq!(store.oldest(&index).await?, []);
    Ok(())
}

pub async fn entries_are_in_the_order_of_time_and_name(store: Subject) -> CaseResult {
    let index = store.key("a");
    let mut changes = later(&["x", "m", "b"]);
    let same = ["d", "C", "a"].map(|name| IndexChange::set(name, LONG * 2));
    changes.extend(same);
    changes.reverse();
    assert_eq!(store.index(&index, changes).await?, 6);
    let oldest = store.oldest(&index).await?;
    assert_eq!(names(&oldest), ["x", "m", "b", "C", "a", "d"]);
    assert!(oldest[0].at < oldest[1].at && oldest[3].at == oldest[5].at);
    let mut newest = store.entries(&index, IndexPage::newest(1000)).await?;
    newest.reverse();
    assert_eq!(newest, oldest);
    Ok(())
}

pub async fn pages_follow_each_other(store: Subject) -> CaseResult {
    let index = store.key("a");
    let mut changes = later(&["a", "b", "c", "d"]);
    changes.extend(["p", "q", "r", "s", "t"].map(|name| IndexChange::set(name, LONG * 2)));
    store.index(&index, changes).await?;
    for first in [IndexPage::oldest(2), IndexPage::newest(2)] {
        let mut seen = Vec::new();
        let mut page = first.clone();
        loop {
            let entries = store.entries(&index, page).await?;
            let Some(last) = entries.last().cloned() else { break };
            assert!(entries.len() <= 2);
            seen.extend(entries);
            assert!(seen.len() <= 9, "a page must continue after the previous one");
            page = first.clone().after(last);
        }
        if first.newest_first {
            seen.reverse();
        }
        assert_eq!(names(&seen), ["a", "b", "c", "d", "p", "q", "r", "s", "t"]);
    }
    Ok(())
}

pub async fn a_page_goes_on_after_an_entry_that_is_gone(store: Subject) -> CaseResult {
    let index = store.key("a");
    store.index(&index, later(&["a", "b", "c", "d"])).await?;
    let page = store.entries(&index, IndexPage::oldest(2)).await?;
    store.index(&index, vec![IndexChange::drop("b")]).await?;
    let next = store.entries(&index, IndexPage::oldest(2).after(page[1].clone())).await?;
    assert_eq!(names(&next), ["c", "d"]);
    Ok(())
}

pub async fn a_name_is_there_once_and_moves(store: Subject) -> CaseResult {
    let index = store.key("a");
    store.index(&index, later(&["a", "b", "c"])).await?;
    let moves = vec![IndexChange::set("a", LONG * 2), IndexChange::set("c", LONG / 2)];
    assert_eq!(store.index(&index, moves).await?, 3);
    assert_eq!(names(&store.oldest(&index).await?), ["c", "b", "a"]);
    Ok(())
}

pub async fn extending_moves_only_later_and_only_what_is_there(store: Subject) -> CaseResult {
    let index = store.key("a");
    store.index(&index, later(&["a", "b", "c"])).await?;
    let before = store.oldest(&index).await?;
    let changes = vec![
        IndexChange::extend("a", LONG / 2),
        IndexChange::extend("b", LONG * 2),
        IndexChange::extend("none", LONG * 2),
    ];
    assert_eq!(store.index(&index, changes).await?, 3);
    let after = store.oldest(&index).await?;
    assert_eq!(names(&after), ["a", "c", "b"]);
    assert_eq!(after[0], before[0]);
    Ok(())
}

pub async fn names_are_dropped(store: Subject) -> CaseResult {
    let index = store.key("a");
    store.index(&index, later(&["a", "b"])).await?;
    let drop = vec![IndexChange::drop("a"), IndexChange::drop("none")];
    assert_eq!(store.index(&index, drop).await?, 1);
    assert_eq!(names(&store.oldest(&index).await?), ["b"]);
    assert_eq!(store.index(&index, vec![IndexChange::drop("b")]).await?, 0);
    assert_eq!(store.oldest(&index).await?, []);
    store.index(&index, later(&["a"])).await?;
    assert!(store.remove(&index).await?);
    assert_eq!(store.oldest(&index).await?, []);
    Ok(())
}

pub async fn changes_happen_in_their_order(store: Subject) -> CaseResult {
    let index = store.key("a");
    let changes = vec![
        IndexChange::set("a", LONG),
        IndexChange::drop("a"),
        IndexChange::set("b", LONG),
        IndexChange::set("b", LONG * 3),
        IndexChange::extend("b", LONG * 2),
        IndexChange::drop("c"),
        IndexChange::set("c", LONG * 2),
        IndexChange::extend("c", LONG * 4),
    ];
    assert_eq!(store.index(&index, changes).await?, 2);
    assert_eq!(names(&store.oldest(&index).await?), ["b", "c"]);
    Ok(())
}

pub async fn what_has_passed_is_dropped(store: Subject) -> CaseResult {
    let index = store.key("a");
    let mut changes = later(&["later"]);
    changes.extend(["one", "two"].map(|name| IndexChange::set(name, SHORT)));
    assert_eq!(store.index(&index, changes).await?, 3);
    until("the time of all entries but one has passed", async || {
        Ok(store.index(&index, vec![IndexChange::DropPassed]).await? == 1)
    })
    .await?;
    assert_eq!(names(&store.oldest(&index).await?), ["later"]);
    Ok(())
}

pub async fn an_index_of_what_expires_is_kept_until_its_last_entry(store: Subject) -> CaseResult {
    let index = store.key("a");
    let changes = vec![IndexChange::DropPassed, IndexChange::set("long", LONG)];
    store.index(&index, changes).await?;
    let changes = vec![IndexChange::DropPassed, IndexChange::set("short", SHORT)];
    assert_eq!(store.index(&index, changes).await?, 2);
    until("the time of all entries but one has passed", async || {
        Ok(store.index(&index, vec![IndexChange::DropPassed]).await? == 1)
    })
    .await?;
    let changes = vec![IndexChange::set("long", SHORT), IndexChange::DropPassed];
    store.index(&index, changes).await?;
    until("the time of all entries has passed", async || {
        Ok(store.index(&index, vec![IndexChange::DropPassed]).await? == 0)
    })
    .await?;
    assert_eq!(store.oldest(&index).await?, []);
    Ok(())
}

pub async fn what_is_due_is_taken_once(store: Subject) -> CaseResult {
    let index = store.key("a");
    let mut changes = later(&["later"]);
    changes.extend(["one", "two"].map(|name| IndexChange::set(name, Duration::ZERO)));
    store.index(&index, changes).await?;
    let taken = store.due(&index, 10, LONG * 2).await?;
    assert_eq!(names(&taken), ["one", "two"]);
    assert_eq!(store.due(&index, 10, LONG).await?, []);
    // They are still there, with the new time.
    let entries = store.oldest(&index).await?;
    assert_eq!(names(&entries), ["later", "one", "two"]);
    assert_eq!(entries[1..], taken);
    Ok(())
}

pub async fn the_oldest_are_taken_first(store: Subject) -> CaseResult {
    let index = store.key("a");
    for name in ["c", "a", "b"] {
        store.index(&index, vec![IndexChange::set(name, Duration::ZERO)]).await?;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(names(&store.due(&index, 2, LONG).await?), ["c", "a"]);
    assert_eq!(names(&store.due(&index, 2, LONG).await?), ["b"]);
    Ok(())
}

pub async fn what_is_not_due_is_not_taken(store: Subject) -> CaseResult {
    let index = store.key("a");
    let changes =
        vec![IndexChange::set("now", Duration::ZERO), IndexChange::set("soon", SHORT * 4)];
    store.index(&index, changes).await?;
    let set = store.oldest(&index).await?;
    let entry = set.iter().find(|entry| &*entry.name == "soon");
    let soon = entry.expect("expected an entry `soon`").at;
    let mut taken = Vec::new();
    until("`due` returns both entries", async || {
        let due = store.due(&index, 10, LONG).await?;
        // By the clock of the store, it is not returned before its time.
        for entry in &due {
            let is_early = &*entry.name == "soon" && entry.at < soon + LONG.as_millis() as u64;
            assert!(!is_early, "`due` returned an entry before its time, {soon}: {entry:?}");
        }
        taken.extend(due);
        Ok(taken.len() == 2)
    })
    .await?;
    assert_eq!(names(&taken), ["now", "soon"]);
    Ok(())
}

pub async fn what_is_hidden_comes_back(store: Subject) -> CaseResult {
    let index = store.key("a");
    store.index(&index, vec![IndexChange::set("a", Duration::ZERO)]).await?;
    for _ in 0..3 {
        until("`due` returns the entry again", async || {
            Ok(names(&store.due(&index, 10, SHORT).await?) == ["a"])
        })
        .await?;
    }
    Ok(())
}

pub async fn what_was_taken_can_be_dropped_and_extended(store: Subject) -> CaseResult {
    let index = store.key("a");
    let due = ["drop", "extend", "release"].map(|name| IndexChange::set(name, Duration::ZERO));
    store.index(&index, due.to_vec()).await?;
    assert_eq!(store.due(&index, 10, LONG).await?.len(), 3);
    let changes = vec![
        IndexChange::drop("drop"),
        IndexChange::extend("extend", LONG * 2),
        IndexChange::set("release", Duration::ZERO),
    ];
    assert_eq!(store.index(&index, changes).await?, 2);
    assert_eq!(names(&store.due(&index, 10, LONG).await?), ["release"]);
    assert_eq!(names(&store.oldest(&index).await?), ["release", "extend"]);
    Ok(())
}

pub async fn names_may_be_any_text(store: Subject) -> CaseResult {
    let index = store.key("a");
    let long = "long".repeat(100);
    let mut all = ["", " ", "*", "../a", "A", "a", "a\0b", "a\nb", "a:b", "{a}", &long, "ä"];
    store.index(&index, all.map(|name| IndexChange::set(name, LONG)).to_vec()).await?;
    all.sort_unstable();
    assert_eq!(names(&store.oldest(&index).await?), all);
    Ok(())
}
