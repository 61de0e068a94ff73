//! Access to a protected server, checked before a request is processed any further.
//!
//! An [`Authorizer`] is implemented elsewhere; this module decides when it runs and what happens with
//! its result.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;

use http::header::WWW_AUTHENTICATE;
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};

use super::Http;
use super::access::{Access, AccessDenied, AuthorizedUntil, BesideEndpoint, add_headers};
use super::documents::Document;
use super::head::{Head, OwnedHead};
use super::principal::Scopes;
use super::refusal::Refusal;
use super::response_body::Body;
use crate::caller::Caller;
use crate::jsonrpc::Incoming;
use crate::negotiation::{Params, TransportRequest as _};
use crate::protocol;
use crate::server::{Server, ToolEntry};
use crate::session::IncomingCall;

/// Decides which requests are served: by tokens, API keys, or whatever a proxy has verified.
///
/// ```no_run
/// use std::collections::HashMap;
///
/// use http::StatusCode;
/// use http::request::Parts;
/// use mcp_runtime::Caller;
/// use mcp_runtime::http::{Access, AccessDenied, Authorizer, Principal};
///
/// /// Who has which API key.
/// struct ApiKeys(HashMap<String, String>);
///
/// impl Authorizer for ApiKeys {
///     async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
///         let key = head.headers.remove("x-api-key");
///         let key = key.as_ref().and_then(|key| key.to_str().ok());
///         let owner = key.and_then(|key| self.0.get(key));
///         let owner = owner.ok_or_else(|| {
///             AccessDenied::new(StatusCode::UNAUTHORIZED, "send your API key in `X-API-Key`")
///         })?;
///         Ok(Access::default().principal(Principal::new(owner.as_str())))
///     }
/// }
///
/// # fn keys() -> ApiKeys { ApiKeys(HashMap::new()) }
/// # async fn run() -> mcp_runtime::Result<()> {
/// let http = mcp_runtime::server!().build()?.into_http().protect(keys())?;
/// http.serve(([0, 0, 0, 0], 8000).into()).await
/// # }
/// ```
///
/// `mcp-runtime-auth` has the one for tokens of OAuth.
pub trait Authorizer: Send + Sync + 'static {
    /// Identifies the sender of a request. What only the authorizer may see is removed from the
    /// head, and the head's extensions may get what handlers read. The caller is the one that the
    /// connection tells.
    ///
    /// # Errors
    ///
    /// The response to a request that may not be served.
    fn authorize(
        &self,
        head: &mut Parts,
        caller: &Caller,
    ) -> impl Future<Output = Result<Access, AccessDenied>> + Send;

    /// The hosts by which clients reach the server, besides this machine; none by default.
    fn hosts(&self) -> Vec<String> {
        Vec::new()
    }

    /// The public documents that say how to get authorized, by their paths; none by default.
    fn documents(&self) -> Vec<(String, Document)> {
        Vec::new()
    }

    /// The scopes that every request needs; none by default.
    fn required_scopes(&self) -> &[String] {
        &[]
    }

    /// The value of `WWW-Authenticate` for a client that lacks scopes: the ones that its request
    /// needs. The head is that of the request, with what [`authorize`](Self::authorize) has left
    /// in its extensions.
    ///
    /// Source: [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3).
    fn insufficient_scope(&self, head: &Parts, scopes: &[&str]) -> HeaderValue {
        let _ = head;
        insufficient_scope_challenge(scopes)
    }
}

/// What is protected by an [`Authorizer`], and can be checked before it is: that itself, or its
/// settings.
pub trait IntoAuthorizer {
    /// What authorizes the requests.
    type Authorizer: Authorizer;

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// When they cannot work.
    fn into_authorizer(self) -> Result<Self::Authorizer, protocol::Error>;

    /// Checks the settings for one server: as [`into_authorizer`](Self::into_authorizer), unless
    /// something depends on what the server shares with its replicas.
    ///
    /// # Errors
    ///
    /// When they cannot work.
    fn into_authorizer_of(self, server: &Server) -> Result<Self::Authorizer, protocol::Error>
    where
        Self: Sized,
    {
        let _ = server;
        self.into_authorizer()
    }
}

