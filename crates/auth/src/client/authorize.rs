//! Authorizes requests, with existing tokens or new ones.

use std::sync::Arc;

use mcp_runtime_client::{Authorize, AuthorizeFuture, HttpRefusal, OutgoingRequest};
use mcp_runtime_protocol::{Error, Result};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName};

use super::discovery::{Discovery, discover};
use super::dpop::{ALGORITHM, DpopKey};
use super::grant::Grant;
use super::login::Login;
use super::oauth::{IssuerChoice, OAuth};
use super::record::LoginRecord;
use super::refresh::Refresh;
use super::session::{CurrentLogin, to_the_end};
use crate::Challenge;
use crate::http::secret_value;

impl Authorize for OAuth {
    fn headers<'a>(&'a self, request: OutgoingRequest<'a>) -> AuthorizeFuture<'a, HeaderMap> {
        Box::pin(async move {
            match self.usable(request.server).await? {
                Some(login) => self.sign(&login, request),
                None => Ok(HeaderMap::new()),
            }
        })
    }

    fn refused<'a>(
        &'a self,
        request: OutgoingRequest<'a>,
        sent: &'a HeaderMap,
        refusal: HttpRefusal,
    ) -> AuthorizeFuture<'a, bool> {
        Box::pin(self.recover(request, sent, refusal))
    }
}

impl OAuth {
    /// The current login, if it has not expired or can be refreshed.
    async fn usable(&self, server: &str) -> Result<Option<Arc<CurrentLogin>>> {
        let Some(login) = self.session.current(server).await? else { return Ok(None) };
        if !login.record.has_expired() {
            return Ok(Some(login));
        }
        let _busy = self.busy.lock().await;
        self.refreshed(server, login).await
    }

    /// A login that is newer than this one; `None` if a person has to log in.
    async fn refreshed(
        &self,
        server: &str,
        old: Arc<CurrentLogin>,
    ) -> Result<Option<Arc<CurrentLogin>>> {
        let session = self.session.clone();
        let network = self.network.clone();
        to_the_end(Refresh { session, server: server.to_owned(), network, old }.run()).await
    }

    /// Keeps a login, and returns that the request is sent again.
    async fn keep(&self, server: &str, record: LoginRecord) -> Result<bool> {
        let session = self.session.clone();
        let server = server.to_owned();
        to_the_end(async move {
            let _lock = session.lock(&server).await?;
            session.keep(&server, record).await.map(|_| true)
        })
        .await
    }

    fn sign(&self, login: &CurrentLogin, request: OutgoingRequest<'_>) -> Result<HeaderMap> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, secret_value(&login.record.authorization())?);
        if let Some(key) = &login.key {
            let nonce = self.session.state.lock().nonce.clone();
            let token = Some(&*login.record.access_token);
            let proof = key.proof(request.method, request.url, token, nonce.as_deref())?;
            headers.insert(HeaderName::from_static("dpop"), secret_value(&proof)?);
        }
        Ok(headers)
    }

    /// Tries to get better tokens than those that were refused.
    async fn recover(
        &self,
        request: OutgoingRequest<'_>,
        sent: &HeaderMap,
        refusal: HttpRefusal,
    ) -> Result<bool> {
        let challenges: Vec<_> =
            refusal.header("www-authenticate").flat_map(Challenge::read_all).collect();
        let challenge = challenges.iter().find(|of| of.is("Bearer") || of.is("DPoP"));
        let error = challenge.and_then(Challenge::error);
        if error == Some("use_dpop_nonce")
            && let Some(nonce) = refusal.header("dpop-nonce").next()
        {
            self.session.state.lock().nonce = Some(nonce.to_owned());
            return Ok(true);
        }
        let _busy = self.busy.lock().await;
        let current = self.session.reload(request.server).await?;
        let is_step_up = refusal.status() == 403;
        let was_sent = sent.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let record = current.as_ref().map(|login| &login.record);
        if record.is_some_and(|now| was_sent != Some(&now.authorization()) && !now.has_expired()) {
            // Another task or another program was faster.
            return Ok(true);
        }
        // 2026-07-28, "Scope Challenge Handling": a server that always wants more is not obeyed.
        let has_stepped_up = request.refusals > 0 && record.is_some_and(|record| record.is_step_up);
        if is_step_up
            && (has_stepped_up || error != Some("insufficient_scope") || !helps(record, challenge))
        {
            return Ok(false);
        }
        if refusal.status() == 401
            && request.refusals > 0
            && record.is_some_and(|record| record.is_new)
        {
            return Err(Error::other("the server rejected a token that was just issued for it"));
        }
        let found = self.discover(request.server, challenge).await?;
        let same = current.filter(|login| {
            login.record.issuer == found.metadata.issuer && login.record.resource == found.resource
        });
        if refusal.status() == 401
            && let Some(login) = &same
            && self.is_worth_refreshing(login, request.refusals)
            && self.refreshed(request.server, Arc::clone(login)).await?.is_some()
        {
            return Ok(true);
        }
        let wants_proof = found.wants_proofs || is_only(&challenges, "DPoP");
        let mut record = self.log_in(found, challenge, same.as_deref(), wants_proof).await?;
        record.is_step_up = is_step_up;
        self.keep(request.server, record).await
    }

