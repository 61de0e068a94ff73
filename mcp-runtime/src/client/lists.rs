//! Lists, page by page.
//!
//! Source: 2026-07-28, "Pagination".

use std::collections::VecDeque;
use std::fmt;
use std::mem::size_of;
use std::sync::Arc;

use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use super::Client;
use super::answer::Answered;
use super::call::{Call, Options};
use super::connection::Connection;
use super::request::{Request, Running, decode};
use super::subscriptions::Change;
use super::waiting::EVER;
use super::walk::{Seen, Turn, Walk};
use super::weight;
use crate::error::{Error, Result};
use crate::jsonrpc::cut;
use crate::protocol::{
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, Method,
    Prompt, Resource, ResourceTemplate, Tool,
};

/// A page of a list.
pub(super) trait Page: DeserializeOwned + Send + 'static {
    /// What the list consists of.
    type Item: Entry;
    /// The method that asks for the page.
    const METHOD: Method;
    /// The member that holds the entries.
    const MEMBER: &'static str;
    /// What tells that the list has changed.
    const CHANGE: Change;

    /// What an entry is known by.
    fn key(entry: &Self::Item) -> &str {
        entry.key()
    }

    /// The entries of the page, and where the next one starts.
    fn into_parts(self) -> (Vec<Self::Item>, Option<String>);
}

/// An entry of a list.
pub(super) trait Entry: DeserializeOwned + Send + 'static {
    /// What the entry is known by.
    fn key(&self) -> &str;

    /// Whether the client can do with the entry what its server wants.
    fn is_usable(&self, _: &Connection) -> bool {
        true
    }
}

impl Entry for Prompt {
    fn key(&self) -> &str {
        &self.name
    }
}

impl Entry for Resource {
    fn key(&self) -> &str {
        &self.uri
    }
}

impl Entry for ResourceTemplate {
    fn key(&self) -> &str {
        &self.uri_template
    }
}

impl Entry for Tool {
    fn key(&self) -> &str {
        &self.name
    }

    fn is_usable(&self, connection: &Connection) -> bool {
        connection.learn(self)
    }
}

/// Makes a page of a result of the protocol.
macro_rules! pages {
    ($($page:ident, $member:ident = $name:literal: $item:ident, $method:ident, $change:ident;)*) => {$(
        impl Page for $page {
            type Item = $item;
            const METHOD: Method = Method::$method;
            const MEMBER: &'static str = $name;
            const CHANGE: Change = Change::$change;

            fn into_parts(self) -> (Vec<$item>, Option<String>) {
                (self.$member, self.next_cursor)
            }
        }
    )*};
}

pages! {
    ListToolsResult, tools = "tools": Tool, ListTools, Tools;
    ListPromptsResult, prompts = "prompts": Prompt, ListPrompts, Prompts;
    ListResourcesResult, resources = "resources": Resource, ListResources, Resources;
    ListResourceTemplatesResult, resource_templates = "resourceTemplates": ResourceTemplate,
        ListResourceTemplates, Resources;
}

/// The entries of a list one by one; the next page is asked for when it is needed.
///
/// Where the list changes meanwhile, it may be walked over again, and tells what is new in it.
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
    key: fn(&T) -> &str,
    walk: Walk,
    seen: Seen,
    entries: VecDeque<T>,
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("pages", &self.walk.pages())
            .field("has_more", &self.walk.has_more())
            .finish_non_exhaustive()
    }
}

/// Goes on with a walk; where that is then, and the page that came.
type NextPage<T> = fn(Client, Walk) -> Running<(Walk, Option<Turn<T>>)>;

impl<T> Items<T> {
    pub(super) fn new<P: Page<Item = T>>(client: &Client) -> Self {
        Self {
            client: client.clone(),
            next_page: |client, mut walk| {
                Box::pin(async move {
                    let page = walk.next::<P>(client.connection()).await?;
                    Ok((walk, page))
                })
            },
            key: P::key,
            walk: Walk::new(Options::default()),
            seen: Seen::default(),
            entries: VecDeque::new(),
        }
    }

    /// The next entry; none at the end of the list.
    ///
    /// # Errors
    ///
    /// The error that the server answered, or that the list has no end.
    pub async fn next(&mut self) -> Result<Option<T>> {
        while self.entries.is_empty() {
            let (walk, page) = (self.next_page)(self.client.clone(), self.walk.clone()).await?;
            self.walk = walk;
            let Some(mut page) = page else { break };
            self.seen.keep_new(&mut page.entries, self.key)?;
            self.entries.extend(page.entries);
        }
        Ok(self.entries.pop_front())
    }
}

/// A request for all entries of a list.
pub(super) fn all<P: Page>(client: &Client) -> Request<Vec<P::Item>> {
    let run = |client: Client, call: Call| -> Running<Vec<P::Item>> {
        Box::pin(async move {
            let connection = client.connection();
            let limit = call.options.max_time.unwrap_or(connection.settings.max_time).min(EVER);
            let list = every::<P>(connection, call.options);
            timeout(limit, list).await.unwrap_or_else(|_| {
                let list = P::METHOD.name();
                Err(Error::timed_out(format!("no end of {list} within {limit:?}")))
            })
        })
    };
    Request::new(client, Ok(Call::new(P::METHOD.name())), run)
}

/// All entries of a list.
async fn every<P: Page>(connection: &Arc<Connection>, options: Options) -> Result<Vec<P::Item>> {
    let mut walk = Walk::new(options);
    let (mut all, mut seen, mut weight) = (Vec::new(), Seen::default(), 0);
    while let Some(mut page) = walk.next::<P>(connection).await? {
        if page.is_first {
            (all, seen, weight) = (Vec::new(), Seen::default(), 0);
        }
        weight += page.weight + page.entries.len() * size_of::<P::Item>();
        let limit = connection.settings.max_result;
        if weight > limit {
            return Err(weight::too_much(&format!("the list of {}", P::METHOD.name()), limit));
        }
        seen.keep_new(&mut page.entries, P::key)?;
        all.append(&mut page.entries);
    }
    Ok(all)
}

/// Reads a page. An entry that cannot be read costs only itself.
pub(super) fn read<P: Page>(connection: &Connection, call: &Call, result: &Answered) -> Result<P> {
    let error = match decode(connection, call, result) {
        Ok(page) => return Ok(page),
        Err(error) => error,
    };
    let Ok(mut page) = serde_json::from_str::<Value>(result.text()) else {
        return Err(error);
    };
    let mut wrong = Vec::new();
    if let Some(Value::Array(entries)) = page.get_mut(P::MEMBER) {
        entries.retain(|entry| match P::Item::deserialize(entry) {
            Ok(_) => true,
            Err(error) => {
                wrong.push(error);
                false
            }
        });
    }
    if let Some(error) = wrong.first() {
        let (list, error) = (&call.method, cut(&error.to_string()));
        tracing::warn!(%list, entries = wrong.len(), %error, "entries are left out of the list");
    }
    serde_json::from_value(page).map_err(|_| error)
}
