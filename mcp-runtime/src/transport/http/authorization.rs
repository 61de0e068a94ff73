//! Access to a protected server, checked before a request is processed any further.
//!
//! The authorizer itself is implemented elsewhere; this module decides when it runs and what
//! happens with its result.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::header::WWW_AUTHENTICATE;
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use tokio::time::Instant;

use super::Http;
use super::head::{Head, OwnedHead};
use super::principal::Scopes;
use super::refusal::Refusal;
use super::responses::Body;
use crate::caller::Caller;
use crate::jsonrpc::Incoming;
use crate::negotiation::{ClientMessage, Params, TransportRequest as _};
use crate::protocol;

/// The future of an authorization.
pub(crate) type Authorizing<'a> =
    Pin<Box<dyn Future<Output = Result<Granted, Refusal>> + Send + 'a>>;

/// Decides which requests are served.
pub(crate) trait Authorizer: Send + Sync {
    /// Returns the public document that says how to get authorized.
    fn document(&self, head: &Parts) -> Option<Response<Body>>;

    /// Identifies the sender of a request, records it in the extensions, and removes what only the
    /// authorizer may see. The caller is the one that the connection tells.
    fn authorize<'a>(&'a self, head: &'a mut Parts, caller: &'a Caller) -> Authorizing<'a>;

    /// Returns the challenge for a client that lacks scopes: the ones that its request needs.
    fn lacking(&self, scopes: &[&str]) -> HeaderValue;

    /// The scopes that every request needs.
    fn needed(&self) -> &[String];
}

/// What a request may do.
#[allow(dead_code, reason = "only `auth` decides it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Granted {
    /// What its scopes allow.
    All,
    /// Nothing: it lacks scopes that every request needs.
    Nothing,
}

/// When the authorization of a request expires.
#[derive(Clone, Copy)]
struct AuthorizedUntil(Instant);

/// Records in the extensions of a request how long it is authorized.
#[allow(dead_code, reason = "only `auth` says it")]
pub(crate) fn authorize_for(head: &mut Parts, time: Duration) {
    if let Some(end) = Instant::now().checked_add(time) {
        head.extensions.insert(AuthorizedUntil(end));
    }
}

impl Http {
    /// Uses this authorizer for requests.
    #[allow(dead_code, reason = "only `auth` has one")]
    pub(crate) fn authorized_by(mut self, authorizer: Arc<dyn Authorizer>) -> Self {
        self.authorizer = Some(authorizer);
        // The authorizer edits a head before it is shared.
        self.shares_heads = false;
        self
    }

    /// The scopes of all current handlers.
    #[allow(dead_code, reason = "only `page` gives them all")]
    pub(crate) fn scopes_of_handlers(&self) -> Scopes {
        Scopes::new(self.server.scopes_of_handlers())
    }

