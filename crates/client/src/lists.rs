//! Lists of several pages.
//!
//! Source: [2026-07-28, "Pagination"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination).

use std::collections::VecDeque;
use std::fmt;
use std::mem::size_of;
use std::sync::Arc;

use tokio::time::timeout;

use super::call::{ClientCall, RequestOptions};
use super::connection::Connection;
use super::deadline::MAX_TIMEOUT;
use super::decode::too_much;
use super::handle::Client;
use super::list_page::{ExtensionPage, Page};
use super::pagination::{Pagination, ReadPage, SeenEntries};
use super::request_builder::{RequestBuilder, ResultFuture};
use crate::error::{Error, Result};

/// The entries of a list, one by one; the next page is requested when it is needed.
///
/// If the list changes meanwhile, it may be read again; only new entries are returned then.
///
/// ```no_run
/// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
/// let mut resources = client.resources();
/// while let Some(resource) = resources.next().await? {
///     println!("{}", resource.uri);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Items<T> {
    client: Client,
    next_page: NextPage<T>,
    key: fn(&T) -> &str,
    pages: Pagination,
    seen: SeenEntries,
    entries: VecDeque<T>,
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.pages.pages())
            .field("has_more", &self.pages.has_more())
            .finish_non_exhaustive()
    }
}

/// Requests the next page; returns the new state, and the page.
type NextPage<T> = fn(Client, Pagination) -> ResultFuture<(Pagination, Option<ReadPage<T>>)>;

impl<T> Items<T> {
    pub(super) fn new<P: Page<Item = T>>(client: &Client) -> Self {
        Self {
            client: client.clone(),
            next_page: |client, mut pages| {
                Box::pin(async move {
                    let page = pages.next::<P>(client.connection(), 0).await?;
                    Ok((pages, page))
                })
            },
            key: <P as Page>::key,
            pages: Pagination::new(RequestOptions::default()),
            seen: SeenEntries::default(),
            entries: VecDeque::new(),
        }
    }

    /// Returns the next entry; `None` at the end of the list.
    ///
    /// # Errors
    ///
    /// When the server returns an error, or the list exceeds the limits.
    pub async fn next(&mut self) -> Result<Option<T>> {
        while self.entries.is_empty() {
            let (pages, page) = (self.next_page)(self.client.clone(), self.pages.clone()).await?;
            self.pages = pages;
            let Some(mut page) = page else { break };
            self.seen.keep_new(&mut page.entries, self.key)?;
            self.entries.extend(page.entries);
        }
        Ok(self.entries.pop_front())
    }
}

impl Client {
    /// Lists what an extension of the server lists, across all pages.
    ///
    /// # Errors
    ///
    /// When the server did not declare the extension, or returns an error.
    pub fn list<P: ExtensionPage>(&self) -> RequestBuilder<Vec<P::Item>> {
        let call = self.has_extension(P::EXTENSION).map(|()| ClientCall::new(<P as Page>::METHOD));
        all_with::<P>(self, call)
    }
}

/// A request for all entries of a list.
pub(super) fn all<P: Page>(client: &Client) -> RequestBuilder<Vec<P::Item>> {
    all_with::<P>(client, Ok(ClientCall::new(P::METHOD)))
}

fn all_with<P: Page>(client: &Client, call: Result<ClientCall>) -> RequestBuilder<Vec<P::Item>> {
    let run = |client: Client, call: ClientCall| -> ResultFuture<Vec<P::Item>> {
        Box::pin(async move {
            let connection = client.connection();
            let limit =
                call.options.max_time.unwrap_or(connection.settings.max_time).min(MAX_TIMEOUT);
            let list = every::<P>(connection, call.options);
            timeout(limit, list).await.unwrap_or_else(|_| {
                let list = P::METHOD;
                Err(Error::timed_out(format!("{list} did not end within {limit:?}")))
            })
        })
    };
    RequestBuilder::new(client, call, run)
}

/// Returns all entries of a list.
async fn every<P: Page>(
    connection: &Arc<Connection>,
    options: RequestOptions,
) -> Result<Vec<P::Item>> {
    let mut pages = Pagination::new(options);
    let mut all = Vec::new();
    let mut seen = SeenEntries::default();
    let mut memory = 0;
    while let Some(mut page) = pages.next::<P>(connection, memory).await? {
        if page.is_first {
            (all, seen, memory) = (Vec::new(), SeenEntries::default(), 0);
        }
        // A list that grows has room for as much again.
        memory += page.memory + 2 * page.entries.len() * size_of::<P::Item>();
        let limit = connection.settings.max_result;
        if memory > limit {
            return Err(too_much(&format!("the result of {}", P::METHOD), limit));
        }
        seen.keep_new(&mut page.entries, P::key)?;
        all.append(&mut page.entries);
    }
    Ok(all)
}
