//! What a server offers: its own answers to the requests that list it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::catalog::Entry;
use super::required_capabilities::names;
use super::response::Step;
use super::{Context, Reply, Server};
use crate::negotiation::{BackChannel, ClientFacts, Params, RequestContext};
use crate::protocol::apps::Apps;
use crate::protocol::{
    ClientCapabilities, ClientCapability, ExtensionId, Method, Offers, ProtocolVersion,
    ToolRequirements,
};

impl Server {
    /// Returns what it offers, in the newest revision that it serves, to an anonymous client with all
    /// capabilities, from which nothing is hidden. No handler runs.
    ///
    /// ```
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let server = server!().tool::<add>().build()?;
    /// let offers = server.offers();
    /// assert_eq!(offers.tools()[0].name, "add");
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn offers(&self) -> Offers {
        let version = self.versions().last().copied().unwrap_or(ProtocolVersion::LATEST);
        self.offers_to(version, &able(self.extensions_of_tools()))
    }

    /// Returns what it offers in a revision to an anonymous client with these capabilities. No handler
    /// runs.
    #[must_use]
    #[inline]
    pub fn offers_to(&self, version: ProtocolVersion, client: &ClientCapabilities) -> Offers {
        const LISTS: [Method; 4] = [
            Method::ListTools,
            Method::ListPrompts,
            Method::ListResources,
            Method::ListResourceTemplates,
        ];
        let client = ClientFacts { capabilities: client.clone(), ..ClientFacts::default() };
        let ask = |method, cursor: Option<&str>| self.ask(version, &client, method, cursor);
        let mut offers = Offers::new(self.info().clone(), version);
        offers.instructions = self.instructions().map(str::to_owned);
        offers.versions = self.versions().to_vec();
        offers.handshake = ask(handshake(version), None);
        offers.requirements = self.requirements();
        for method in LISTS {
            let mut cursor = None::<String>;
            loop {
                let page = ask(method, cursor.as_deref());
                cursor = page.get("nextCursor").map(Value::to_string);
                offers.pages.push(page);
                if cursor.is_none() {
                    break;
                }
            }
        }
        offers
    }

    /// Returns the revisions that it serves, the oldest first.
    #[must_use]
    pub fn versions(&self) -> &[ProtocolVersion] {
        &self.0.session_config.versions
    }

    /// What each tool requires, by its name.
    #[inline]
    fn requirements(&self) -> BTreeMap<String, ToolRequirements> {
        let current = self.current();
        let requirements = current.catalog.tools.iter().map(|tool| {
            let needed: ClientCapabilities = tool.handler.needs.iter().copied().collect();
            let mut required = ToolRequirements::default();
            if !tool.handler.needs.is_empty() {
                required.needs = names(&needed);
            }
            required.confirms = tool.handler.target.call.confirm.is_some();
            (tool.key().to_owned(), required)
        });
        requirements.collect()
    }

    /// The extensions without which a client does not see some tool.
    #[inline]
    fn extensions_of_tools(&self) -> Vec<ExtensionId> {
        let current = self.current();
        current.catalog.tools.iter().filter_map(|tool| tool.handler.target.call.only).collect()
    }

    /// The result of a request that is answered immediately, as it would be sent; the cursor is in
    /// JSON.
    #[inline]
    fn ask(
        &self,
        version: ProtocolVersion,
        client: &ClientFacts,
        method: Method,
        cursor: Option<&str>,
    ) -> Value {
        let request = RequestContext::unsent(1, version, client.clone(), BackChannel::none());
        let mut params = Params::default();
        params.cursor = cursor;
        let context = Context::new(self.clone(), request);
        let step = match method {
            // Templates do not list theirs: that would run functions of the program.
            Method::ListResources => Step::Ready(self.list_resources(&context, params.cursor)),
            _ => self.handle(context, method, &params, None, None),
        };
        match step {
            Step::Ready(Ok(Reply::Encoded(json))) => {
                serde_json::from_str(json.get()).unwrap_or_default()
            }
            _ => Value::Null,
        }
    }
}

/// The request that a client of a revision begins with.
const fn handshake(version: ProtocolVersion) -> Method {
    if version.is_modern() { Method::Discover } else { Method::Initialize }
}

/// A client with all capabilities, from which a server hides nothing.
#[inline]
fn able(extensions: Vec<ExtensionId>) -> ClientCapabilities {
    let able = [
        ClientCapability::ElicitationForm,
        ClientCapability::ElicitationUrl,
        ClientCapability::Sampling,
        ClientCapability::SamplingTools,
        ClientCapability::SamplingContext,
        ClientCapability::Roots,
    ];
    let mut capabilities: ClientCapabilities = able.into_iter().collect();
    let pages = Apps::of_host();
    capabilities.declare(pages.id, pages.settings.unwrap_or_default());
    for id in extensions.into_iter().chain([ExtensionId::TASKS]) {
        capabilities.declare(id, Map::new());
    }
    capabilities
}
