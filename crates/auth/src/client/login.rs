//! Gets a token from the authorization server.

use mcp_runtime_protocol::{Error, Result};

use super::authorization_code::{ask, is_known};
use super::discovery::Discovery;
use super::distance::Distance;
use super::dpop::DpopKey;
use super::exchange::{TokenEndpoint, TokenResponse};
use super::grant::{Grant, Person, Provider};
use super::reach::Reach;
use super::record::{ClientMethod, ClientRecord, LoginRecord};
use super::records::Records;
use super::refusal::{LoginFailure, Refusal};
use super::registration::{Identity, forget, identify};

/// The grant type of a JWT that a third party signed.
///
/// Source: [RFC 7523, section 2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
const GRANT_TYPE: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/// A login that is wanted.
pub(super) struct Login<'a> {
    pub(super) grant: &'a Grant,
    pub(super) found: &'a Discovery,
    pub(super) scopes: Vec<String>,
    pub(super) store: &'a Records,
    /// The key that the token is to be bound to.
    pub(super) proof: Option<&'a DpopKey>,
}

impl Login<'_> {
    pub(super) async fn run(&self) -> Result<LoginRecord> {
        match self.grant {
            Grant::Person(person) => self.by_person(person).await,
            Grant::Client { client, .. } => {
                let form = [("grant_type", "client_credentials")];
                self.by_client(client, &form).await
            }
            Grant::Workload { client, statement } => {
                let statement = statement(self.found.metadata.issuer.clone()).await?;
                let form = [("grant_type", GRANT_TYPE), ("assertion", statement.expose())];
                self.by_client(client, &form).await
            }
            Grant::Enterprise { client, provider } => {
                let statement = self.statement(provider).await?;
                let form = [("grant_type", GRANT_TYPE), ("assertion", &statement)];
                self.by_client(client, &form).await
            }
        }
    }

    async fn by_person(&self, person: &Person) -> Result<LoginRecord> {
        match self.ask(person).await {
            // It is forgotten by now, so that this registers anew.
            Err(LoginFailure { refusal: Refusal::Client, error }) => {
                tracing::debug!(%error, "the client registration is no longer valid; registering again");
                Ok(self.ask(person).await?)
            }
            asked => Ok(asked?),
        }
    }

    /// Asks a person. A registration that the issuer does not know is forgotten.
    async fn ask(&self, person: &Person) -> Result<LoginRecord, LoginFailure> {
        let Identity { client, listener, is_registered, is_earlier } =
            identify(person, self.found, &self.scopes, self.store).await?;
        let id = client.id.clone();
        let asking = async {
            if is_earlier {
                is_known(self.found, &self.scopes, &id, listener.redirect()).await?;
            }
            let code = ask(person, self.found, &self.scopes, &id, listener).await?;
            let form = [
                ("grant_type", "authorization_code"),
                ("code", &*code.code),
                ("redirect_uri", &*code.redirect),
                ("code_verifier", &*code.verifier),
                ("resource", &*self.found.resource),
            ];
            let token = self.endpoint(&client)?.ask(&form).await?;
            Ok(self.record(token, client)?)
        };
        let mut asked: Result<_, LoginFailure> = asking.await;
        if let Err(LoginFailure { refusal: refusal @ Refusal::Client, .. }) = &mut asked {
            if is_registered {
                forget(self.store, &self.found.metadata.issuer, &id).await;
            } else {
                // A program that was given its id gets no other one.
                *refusal = Refusal::Unclear;
            }
        }
        asked
    }

    /// Logs in a client that acts on its own behalf.
    async fn by_client(
        &self,
        client: &ClientRecord,
        grant: &[(&str, &str)],
    ) -> Result<LoginRecord> {
        let mut client = client.clone();
        if client.method != ClientMethod::PrivateKeyJwt {
            let supported = self.found.metadata.token_endpoint_auth_methods_supported.as_deref();
            client.method = ClientMethod::choose(client.secret.is_some(), supported);
        }
        let scope = self.scopes.join(" ");
        let mut form = grant.to_vec();
        form.push(("resource", &self.found.resource));
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        let token = self.endpoint(&client)?.ask(&form).await?;
        self.record(token, client)
    }

    /// Gets the statement about a person from the identity provider of a company, for the issuer.
    ///
    /// Source: [Enterprise-Managed Authorization](https://modelcontextprotocol.io/extensions/auth/enterprise-managed-authorization); [RFC 8693, section 2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1).
    async fn statement(&self, provider: &Provider) -> Result<String> {
        let issuer = &*self.found.metadata.issuer;
        let id_token = (provider.id_token)(issuer.to_owned()).await?;
        let scope = self.scopes.join(" ");
        let mut form = vec![
            ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:id-jag"),
            ("audience", issuer),
            ("resource", &self.found.resource),
            ("subject_token", id_token.expose()),
            ("subject_token_type", "urn:ietf:params:oauth:token-type:id_token"),
        ];
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        // The user configured it.
        let reach =
            Reach { distance: Distance::Machine, network: self.found.reach.network.clone() };
        let endpoint = TokenEndpoint {
            url: &provider.token_endpoint,
            issuer: "of the identity provider",
            reach: &reach,
            client: &provider.client,
            client_key: None,
            proof: None,
        };
        Ok(endpoint.ask_for_any(&form).await?.access_token)
    }

    fn endpoint<'a>(&'a self, client: &'a ClientRecord) -> Result<TokenEndpoint<'a>> {
        let key = match self.grant {
            Grant::Client { key, .. } => key.as_ref(),
            _ => None,
        };
        Ok(TokenEndpoint {
            url: self.token_endpoint()?,
            issuer: &self.found.metadata.issuer,
            reach: &self.found.reach,
            client,
            client_key: key,
            proof: self.proof,
        })
    }

    fn token_endpoint(&self) -> Result<&str> {
        let metadata = &self.found.metadata;
        metadata.token_endpoint.as_deref().ok_or_else(|| {
            Error::other(format!(
                "the authorization server {} has no `token_endpoint`",
                metadata.issuer
            ))
        })
    }

    fn record(&self, token: TokenResponse, client: ClientRecord) -> Result<LoginRecord> {
        let expires = token.expires();
        Ok(LoginRecord {
            issuer: self.found.metadata.issuer.clone(),
            token_endpoint: self.token_endpoint()?.to_owned(),
            resource: self.found.resource.clone(),
            scopes: self.scopes.clone(),
            client,
            access_token: token.access_token,
            expires,
            // A client that needs no person logs in again.
            refresh_token: token.refresh_token.filter(|_| matches!(self.grant, Grant::Person(_))),
            key: self.proof.map(DpopKey::to_text),
            is_new: true,
            is_step_up: false,
            is_refreshed: false,
        })
    }
}