impl<A: Authorizer> IntoAuthorizer for A {
    type Authorizer = A;

    fn into_authorizer(self) -> Result<A, protocol::Error> {
        Ok(self)
    }
}

/// The future of an authorization.
type AuthorizationFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Access, AccessDenied>> + Send + 'a>>;

/// [`Authorizer`], as it can be stored.
pub(super) trait DynAuthorizer: Send + Sync {
    fn authorize<'a>(&'a self, head: &'a mut Parts, caller: &'a Caller) -> AuthorizationFuture<'a>;

    fn insufficient_scope(&self, head: &Parts, scopes: &[&str]) -> HeaderValue;

    fn required_scopes(&self) -> &[String];
}

impl<A: Authorizer> DynAuthorizer for A {
    fn authorize<'a>(&'a self, head: &'a mut Parts, caller: &'a Caller) -> AuthorizationFuture<'a> {
        Box::pin(Authorizer::authorize(self, head, caller))
    }

    fn insufficient_scope(&self, head: &Parts, scopes: &[&str]) -> HeaderValue {
        Authorizer::insufficient_scope(self, head, scopes)
    }

    fn required_scopes(&self) -> &[String] {
        Authorizer::required_scopes(self)
    }
}

impl Http {
    /// Serves only requests that are authorized: with `mcp-runtime-auth`, those with a token for
    /// this server; see [`Authorizer`] for others.
    ///
    /// Requests for its [hosts](Authorizer::hosts) and its [documents](Authorizer::documents) are
    /// then served, too.
    ///
    /// # Errors
    ///
    /// When the settings of the authorizer cannot work.
    pub fn protect(self, by: impl IntoAuthorizer) -> Result<Self, protocol::Error> {
        let authorizer = by.into_authorizer_of(&self.server)?;
        let documents = authorizer.documents();
        let http = self.allow_hosts(authorizer.hosts()).authorized_by(authorizer);
        Ok(documents.into_iter().fold(http, |http, (path, document)| http.document(path, document)))
    }

    pub(crate) fn authorized_by(mut self, authorizer: impl Authorizer) -> Self {
        self.authorizer = Some(Arc::new(authorizer));
        // The authorizer edits a head before it is shared.
        self.shares_heads = false;
        self
    }

    /// The scopes of all current handlers: those of whoever may do everything.
    #[must_use]
    pub fn scopes_of_handlers(&self) -> Scopes {
        Scopes::new(self.server.scopes_of_handlers())
    }

