//! The pages of a list, which a server may change while they are read.
//!
//! Source: [2026-07-28, "Pagination"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination).

use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::Arc;

use super::cache::CacheUse;
use super::call::{ClientCall, RequestOptions};
use super::connection::Connection;
use super::decode::too_much;
use super::list_page::{Page, read};
use super::send_request::fetch;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, memory_of};
use crate::protocol::PaginatedParams;

/// The limit for pages: more indicate that the cursors never end.
const MAX_PAGES: usize = 1000;

/// The limit for entries: longer lists are not useful.
const MAX_ENTRIES: usize = 1_000_000;

/// The maximum length of a cursor, in bytes.
const LONGEST_CURSOR: usize = 64 * 1024;

/// How often reading restarts because the list has changed.
const MAX_RESTARTS: usize = 3;

/// The state of reading the pages of a list.
#[derive(Clone)]
pub(super) struct Pagination {
    options: RequestOptions,
    cursor: Option<String>,
    has_more: bool,
    pages: usize,
    restarts: usize,
    /// How many changes of the list there had been before the first page was requested.
    changes: u64,
}

/// A page that was read.
pub(super) struct ReadPage<T> {
    pub(super) entries: Vec<T>,
    /// How much memory the page needs.
    pub(super) memory: usize,
    /// Whether the list begins here: earlier pages are outdated.
    pub(super) is_first: bool,
}

impl Pagination {
    pub(super) fn new(options: RequestOptions) -> Self {
        Self { options, cursor: None, has_more: true, pages: 0, restarts: 0, changes: 0 }
    }

    /// Returns the next page; `None` at the end of the list. Together with what the caller holds of
    /// earlier pages, it does not need more memory than is allowed.
    ///
    /// If the list changes meanwhile, or the server no longer knows the cursor, reading restarts,
    /// with an empty page; after a few restarts, the list is accepted as it is.
    pub(super) async fn next<P: Page>(
        &mut self,
        connection: &Arc<Connection>,
        held: usize,
    ) -> Result<Option<ReadPage<P::Item>>> {
        if self.has_more {
            if self.pages == MAX_PAGES {
                let list = P::METHOD;
                return Err(Error::other(format!(
                    "{list}: the server's list has more than {MAX_PAGES} pages"
                )));
            }
            let is_first = self.cursor.is_none();
            let changes = || P::CHANGE.map_or(0, |list| connection.cache.changes_of(&list));
            if is_first {
                self.changes = changes();
            }
            let page = self.page::<P>(connection, held).await;
            let has_changed = || changes() != self.changes;
            let is_lost = match &page {
                Err(error) => !is_first && is_unknown_cursor(error),
                // A list with a single page is consistent.
                Ok((_, _, cursor)) => (!is_first || cursor.is_some()) && has_changed(),
            };
            if is_lost && self.restarts < MAX_RESTARTS {
                self.start_over();
                // The earlier pages are dropped before the first one is read again.
                return Ok(Some(ReadPage { entries: Vec::new(), memory: 0, is_first: true }));
            }
            let (entries, memory, cursor) = page?;
            self.pages += 1;
            self.has_more = cursor.is_some();
            self.cursor = cursor;
            return Ok(Some(ReadPage { entries, memory, is_first }));
        }
        Ok(None)
    }

    pub(super) fn pages(&self) -> usize {
        self.pages
    }

    pub(super) fn has_more(&self) -> bool {
        self.has_more
    }

    fn start_over(&mut self) {
        self.restarts += 1;
        self.pages += 1;
        self.cursor = None;
        if self.options.cache == CacheUse::Use {
            // A cached page has the cursor that the server no longer knows.
            self.options.cache = CacheUse::Refresh;
        }
    }

    async fn page<P: Page>(
        &self,
        connection: &Arc<Connection>,
        held: usize,
    ) -> Result<(Vec<P::Item>, usize, Option<String>)> {
        let mut params = PaginatedParams::default();
        params.cursor.clone_from(&self.cursor);
        let call =
            ClientCall { options: self.options.clone(), ..ClientCall::with(P::METHOD, &params)? };
        let result = fetch(connection, &call).await?;
        let memory = memory_of(result.text());
        let limit = connection.settings.max_result;
        if held.saturating_add(memory) > limit {
            return Err(too_much(&format!("the result of {}", P::METHOD), limit));
        }
        let (mut entries, cursor) = read::<P>(connection, &call, &result)?;
        if cursor.as_ref().is_some_and(|cursor| cursor.len() > LONGEST_CURSOR) {
            let list = P::METHOD;
            return Err(Error::other(format!(
                "{list}: the server gave a cursor of more than {LONGEST_CURSOR} bytes"
            )));
        }
        entries.retain(|entry| P::is_usable(entry, connection));
        Ok((entries, memory, cursor))
    }
}

fn is_unknown_cursor(error: &Error) -> bool {
    error.rpc().is_some_and(|error| error.code == ErrorCode::INVALID_PARAMS)
}

/// The entries of the previous pages, by their keys: an entry that moves while a list is read may
/// appear twice.
#[derive(Default)]
pub(super) struct SeenEntries {
    hashes: HashSet<u64>,
    hasher: RandomState,
}

impl SeenEntries {
    /// Keeps the entries of a page that were not on an earlier one.
    ///
    /// # Errors
    ///
    /// When there are more entries than the limit.
    pub(super) fn keep_new<T>(&mut self, page: &mut Vec<T>, key: fn(&T) -> &str) -> Result<()> {
        page.retain(|entry| !self.hashes.contains(&self.hasher.hash_one(key(entry))));
        self.hashes.extend(page.iter().map(|entry| self.hasher.hash_one(key(entry))));
        if self.hashes.len() > MAX_ENTRIES {
            let message = format!("the server's list has more than {MAX_ENTRIES} entries");
            return Err(Error::other(message));
        }
        Ok(())
    }
}
