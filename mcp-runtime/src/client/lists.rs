//! Lists, page by page.
//!
//! Source: 2026-07-28, "Pagination".

use std::collections::VecDeque;
use std::sync::Arc;

use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Client;
use super::answer::Answered;
use super::call::{Call, Options};
use super::connection::Connection;
use super::request::{Request, Running, decode};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::{
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, Method,
    PaginatedParams, Prompt, Resource, ResourceTemplate, Tool,
};

/// More pages than this are no list, but a cursor that never ends.
const MOST_PAGES: usize = 1000;

/// A page of a list.
pub(super) trait Page: DeserializeOwned + Send + 'static {
    /// What the list consists of.
    type Item: Entry;
    /// The method that asks for the page.
    const METHOD: Method;
    /// The member that holds the entries.
    const MEMBER: &'static str;

    /// The entries of the page, and where the next one starts.
    fn into_parts(self) -> (Vec<Self::Item>, Option<String>);
}

/// An entry of a list.
pub(super) trait Entry: DeserializeOwned + Send + 'static {
    /// Whether the client can do with the entry what its server wants.
    fn is_usable(&self, _: &Connection) -> bool {
        true
    }
}

impl Entry for Prompt {}
impl Entry for Resource {}
impl Entry for ResourceTemplate {}

impl Entry for Tool {
    fn is_usable(&self, connection: &Connection) -> bool {
        connection.learn(self)
    }
}

/// Makes a page of a result of the protocol.
macro_rules! pages {
    ($($page:ident, $member:ident = $name:literal: $item:ident, $method:ident;)*) => {$(
        impl Page for $page {
            type Item = $item;
            const METHOD: Method = Method::$method;
            const MEMBER: &'static str = $name;

            fn into_parts(self) -> (Vec<$item>, Option<String>) {
                (self.$member, self.next_cursor)
            }
        }
    )*};
}

pages! {
    ListToolsResult, tools = "tools": Tool, ListTools;
    ListPromptsResult, prompts = "prompts": Prompt, ListPrompts;
    ListResourcesResult, resources = "resources": Resource, ListResources;
    ListResourceTemplatesResult, resource_templates = "resourceTemplates": ResourceTemplate,
        ListResourceTemplates;
}

/// The entries of a list one by one; the next page is asked for when it is needed.
///
/// ```no_run
/// # async fn run(client: mcp_runtime::client::Client) -> mcp_runtime::Result<()> {
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
    entries: VecDeque<T>,
    cursor: Option<String>,
    has_more: bool,
    pages: usize,
}

short_debug!(Items<T> { pages, has_more });

/// Asks for the page at a cursor; the answer has the cursor of the next one.
type NextPage<T> = fn(Client, Option<String>) -> Running<(Vec<T>, Option<String>)>;

impl<T> Items<T> {
    pub(super) fn new<P: Page<Item = T>>(client: &Client) -> Self {
        Self {
            client: client.clone(),
            next_page: |client, cursor| {
                Box::pin(async move {
                    page::<P>(client.connection(), &at::<P>(cursor, Options::default())?).await
                })
            },
            entries: VecDeque::new(),
            cursor: None,
            has_more: true,
            pages: 0,
        }
    }

    /// The next entry; none at the end of the list.
    ///
    /// # Errors
    ///
    /// The error that the server answered, or that the list has no end.
    pub async fn next(&mut self) -> Result<Option<T>> {
        while self.entries.is_empty() && self.has_more {
            let (entries, cursor) =
                (self.next_page)(self.client.clone(), self.cursor.take()).await?;
            self.pages += 1;
            check_page(self.pages)?;
            self.entries.extend(entries);
            self.has_more = cursor.is_some();
            self.cursor = cursor;
        }
        Ok(self.entries.pop_front())
    }
}

/// A request for all entries of a list.
pub(super) fn all<P: Page>(client: &Client) -> Request<Vec<P::Item>> {
    let run = |client: Client, call: Call| -> Running<Vec<P::Item>> {
        Box::pin(async move { every::<P>(client.connection(), call).await })
    };
    Request::new(client, Ok(Call::new(P::METHOD.name())), run)
}

/// All entries of a list.
pub(super) async fn every<P: Page>(
    connection: &Arc<Connection>,
    mut call: Call,
) -> Result<Vec<P::Item>> {
    let mut all = Vec::new();
    for pages in 1.. {
        let (mut entries, cursor) = page::<P>(connection, &call).await?;
        all.append(&mut entries);
        let Some(cursor) = cursor else { break };
        check_page(pages)?;
        call = at::<P>(Some(cursor), call.options)?;
    }
    Ok(all)
}

/// The request for the page at a cursor.
fn at<P: Page>(cursor: Option<String>, options: Options) -> Result<Call> {
    let params = PaginatedParams { cursor, meta: None };
    Ok(Call { options, ..Call::with(P::METHOD.name(), &params)? })
}

async fn page<P: Page>(
    connection: &Arc<Connection>,
    call: &Call,
) -> Result<(Vec<P::Item>, Option<String>)> {
    let result = connection.fetch(call).await?;
    let (mut entries, cursor) = read::<P>(call, &result)?.into_parts();
    entries.retain(|entry| entry.is_usable(connection));
    Ok((entries, cursor))
}

/// Reads a page. An entry that cannot be read costs only itself.
fn read<P: Page>(call: &Call, result: &Answered) -> Result<P> {
    let error = match decode(call, result) {
        Ok(page) => return Ok(page),
        Err(error) => error,
    };
    let Ok(mut page) = serde_json::from_str::<Value>(result.text()) else {
        return Err(error);
    };
    if let Some(Value::Array(entries)) = page.get_mut(P::MEMBER) {
        entries.retain(|entry| match P::Item::deserialize(entry) {
            Ok(_) => true,
            Err(error) => {
                tracing::warn!(list = %call.method, %error, "an entry is left out of the list");
                false
            }
        });
    }
    serde_json::from_value(page).map_err(|_| error)
}

fn check_page(pages: usize) -> Result<()> {
    if pages < MOST_PAGES {
        return Ok(());
    }
    Err(Error::other(format!("the list of the server has more than {MOST_PAGES} pages")))
}
