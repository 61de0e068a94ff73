//! A page of a list, and the entries of lists.
//!
//! Source: [2026-07-28, "Pagination"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination).

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::call::ClientCall;
use super::change::Change;
use super::connection::Connection;
use super::decode::decode;
use super::known_tools::Needs;
use super::result::RawResult;
use crate::error::Result;
use crate::jsonrpc::{one_line, short_line};
use crate::protocol::{
    ExtensionId, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, Method, Prompt, Resource, ResourceTemplate, Tool,
};

/// A page of a list.
pub(super) trait Page: DeserializeOwned + Send + 'static {
    /// The type of the entries.
    type Item: DeserializeOwned + Send + 'static;
    /// The method that requests the page.
    const METHOD: &'static str;
    /// The member that holds the entries.
    const MEMBER: &'static str;
    /// The change that is notified when the list changes.
    const CHANGE: Option<Change>;

    /// The key that identifies an entry.
    fn key(entry: &Self::Item) -> &str;

    /// Whether the client supports what an entry requires.
    fn is_usable(entry: &Self::Item, connection: &Connection) -> bool;

    /// The entries of the page, and the cursor of the next one.
    fn into_parts(self) -> (Vec<Self::Item>, Option<String>);
}

/// A page of a list that an extension defines. See [`Client::list`](crate::Client::list).
///
/// ```
/// use mcp_runtime_client::protocol::ExtensionId;
/// use mcp_runtime_client::{Client, ExtensionPage, Result};
///
/// #[derive(serde::Deserialize)]
/// struct Note {
///     id: String,
/// }
///
/// #[derive(serde::Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// struct ListNotesResult {
///     notes: Vec<Note>,
///     next_cursor: Option<String>,
/// }
///
/// impl ExtensionPage for ListNotesResult {
///     type Item = Note;
///     const EXTENSION: ExtensionId = ExtensionId::new("com.example/notes");
///     const METHOD: &'static str = "com.example/notes/list";
///     const MEMBER: &'static str = "notes";
///
///     fn key(note: &Note) -> &str {
///         &note.id
///     }
///
///     fn into_parts(self) -> (Vec<Note>, Option<String>) {
///         (self.notes, self.next_cursor)
///     }
/// }
///
/// async fn count(client: &Client) -> Result<usize> {
///     Ok(client.list::<ListNotesResult>().await?.len())
/// }
/// ```
pub trait ExtensionPage: DeserializeOwned + Send + 'static {
    /// The type of the entries.
    type Item: DeserializeOwned + Send + 'static;

    /// The extension.
    const EXTENSION: ExtensionId;

    /// The method that requests a page; its parameters are those of the lists of the core.
    const METHOD: &'static str;

    /// The member that holds the entries. Those that cannot be read are skipped.
    const MEMBER: &'static str;

    /// The change after which the list is another one, so that it is read again if that happens
    /// between two pages.
    const CHANGE: Option<Change> = None;

    /// Returns the key that identifies an entry.
    fn key(entry: &Self::Item) -> &str;

    /// Returns the entries of the page, and the cursor of the next one.
    fn into_parts(self) -> (Vec<Self::Item>, Option<String>);
}

impl<P: ExtensionPage> Page for P {
    type Item = P::Item;
    const METHOD: &'static str = <P as ExtensionPage>::METHOD;
    const MEMBER: &'static str = <P as ExtensionPage>::MEMBER;
    const CHANGE: Option<Change> = <P as ExtensionPage>::CHANGE;

    fn key(entry: &P::Item) -> &str {
        <P as ExtensionPage>::key(entry)
    }

    fn is_usable(_: &P::Item, _: &Connection) -> bool {
        true
    }

    fn into_parts(self) -> (Vec<P::Item>, Option<String>) {
        ExtensionPage::into_parts(self)
    }
}

/// An entry of a list of the core.
trait ListItem {
    /// The key that identifies the entry.
    fn key(&self) -> &str;

    /// Whether the client supports what the entry requires.
    fn is_usable(&self, _: &Connection) -> bool {
        true
    }
}

impl ListItem for Prompt {
    fn key(&self) -> &str {
        &self.name
    }
}

impl ListItem for Resource {
    fn key(&self) -> &str {
        &self.uri
    }
}

impl ListItem for ResourceTemplate {
    fn key(&self) -> &str {
        &self.uri_template
    }
}

impl ListItem for Tool {
    fn key(&self) -> &str {
        &self.name
    }

    fn is_usable(&self, connection: &Connection) -> bool {
        let needs = Needs {
            headers: connection.has_headers(),
            schemas: connection.settings.validates_results,
            tasks: connection.has_core_tasks(),
        };
        let approval = connection.settings.approval.as_deref();
        let is_approved =
            approval.is_none_or(|approval| connection.approved_tools.note(approval, self));
        if !is_approved {
            let tool = short_line(&self.name);
            tracing::warn!(
                %tool,
                "left a tool out of the list: its definition is not the approved one"
            );
        }
        is_approved && connection.known_tools.learn(self, needs)
    }
}

/// Implements [`Page`] for results of the protocol.
macro_rules! pages {
    ($($page:ident, $member:ident = $name:literal: $item:ident, $method:ident, $change:ident;)*) => {$(
        impl Page for $page {
            type Item = $item;
            const METHOD: &'static str = Method::$method.name();
            const MEMBER: &'static str = $name;
            const CHANGE: Option<Change> = Some(Change::$change);

            fn key(entry: &$item) -> &str {
                entry.key()
            }

            fn is_usable(entry: &$item, connection: &Connection) -> bool {
                entry.is_usable(connection)
            }

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

/// Reads a page: its entries, and the cursor of the next one. Entries that cannot be read are
/// skipped.
pub(super) fn read<P: Page>(
    connection: &Connection,
    call: &ClientCall,
    result: &RawResult,
) -> Result<(Vec<P::Item>, Option<String>)> {
    match decode::<P>(connection, call, result) {
        Ok(page) => Ok(page.into_parts()),
        Err(error) => read_entries::<P>(call, result.text()).ok_or(error),
    }
}

/// Reads the entries of a page one by one, without a copy of the whole; `None` if none is wrong.
fn read_entries<P: Page>(call: &ClientCall, text: &str) -> Option<(Vec<P::Item>, Option<String>)> {
    let mut members: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let all: Vec<&RawValue> = serde_json::from_str(members.remove(P::MEMBER)?.get()).ok()?;
    let json = members.remove("nextCursor").map_or("null", RawValue::get);
    let cursor = serde_json::from_str(json).ok()?;
    let mut entries = Vec::new();
    let mut wrong = 0;
    let mut first = None;
    for entry in all {
        match serde_json::from_str(entry.get()) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                wrong += 1;
                first.get_or_insert(error);
            }
        }
    }
    let list = &call.method;
    let error = one_line(&first?);
    tracing::warn!(%list, entries = wrong, %error, "left entries out of the list");
    Some((entries, cursor))
}
