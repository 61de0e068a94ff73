//! The self-description of a server.

use serde_json::{Map, Value};

use crate::protocol::Offers;

/// The results of a server that the lint reads.
///
/// ```
/// use mcp_runtime_lint::Listing;
/// # let page = serde_json::json!({"tools": []});
/// let listing = Listing::new().page(page);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Listing {
    pub(super) initialize: Option<Value>,
    pub(super) discover: Option<Value>,
    pub(super) pages: Vec<Value>,
    pub(super) again: Vec<Value>,
}

impl Listing {
    /// Creates an empty listing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads what a server offers.
    #[must_use]
    pub fn of(offers: &Offers) -> Self {
        let handshake = offers.handshake.clone();
        let listing = if offers.version.is_modern() {
            Self::new().discover(handshake)
        } else {
            Self::new().initialize(handshake)
        };
        offers.pages.iter().cloned().fold(listing, Self::page)
    }

    /// Adds the result of `initialize`.
    #[must_use]
    pub fn initialize(mut self, result: Value) -> Self {
        self.initialize = Some(result);
        self
    }

    /// Adds the result of `server/discover`.
    #[must_use]
    pub fn discover(mut self, result: Value) -> Self {
        self.discover = Some(result);
        self
    }

    /// Adds one result of `tools/list`, `prompts/list`, `resources/list` or
    /// `resources/templates/list`.
    #[must_use]
    pub fn page(mut self, result: Value) -> Self {
        self.pages.push(result);
        self
    }

    /// Adds one result of `tools/list` from a second run, which has to equal the first.
    #[must_use]
    pub fn again(mut self, result: Value) -> Self {
        self.again.push(result);
        self
    }

    /// The result of `server/discover`, or else of `initialize`.
    #[must_use]
    pub fn handshake(&self) -> Option<&Value> {
        self.discover.as_ref().or(self.initialize.as_ref())
    }

    /// The tools on all pages.
    pub fn tools(&self) -> impl Iterator<Item = &Value> {
        self.list("tools").into_entries()
    }

    /// The prompts on all pages.
    pub fn prompts(&self) -> impl Iterator<Item = &Value> {
        self.list("prompts").into_entries()
    }

    /// The resources on all pages.
    pub fn resources(&self) -> impl Iterator<Item = &Value> {
        self.list("resources").into_entries()
    }

    /// The resource templates on all pages.
    pub fn resource_templates(&self) -> impl Iterator<Item = &Value> {
        self.list("resourceTemplates").into_entries()
    }

    /// Merges the pages of one list.
    pub(super) fn list<'a>(&'a self, field: &str) -> WholeList<'a> {
        merge(&self.pages, field)
    }

    /// Merges the pages of the second `tools/list`.
    pub(super) fn tools_again(&self) -> WholeList<'_> {
        merge(&self.again, "tools")
    }
}

/// One list of a server, all pages together.
pub(super) enum WholeList<'a> {
    Absent,
    /// A page has something other than an array.
    Malformed,
    Entries(Vec<&'a Value>),
}

impl<'a> WholeList<'a> {
    /// The entries, none when the list is absent or malformed.
    pub(super) fn entries(&self) -> &[&'a Value] {
        match self {
            Self::Entries(entries) => entries,
            Self::Absent | Self::Malformed => &[],
        }
    }

    fn into_entries(self) -> impl Iterator<Item = &'a Value> {
        match self {
            Self::Entries(entries) => entries,
            Self::Absent | Self::Malformed => Vec::new(),
        }
        .into_iter()
    }

    /// Whether the list is present and empty.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Entries(entries) if entries.is_empty())
    }

    /// The entries that are objects.
    pub(super) fn objects(&self) -> impl Iterator<Item = &'a Map<String, Value>> {
        self.entries().iter().filter_map(|entry| entry.as_object())
    }
}

fn merge<'a>(pages: &'a [Value], field: &str) -> WholeList<'a> {
    let mut parts = pages.iter().filter_map(|page| page.get(field)).peekable();
    if parts.peek().is_none() {
        return WholeList::Absent;
    }
    let mut entries = Vec::new();
    for part in parts {
        let Some(part) = part.as_array() else {
            return WholeList::Malformed;
        };
        entries.extend(part);
    }
    WholeList::Entries(entries)
}
