//! Gets what the lint reads from a server, without any transport.

use serde_json::Value;

use super::{Lint, Listing, Report};
use crate::lock::ask;
use crate::negotiation::ClientFacts;
use crate::protocol::{Method, ProtocolVersion};
use crate::server::Server;

impl Lint {
    /// Checks the self-description of a server, in the newest revision of each era that it serves.
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
    /// Returns the self-description of a server in a revision.
    #[must_use]
    pub fn of(server: &Server, version: ProtocolVersion) -> Self {
        let client = ClientFacts::default();
        let ask = |method, cursor: Option<&str>| ask(server, version, &client, method, cursor);
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
