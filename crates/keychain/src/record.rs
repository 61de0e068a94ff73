//! A record in a keychain: in one entry, or in parts, where it is longer than an entry may be.
//!
//! ```text
//! mcp:login https://..      {"parts": 2, "sha256": ".."}     or the record itself
//! mcp#1:login https://..    its first part
//! mcp#2:login https://..    its second part
//! ```
//!
//! Keychains have no transactions. Parts are written before their head, so that whatever a crash
//! leaves behind is the earlier record, the new one, or parts that do not match their head: none.
//! They are written from the first and deleted from the last, so that there is no gap before one,
//! and the next write finds those that a crash left behind.

use std::sync::Arc;

use keyring_core::{CredentialStore, Entry, Error as KeychainError};
use mcp_runtime_protocol::hex::hex;
use mcp_runtime_protocol::{Error, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The maximum size of an entry, in bytes. Windows allows 2,560.
///
/// Source: [`CREDENTIALW`](https://learn.microsoft.com/windows/win32/api/wincred/ns-wincred-credentialw).
pub(crate) const PART_BYTES: usize = 2400;
/// The maximum size of a record, in bytes.
const RECORD_BYTES: usize = 64 * 1024;
/// The maximum number of parts: up to three bytes of each are free, as no character is divided.
const MAX_PARTS: usize = RECORD_BYTES.div_ceil(PART_BYTES - 3);

/// The records that a program keeps in a keychain.
pub(crate) struct KeychainRecords<'a> {
    pub(crate) keychain: &'a Arc<CredentialStore>,
    /// The name of the program.
    pub(crate) service: &'a str,
}

impl KeychainRecords<'_> {
    pub(crate) fn load(&self, name: &str) -> Result<Option<String>> {
        let Some(text) = self.read(&whole(name))? else { return Ok(None) };
        let Some(head) = RecordHead::read(&text) else { return Ok(Some(text)) };
        let mut record = String::new();
        for part in 1..=head.parts {
            let Some(text) = self.read(&numbered(name, part))? else { return Ok(None) };
            record.push_str(&text);
        }
        Ok((RecordHead::new(&record, head.parts) == head).then_some(record))
    }

    pub(crate) fn save(&self, name: &str, record: &str) -> Result<()> {
        if record.len() > RECORD_BYTES {
            return Err(Error::other(format!(
                "a record of {} bytes is too long for the keychain: at most 64 KiB are stored",
                record.len()
            )));
        }
        // What looks like a head would be taken for one.
        if record.len() <= PART_BYTES && RecordHead::read(record).is_none() {
            self.write(&whole(name), record)?;
            return self.delete_parts_from(name, 1);
        }
        let parts = divide(record);
        for (number, part) in (1..).zip(&parts) {
            self.write(&numbered(name, number), part)?;
        }
        let head = RecordHead::new(record, parts.len());
        self.write(&whole(name), &serde_json::to_string(&head).map_err(Error::other)?)?;
        self.delete_parts_from(name, parts.len() + 1)
    }

    pub(crate) fn delete(&self, name: &str) -> Result<()> {
        self.delete_entry(&whole(name))?;
        self.delete_parts_from(name, 1)
    }

    fn delete_parts_from(&self, name: &str, first: usize) -> Result<()> {
        let mut end = first;
        while end <= MAX_PARTS && self.read(&numbered(name, end))?.is_some() {
            end += 1;
        }
        (first..end).rev().try_for_each(|part| self.delete_entry(&numbered(name, part)))
    }

    fn entry(&self, user: &str) -> Result<Entry> {
        Entry::new_in_store(self.keychain, self.service, user).map_err(|error| failed(&error))
    }

    fn read(&self, user: &str) -> Result<Option<String>> {
        match self.entry(user)?.get_secret() {
            // What is not text was not written here.
            Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
            Err(KeychainError::NoEntry) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    fn write(&self, user: &str, text: &str) -> Result<()> {
        // As bytes: a password would take twice the space on Windows, in UTF-16.
        self.entry(user)?.set_secret(text.as_bytes()).map_err(|error| failed(&error))
    }

    fn delete_entry(&self, user: &str) -> Result<()> {
        match self.entry(user)?.delete_credential() {
            Ok(()) | Err(KeychainError::NoEntry) => Ok(()),
            Err(error) => Err(failed(&error)),
        }
    }
}

/// What stands in place of a record that is in parts.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordHead {
    parts: usize,
    /// The digest of the whole record.
    sha256: String,
}

impl RecordHead {
    fn new(record: &str, parts: usize) -> Self {
        Self { parts, sha256: hex(&Sha256::digest(record)) }
    }

    fn read(text: &str) -> Option<Self> {
        let head: Self = serde_json::from_str(text).ok()?;
        (head.parts <= MAX_PARTS).then_some(head)
    }
}

/// The entry that has the record, or its head.
fn whole(name: &str) -> String {
    format!("mcp:{name}")
}

/// The entry that has a part. Its number stands before the name, which may end with another.
fn numbered(name: &str, part: usize) -> String {
    format!("mcp#{part}:{name}")
}

/// Divides a record into parts that are text each: KWallet keeps nothing else.
fn divide(mut record: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while !record.is_empty() {
        let mut end = record.len().min(PART_BYTES);
        while !record.is_char_boundary(end) {
            end -= 1;
        }
        let (part, rest) = record.split_at(end);
        parts.push(part);
        record = rest;
    }
    parts
}

/// As text: some errors of a keychain hold what was in it.
pub(crate) fn failed(error: &KeychainError) -> Error {
    Error::other(format!("keychain error: {error}"))
}