    /// Whether to refresh a login that was refused: not if that was just done, or was of no use.
    fn is_worth_refreshing(&self, login: &CurrentLogin, refusals: usize) -> bool {
        let useless = self.session.state.lock().useless.take();
        let token = &login.record.refresh_token;
        token.is_some() && *token != useless && (refusals == 0 || !login.record.is_refreshed)
    }

    async fn discover(&self, server: &str, challenge: Option<&Challenge>) -> Result<Discovery> {
        let announced = challenge.and_then(Challenge::resource_metadata);
        let registered = |issuer: &str| match &self.grant {
            Grant::Person(person) => person.registered.iter().any(|(of, _)| of == issuer),
            _ => false,
        };
        let only = match &self.issuer {
            IssuerChoice::Only(only) => Some(&**only),
            _ => None,
        };
        let preferred =
            |issuer: &str| only.map_or_else(|| registered(issuer), |only| only == issuer);
        let found = discover(server, announced, &self.network, preferred).await?;
        let issuer = &*found.metadata.issuer;
        if only.is_some_and(|only| only != issuer) {
            return Err(Error::other(format!(
                "the server requires a login with {issuer}, but `only_issuer` names another one"
            )));
        }
        let before = self.session.current(server).await?.map(|login| login.record.issuer.clone());
        match self.issuer {
            IssuerChoice::OfPerson if !matches!(self.grant, Grant::Person(_)) => {
                Err(Error::other(format!(
                    "the server requires a login with {issuer}: to send this program's credentials \
                     there, allow it with `only_issuer`"
                )))
            }
            IssuerChoice::Any if before.is_some_and(|before| before != issuer) => {
                Err(Error::other(format!(
                    "the server now requires a login with {issuer}: if that is right, allow it with `only_issuer`"
                )))
            }
            _ => Ok(found),
        }
    }

    async fn log_in(
        &self,
        found: Discovery,
        challenge: Option<&Challenge>,
        before: Option<&CurrentLogin>,
        wants_proof: bool,
    ) -> Result<LoginRecord> {
        let known = found.metadata.dpop_signing_alg_values_supported.as_deref();
        let proof = if wants_proof || before.is_some_and(|login| login.key.is_some()) {
            if known.is_some_and(|known| !known.iter().any(|known| known == ALGORITHM)) {
                return Err(Error::other(
                    "the authorization server does not accept DPoP proofs signed with ES256",
                ));
            }
            Some(DpopKey::generate()?)
        } else {
            None
        };
        let login = Login {
            grant: &self.grant,
            scopes: self.scopes_to_request(&found, challenge, before),
            found: &found,
            store: &self.session.store,
            proof: proof.as_ref(),
        };
        login.run().await
    }

    /// The scopes to request: those that the server requires now, those that we have, and those
    /// that the user configured.
    ///
    /// Source: [2026-07-28, "Scope Selection Strategy"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-selection-strategy).
    fn scopes_to_request(
        &self,
        found: &Discovery,
        challenge: Option<&Challenge>,
        before: Option<&CurrentLogin>,
    ) -> Vec<String> {
        let mut scopes: Vec<String> = Vec::new();
        let mut add = |scope: &str| {
            if !scopes.iter().any(|known| known == scope) {
                scopes.push(scope.to_owned());
            }
        };
        before.into_iter().flat_map(|login| &login.record.scopes).for_each(|scope| add(scope));
        let asked: Vec<&str> = challenge.into_iter().flat_map(Challenge::scopes).collect();
        if asked.is_empty() {
            found.scopes.iter().for_each(|scope| add(scope));
        } else {
            asked.into_iter().for_each(&mut add);
        }
        self.scopes.iter().for_each(|scope| add(scope));
        let known = found.metadata.scopes_supported.as_deref().unwrap_or_default();
        let is_person = matches!(self.grant, Grant::Person(_));
        if is_person && known.iter().any(|scope| scope == "offline_access") {
            add("offline_access");
        }
        scopes
    }
}

/// Whether a new login can help: the challenge names scopes, and the current login lacks one of
/// them or was not just made.
fn helps(record: Option<&LoginRecord>, challenge: Option<&Challenge>) -> bool {
    let mut asked = challenge.into_iter().flat_map(Challenge::scopes).peekable();
    let has = |scope: &str| {
        record.is_some_and(|record| record.is_new && record.scopes.iter().any(|has| has == scope))
    };
    asked.peek().is_some() && !asked.all(has)
}

fn is_only(challenges: &[Challenge], scheme: &str) -> bool {
    challenges.iter().any(|of| of.is(scheme)) && !challenges.iter().any(|of| of.is("Bearer"))
}
