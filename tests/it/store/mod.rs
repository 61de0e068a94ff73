//! The stores of the framework keep the contract of stores, and survive what they have to.

mod directory;
mod faulty;
mod killed;
mod recorded;

use mcp_runtime::store::{LogAppend, LogEntry, Memory, Store, StoreKey, StoredRecord};
use mcp_runtime_testing::store_contract;

fn key(name: &str) -> StoreKey {
    StoreKey::new("test", name)
}

fn append(number: u64, text: &str) -> LogAppend {
    let entries = vec![LogEntry { number, bytes: text.as_bytes().into() }];
    LogAppend { entries, keep: 1 << 20, ttl: std::time::Duration::from_secs(3600) }
}

async fn read(store: &dyn Store, name: &str, parts: &[&str]) -> Option<StoredRecord> {
    store.get(&key(name), parts).await.unwrap()
}

/// A part of a record, as text.
async fn part(store: &dyn Store, name: &str, part: &str) -> Option<String> {
    let [part] = read(store, name, &[part]).await?.into_parts();
    Some(String::from_utf8(part?.to_vec()).unwrap())
}

mod memory {
    use super::*;

    store_contract!(async { Memory::new() });
}
