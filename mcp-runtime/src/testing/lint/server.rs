//! Asks a server, without any transport, what the lint reads.

use serde_json::Value;

use super::{Lint, Listing, Report};
use crate::negotiation::{BackChannel, ClientFacts, Params, RequestContext};
use crate::protocol::{Method, ProtocolVersion};
use crate::server::step::Step;
use crate::server::{Context, Reply, Server};

impl Lint {
    /// Checks what a server says of itself: in the newest revision of each era that it serves.
    #[must_use]
    pub fn check_server(&self, server: &Server) -> Report {
        let newest = |is_modern| {
            let mut served = server.versions().iter().rev().copied();
            served.find(|version| version.is_modern() == is_modern)
        };
        let eras = [true, false].into_iter().filter_map(newest);
        eras.map(|version| {
            let listing = Listing::of(server, version);
            self.clone().revision(version).check(&listing)
        })
        .fold(Report::default(), Report::and)
    }
}

impl Listing {
    /// Holds what a server says of itself in a revision.
    #[must_use]
    pub fn of(server: &Server, version: ProtocolVersion) -> Self {
        let ask = |method, cursor: Option<&str>| ask(server, version, method, cursor);
        let listing = if version.is_modern() {
            Self::new().discover(ask(Method::Discover, None))
        } else {
            Self::new().initialize(ask(Method::Initialize, None))
        };
        let lists = [
            Method::ListTools,
            Method::ListPrompts,
            Method::ListResources,
            Method::ListResourceTemplates,
        ];
        lists.into_iter().fold(listing, |mut listing, method| {
            let mut cursor = None;
            loop {
                let page = ask(method, cursor.take().as_deref());
                cursor = page.get("nextCursor").map(Value::to_string);
                listing = listing.page(page);
                if cursor.is_none() {
                    return listing;
                }
            }
        })
    }
}

/// The result of a request that is answered at once, as it would be sent.
fn ask(server: &Server, version: ProtocolVersion, method: Method, cursor: Option<&str>) -> Value {
    let client = ClientFacts::default();
    let request = RequestContext::unsent(1, version, client, BackChannel::none());
    let mut params = Params::default();
    params.cursor = cursor;
    let mut context = Context::new(server.clone(), request);
    match server.handle(&mut context, method, &params) {
        Step::Ready(Ok(Reply::Encoded(json))) => {
            serde_json::from_str(json.get()).unwrap_or_default()
        }
        _ => Value::Null,
    }
}
