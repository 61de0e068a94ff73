//! Refreshes a login, once for all tasks and all programs that share it.
//!
//! Source: [RFC 6749, section 6](https://www.rfc-editor.org/rfc/rfc6749#section-6), and [RFC 9700,
//! section 4.14](https://www.rfc-editor.org/rfc/rfc9700#section-4.14): a refresh token that is used
//! twice may end the login.

use std::sync::Arc;

use mcp_runtime_https::Network;
use mcp_runtime_protocol::{Error, Result};
use reqwest::Url;
use tokio::time::Instant;

use super::distance::Distance;
use super::exchange::TokenEndpoint;
use super::reach::Reach;
use super::record::LoginRecord;
use super::refusal::{LoginFailure, Refusal};
use super::registration::forget;
use super::session::{CurrentLogin, LoginSession};

/// A refresh that is wanted.
pub(super) struct Refresh {
    pub(super) session: LoginSession,
    pub(super) server: String,
    pub(super) network: Network,
    /// The login that no longer suffices.
    pub(super) old: Arc<CurrentLogin>,
}

impl Refresh {
    /// Returns a login that can be used: one that another task or program has saved, or else a new
    /// one; `None` if a person has to log in.
    pub(super) async fn run(self) -> Result<Option<Arc<CurrentLogin>>> {
        let _lock = self.session.lock(&self.server).await?;
        let Some(login) = self.session.reload(&self.server).await? else { return Ok(None) };
        let is_other = login.record.access_token != self.old.record.access_token;
        if is_other && !login.record.has_expired() {
            return Ok(Some(login));
        }
        let Some(token) = &login.record.refresh_token else { return Ok(None) };
        match self.exchange(&login, token).await {
            Ok(record) => self.session.keep(&self.server, record).await.map(Some),
            Err(failure) => self.refused(&login, failure).await,
        }
    }

    async fn refused(
        &self,
        login: &CurrentLogin,
        failure: LoginFailure,
    ) -> Result<Option<Arc<CurrentLogin>>> {
        let LoginFailure { refusal, error } = failure;
        match refusal {
            Refusal::Passing(after) => {
                self.session.state.lock().busy_until = after.map(|wait| Instant::now() + wait);
                return Err(error);
            }
            Refusal::NotAsked => return Err(error),
            Refusal::Grant => {
                tracing::debug!(%error, "the login has expired or was revoked");
                let other = self.session.end(&self.server, login).await?;
                return Ok(other.filter(|login| !login.record.has_expired()));
            }
            Refusal::Client => {
                forget(&self.session.store, &login.record.issuer, &login.record.client.id).await;
            }
            Refusal::Unclear => {}
        }
        tracing::debug!(%error, "could not refresh the login");
        self.session.state.lock().useless.clone_from(&login.record.refresh_token);
        Ok(None)
    }

    /// Exchanges the refresh token, for the same server and at the same issuer.
    async fn exchange(
        &self,
        login: &CurrentLogin,
        token: &str,
    ) -> Result<LoginRecord, LoginFailure> {
        let old = &login.record;
        let busy_until = self.session.state.lock().busy_until;
        if let Some(wait) =
            busy_until.and_then(|until| until.checked_duration_since(Instant::now()))
        {
            return Err(Error::other(format!(
                "the authorization server {} asked to be retried after {} s",
                old.issuer,
                wait.as_secs() + 1
            ))
            .into());
        }
        let url = Url::parse(&self.server).map_err(Error::other)?;
        let distance = Distance::of_server(&url).await;
        let reach = Reach { distance, network: self.network.clone() };
        let endpoint = TokenEndpoint {
            url: &old.token_endpoint,
            issuer: &old.issuer,
            reach: &reach,
            client: &old.client,
            client_key: None,
            proof: login.key.as_ref(),
        };
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", token),
            ("resource", &old.resource),
        ];
        let token = endpoint.ask(&form).await?;
        let expires = token.expires();
        Ok(LoginRecord {
            expires,
            access_token: token.access_token,
            refresh_token: token.refresh_token.or_else(|| old.refresh_token.clone()),
            is_new: false,
            is_step_up: false,
            is_refreshed: true,
            ..old.clone()
        })
    }
}
