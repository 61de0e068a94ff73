//! Connects to a server: detects its era, and negotiates the revision.
//!
//! Source: [2026-07-28, "Versioning"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning), and "Backward Compatibility" of both transports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::call::ClientCall;
use super::connection::Connection;
use super::deadline::after;
use super::encoded_request::EncodedRequest;
use super::era::{Decision, ProbeOutcome, decide, newest_common};
use super::handle::{Client, ResultHandlers};
use super::handlers::ClientHandlers;
use super::identity::Identity;
use super::members::RawMembers;
use super::server_facts::ServerFacts;
use super::settings::Settings;
use super::startup::start;
use super::transport::Inbox;
use crate::error::{Error, Result};
use crate::jsonrpc::{memory_of, truncate_for_display};
use crate::protocol::{
    Connect, DiscoverResult, InitializeParams, InitializeResult, Method, ProtocolVersion,
};

/// How many revisions are tried with a server.
const MAX_PROBES: usize = 3;

/// The memory limit for a server's response to `initialize` or `server/discover`, in bytes.
const MAX_DISCOVERY_BYTES: usize = 1024 * 1024;

/// Opens the transport to a server, and negotiates with it.
pub(super) async fn connect(setup: Setup, server: impl Connect) -> Result<Client> {
    let Setup { identity, handlers, results, mut settings, negotiation } = setup;
    settings.announces_roots = identity.capabilities.roots_list_changed;
    settings.received_tasks.clone_from(&identity.capabilities.tasks);
    let connection = Connection::new(handlers, settings);
    let may_restart = Arc::new(AtomicBool::new(negotiation.asks_first()));
    let link = Inbox::new(&connection).restarting(Arc::clone(&may_restart)).open(server)?;
    connection.attach(link);
    // From here on, every failure ends the connection.
    let client = Client::new(connection, results);
    let connection = client.connection();
    Handshake { connection, identity, negotiation, may_restart }.run().await?;
    start(connection).await?;
    Ok(client)
}

/// The settings of a client.
pub(super) struct Setup {
    pub(super) identity: Identity,
    pub(super) handlers: ClientHandlers,
    pub(super) results: ResultHandlers,
    pub(super) settings: Settings,
    pub(super) negotiation: Negotiation,
}

/// How the revision is negotiated.
pub(super) struct Negotiation {
    pub(super) version: Option<ProtocolVersion>,
    pub(super) discovered: Option<DiscoverResult>,
    pub(super) probe_timeout: Duration,
}

impl Negotiation {
    /// Whether the server is asked for its revisions, and may answer that it speaks only old ones.
    fn asks_first(&self) -> bool {
        self.version.is_none() && self.discovered.is_none()
    }
}

/// A connection that has not negotiated a revision yet.
struct Handshake<'a> {
    connection: &'a Arc<Connection>,
    identity: Identity,
    negotiation: Negotiation,
    /// Whether the server is started again if it ends.
    may_restart: Arc<AtomicBool>,
}