    /// Returns the head of a request that may be served.
    ///
    /// # Errors
    ///
    /// The response to a request that may not be served.
    pub(super) async fn authorize<B>(
        &self,
        authorizer: &dyn Authorizer,
        head: OwnedHead,
        body: B,
    ) -> Result<(OwnedHead, B), Response<Body>>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        if let Some(document) = authorizer.document(head.parts()) {
            return Err(document);
        }
        let read = Head::read(&head);
        self.check_host_and_origin(&read).map_err(|refusal| self.refused(refusal))?;
        let caller = self.caller(&read);
        let mut parts = head.into_parts();
        let granted = authorizer.authorize(&mut parts, &caller).await;
        let granted = granted.map_err(|refusal| self.refused(refusal))?;
        let head = OwnedHead::Shared(Arc::new(parts));
        if granted == Granted::All {
            return Ok((head, body));
        }
        // The response lists all missing scopes at once, which requires knowing what the request is
        // for.
        let head = Head::read(&head);
        let read = match head.parts.method {
            Method::POST => self.read(&head, body).await.ok(),
            _ => None,
        };
        let text = read.as_ref().and_then(|(body, _)| std::str::from_utf8(body).ok());
        let scopes = text.map_or(&[][..], |text| self.scopes_of(text));
        Err(self.refused(self.lacking(scopes)))
    }

    /// Ends a long-lived response when its authorization expires: the client comes back with a new
    /// token. Calls were authorized when they started, and continue.
    pub(super) fn end_with_token(&self, head: &OwnedHead, response: &mut Response<Body>) {
        let head = Head::read(head);
        let listens = protocol::Method::SubscriptionsListen.name();
        let continues = head.parts.method == Method::GET
            || head.headers.method.is_some_and(|method| method == listens);
        let until = head.parts.extensions.get::<AuthorizedUntil>().filter(|_| continues);
        if let Some(AuthorizedUntil(end)) = until {
            response.body_mut().end_at(*end);
        }
    }

    /// Refuses an HTTP+SSE message whose own request lacks scopes, regardless of the request that
    /// opened its stream.
    pub(super) fn check_scopes_of_text(
        &self,
        head: &Head<'_>,
        message: &[u8],
    ) -> Result<(), Refusal> {
        let scopes = std::str::from_utf8(message).map_or(&[][..], |text| self.scopes_of(text));
        if head.parts.has_scopes(scopes) { Ok(()) } else { Err(self.lacking(scopes)) }
    }

    /// Refuses a call that lacks scopes that its handler needs.
    #[inline]
    pub(super) fn check_scopes(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
    ) -> Result<(), Refusal> {
        // Where handlers need scopes, heads are shared.
        if !head.is_shared() {
            return Ok(());
        }
        let Incoming::Request { id, method, params } = message else { return Ok(()) };
        let method = self.server.session_config().method(method);
        let scopes = method.map_or(&[][..], |method| self.server.needed_scopes(method, params));
        if head.parts.has_scopes(scopes) {
            return Ok(());
        }
        let mut refusal = self.lacking(scopes).of(Some(id.clone()));
        let has_scopes = head.parts.extensions.get::<Scopes>().is_some();
        if !has_scopes && self.authorizer.is_none() {
            refusal.header = None;
            refusal.error.message = format!(
                "{}; the request has no scopes: protect the server with `Http::protect`, or \
                 let middleware put `Scopes` into the extensions of the request",
                refusal.error.message
            )
            .into();
        }
        Err(refusal)
    }

    /// Returns `403` with all scopes that a request needs.
    fn lacking(&self, scopes: &[&str]) -> Refusal {
        let (needed, challenge) = match &self.authorizer {
            Some(authorizer) => {
                let needed = authorizer.needed().iter().map(String::as_str);
                let needed: Vec<&str> = needed.chain(scopes.iter().copied()).collect();
                let challenge = authorizer.lacking(&needed);
                (needed, Some(challenge))
            }
            None => (scopes.to_vec(), plain(scopes)),
        };
        let message = format!("the request needs the scopes: {}", needed.join(" "));
        let mut refusal = Refusal::new(StatusCode::FORBIDDEN, message);
        refusal.header = challenge.map(|challenge| (WWW_AUTHENTICATE, challenge));
        refusal
    }

    /// The scopes that the call in a body needs.
    fn scopes_of(&self, body: &str) -> &'static [&'static str] {
        let (mut params, mut result): (Params<'_>, Option<&str>) = (Params::default(), None);
        let Ok(Incoming::Request { method, params, .. }) =
            Incoming::read(body, &mut params, &mut result)
        else {
            return &[];
        };
        let method = self.server.session_config().method(&method);
        method.map_or(&[], |method| self.server.needed_scopes(method, params))
    }
}

/// The challenge of a server whose own middleware authorizes its requests.
fn plain(scopes: &[&str]) -> Option<HeaderValue> {
    let scopes = scopes.join(" ");
    HeaderValue::try_from(format!("Bearer error=\"insufficient_scope\", scope=\"{scopes}\"")).ok()
}
