//! The store of tokens, over a keychain in memory that fails as a test wants.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod choice;
mod crashes;
mod faulty;
mod records;

use mcp_runtime_auth::TokenStore;

fn load(store: &impl TokenStore, name: &str) -> Option<String> {
    store.load(name).unwrap().map(|value| value.into_exposed())
}

fn save(store: &impl TokenStore, name: &str, value: &str) {
    store.save(name, Some(value.to_owned().into())).unwrap();
}

/// A record of this size, all of it one letter.
fn record(letter: char, bytes: usize) -> String {
    letter.to_string().repeat(bytes / letter.len_utf8())
}