impl Handshake<'_> {
    async fn run(mut self) -> Result<()> {
        if let Some(discovered) = self.negotiation.discovered.take() {
            return match newest_common(&discovered.supported_versions) {
                Some(version) if version.is_modern() => self.modern(version, Some(discovered)),
                _ => Err(no_common_version(&discovered.supported_versions)),
            };
        }
        let mut version = match self.negotiation.version {
            Some(version) if !version.is_modern() => return self.initialize(version).await,
            version => version.unwrap_or(ProtocolVersion::LATEST),
        };
        for _ in 0..MAX_PROBES {
            let (decision, refusal) = self.probe(version).await?;
            match decision {
                Decision::Modern(version, discovered) => {
                    return self.modern(version, discovered.map(|discovered| *discovered));
                }
                Decision::Retry(other) => version = other,
                Decision::NoCommonVersion(offered) => return Err(no_common_version(&offered)),
                Decision::Authorize(status) => {
                    let text = "it requires authorization";
                    return Err(Error::http(status, None, text));
                }
                _ if self.negotiation.version.is_some() => {
                    // These say nothing about revisions.
                    let is_refused = |error: &Error| {
                        matches!(error.http_status(), Some(401 | 403 | 429 | 500..))
                    };
                    return Err(refusal.filter(is_refused).unwrap_or_else(|| {
                        Error::other(format!(
                            "the server does not support protocol version {version}"
                        ))
                    }));
                }
                Decision::Initialize(version) | Decision::InitializeOrHttpSse(version) => {
                    return self.initialize(version).await;
                }
            }
        }
        Err(Error::other(format!(
            "the server rejected protocol version {version} although it lists it as supported"
        )))
    }

    /// Probes the era and the revisions of the server; with the error, if it answers with one.
    async fn probe(&self, version: ProtocolVersion) -> Result<(Decision, Option<Error>)> {
        let mut probe = self.connection.expect(after(self.negotiation.probe_timeout))?;
        let meta = self.identity.meta(version)?;
        let none = RawMembers::default();
        let outbound = EncodedRequest {
            method: Method::Discover.name(),
            version: Some(version),
            headers: &[],
            params: [&none, &none, &meta.member],
            is_sent_once: false,
        };
        let Some(answer) = probe.exchange(&outbound).await else {
            // A legacy server may not tolerate an unexpected cancellation.
            probe.forget();
            return Ok((decide(&ProbeOutcome::Silence, version), None));
        };
        let error = match answer {
            Ok(result) => {
                check_discovery_size(result.text())?;
                return Ok((decide(&ProbeOutcome::Result(result.text()), version), None));
            }
            Err(error) => error,
        };
        if error.is_closed() && !self.connection.has_ended() {
            // The server is started again.
            return Ok((decide(&ProbeOutcome::Silence, version), None));
        }
        if error.is_unauthorized() {
            return Err(error);
        }
        let status = error.http_status();
        let decision = match (error.rpc(), status) {
            (Some(error), _) => decide(&ProbeOutcome::Error { error, status }, version),
            // A failing server does not reveal its era.
            (None, Some(status)) if status < 500 => decide(&ProbeOutcome::Status(status), version),
            _ => return Err(error),
        };
        Ok((decision, Some(error)))
    }

    fn modern(&self, version: ProtocolVersion, discovered: Option<DiscoverResult>) -> Result<()> {
        let meta = self.identity.meta(version)?;
        self.connection.agree(version, ServerFacts::modern(version, meta, discovered));
        Ok(())
    }

    /// Performs the handshake.
    ///
    /// Source: [2025-11-25, "Lifecycle"](https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle).
    async fn initialize(&self, version: ProtocolVersion) -> Result<()> {
        // Whoever does not survive this is no server.
        self.may_restart.store(false, Ordering::Relaxed);
        let Identity { info, capabilities } = self.identity.for_version(version);
        let params = InitializeParams::new(version.as_str(), capabilities, info);
        let call = ClientCall::with(Method::Initialize.name(), &params)?;
        let limit = self.connection.settings.timeout;
        let mut request = self.connection.expect(after(limit))?;
        let none = RawMembers::default();
        let outbound = EncodedRequest {
            method: &call.method,
            version: None,
            headers: &[],
            params: [&call.params, &none, &none],
            is_sent_once: false,
        };
        let Some(answer) = request.exchange(&outbound).await else {
            // 2025-11-25, "Cancellation": `initialize` must not be cancelled.
            request.forget();
            return Err(Error::timed_out(format!("no answer to initialize within {limit:?}")));
        };
        let answer = answer?;
        check_discovery_size(answer.text())?;
        let result: InitializeResult = serde_json::from_str(answer.text()).map_err(|error| {
            Error::other(format!("cannot decode the result of initialize: {error}"))
        })?;
        let answered = result.protocol_version.parse::<ProtocolVersion>().ok();
        let is_forced = self.negotiation.version.is_some();
        let usable = answered
            .filter(|answered| !answered.is_modern() && (!is_forced || *answered == version));
        let version = usable.ok_or_else(|| {
            Error::other(format!(
                "the server offers protocol version {:?}, which this client does not accept",
                truncate_for_display(&result.protocol_version)
            ))
        })?;
        self.connection.agree(version, ServerFacts::legacy(version, result));
        self.connection.notify(Method::Initialized.name(), &serde_json::json!({}));
        Ok(())
    }
}

/// Checks that what a server declares can be kept for as long as it is connected.
fn check_discovery_size(text: &str) -> Result<()> {
    if memory_of(text) <= MAX_DISCOVERY_BYTES {
        Ok(())
    } else {
        Err(Error::other(format!(
            "the capabilities and the instructions of the server take more than {MAX_DISCOVERY_BYTES} bytes of memory"
        )))
    }
}

fn no_common_version(offered: &[String]) -> Error {
    let offered = truncate_for_display(&offered.join(", "));
    Error::other(format!(
        "the server supports none of the protocol versions of this client, only {offered}"
    ))
}