    /// Authorizes a request, and records in its head what handlers may know of that; returns the
    /// body, which was not read.
    ///
    /// # Errors
    ///
    /// The refusal of a request that may not be served.
    pub(super) async fn authorize<B>(
        &self,
        authorizer: &dyn DynAuthorizer,
        head: &mut OwnedHead,
        body: B,
    ) -> Result<B, Refusal>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let read = Head::read(head);
        self.check_host_and_origin(&read)?;
        let caller = self.caller(&read);
        let parts = head.parts_mut();
        if self.options.http_sse.as_deref() == Some(parts.uri.path()) {
            parts.extensions.insert(BesideEndpoint);
        }
        let access = authorizer.authorize(parts, &caller).await?;
        let required = authorizer.required_scopes();
        let scopes = access.granted();
        let is_granted = required.is_empty()
            || scopes
                .is_some_and(|scopes| scopes.contains_all(required.iter().map(String::as_str)));
        access.record(parts);
        head.share();
        if is_granted {
            return Ok(body);
        }
        // The response lists all missing scopes at once, which requires knowing what the request is
        // for.
        let head = Head::read(head);
        let read = match head.parts.method {
            Method::POST => self.read(&head, body).await.ok(),
            _ => None,
        };
        let text = read.as_ref().and_then(|(body, _)| std::str::from_utf8(body).ok());
        let scopes = text.map_or(&[][..], |text| self.scopes_of(text));
        let mut refusal = self.lacking(head.parts, scopes);
        add_headers(head.parts, &mut refusal.headers);
        Err(refusal)
    }

    /// Refuses an HTTP+SSE message whose own request lacks scopes, regardless of the request that
    /// opened its stream.
    pub(super) fn check_scopes_of_text(
        &self,
        head: &Head<'_>,
        message: &[u8],
    ) -> Result<(), Refusal> {
        let scopes = std::str::from_utf8(message).map_or(&[][..], |text| self.scopes_of(text));
        if head.parts.has_scopes(scopes) { Ok(()) } else { Err(self.lacking(head.parts, scopes)) }
    }

    /// Refuses a call that lacks scopes that its handler needs.
    #[inline]
    pub(super) fn check_scopes(
        &self,
        head: &Head<'_>,
        call: &IncomingCall<'_>,
        tool: Option<&ToolEntry>,
    ) -> Result<(), Refusal> {
        // Where handlers need scopes, heads are shared.
        if !head.is_shared() {
            return Ok(());
        }
        let scopes = self.server.needed_scopes(call.method, call.params, tool);
        if head.parts.has_scopes(scopes) {
            return Ok(());
        }
        let mut refusal = self.lacking(head.parts, scopes).of(Some(call.context.id.clone()));
        let has_scopes = head.parts.extensions.get::<Scopes>().is_some();
        if !has_scopes && self.authorizer.is_none() {
            refusal.headers.clear();
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
    fn lacking(&self, head: &Parts, scopes: &[&str]) -> Refusal {
        let (needed, challenge) = match &self.authorizer {
            Some(authorizer) => {
                let needed: Vec<&str> = authorizer
                    .required_scopes()
                    .iter()
                    .map(String::as_str)
                    .chain(scopes.iter().copied())
                    .collect();
                let challenge = authorizer.insufficient_scope(head, &needed);
                (needed, challenge)
            }
            None => (scopes.to_vec(), insufficient_scope_challenge(scopes)),
        };
        let message = format!("the request needs the scopes: {}", needed.join(" "));
        Refusal::new(StatusCode::FORBIDDEN, message).header(WWW_AUTHENTICATE, challenge)
    }

    /// The scopes that the call in a body needs.
    fn scopes_of(&self, body: &str) -> &'static [&'static str] {
        let mut params = Params::default();
        let mut result: Option<&str> = None;
        let Ok(message) = &Incoming::read(body, &mut params, &mut result) else { return &[] };
        let purpose = self.server.session_config().purpose(message);
        match (message, purpose.method) {
            (Incoming::Request { params, .. }, Some(method)) => {
                self.server.needed_scopes(method, params, None)
            }
            _ => &[],
        }
    }
}

/// Completes the response to an authorized request. One that is long-lived ends when the
/// authorization expires: the client comes back with a new token. Calls were authorized when they
/// started, and continue.
pub(super) fn complete(head: &Head<'_>, response: &mut Result<Response<Body>, Refusal>) {
    let response = match response {
        Ok(response) => response,
        Err(refusal) => return add_headers(head.parts, &mut refusal.headers),
    };
    add_headers(head.parts, response.headers_mut());
    let listens = protocol::Method::SubscriptionsListen.name();
    let continues = head.parts.method == Method::GET
        || head.headers.method.is_some_and(|method| method == listens);
    let until = head.parts.extensions.get::<AuthorizedUntil>().filter(|_| continues);
    if let Some(AuthorizedUntil(end)) = until {
        response.body_mut().end_at(*end);
    }
}

/// The challenge of a server without metadata. The scopes come from the server; a handler's that no
/// header can carry is left out.
pub(super) fn insufficient_scope_challenge(scopes: &[&str]) -> HeaderValue {
    let scopes = scopes.join(" ");
    let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scopes}\"");
    HeaderValue::try_from(challenge)
        .unwrap_or_else(|_| HeaderValue::from_static("Bearer error=\"insufficient_scope\""))
}
