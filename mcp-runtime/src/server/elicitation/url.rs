//! URL mode elicitation: what happens at the URL stays between the user and the site.
//!
//! Source: [2026-07-28, "Elicitation", URL Mode](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests); [2025-11-25, "Elicitation", Completion](https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation)
//! Notifications and URL Elicitation Required Error.

use super::answer;
use crate::error::{Error, Result};
use crate::negotiation::Topic;
use crate::protocol::{Answer, ClientCapability, ElicitParams, ElicitUrlParams, InputRequest};
use crate::server::asking::{CallQuestions, Question};
use crate::server::{Context, FromContext, Server};

/// Asks the user to open a URL, for interactions that must not pass through the client: passwords,
/// payments, consent at another site.
///
/// ```
/// use mcp_runtime::{Answer, ElicitUrl, Result, tool};
///
/// /// Connects an account.
/// #[tool]
/// async fn connect(elicit: ElicitUrl) -> Result<&'static str> {
///     match elicit.open("Sign in to connect", "https://example.com/connect").await? {
///         Answer::Accepted(()) => Ok("continue when you have signed in"),
///         _ => Ok("not connected"),
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ElicitUrl(CallQuestions);

/// An interaction at a URL, with an id by which the site can refer to it.
///
/// The id identifies the call, not the user: the site must verify, for example by a login, that the
/// user who opens the URL is the one who made the call. Otherwise a user could be tricked into
/// opening the URL of another user.
///
/// ```
/// use mcp_runtime::{ElicitUrl, Result, Server, tool};
///
/// # fn is_connected() -> bool { true }
/// /// Lists the files of an account.
/// #[tool]
/// async fn files(elicit: ElicitUrl) -> Result<String> {
///     if !is_connected() {
///         let interaction = elicit.interaction()?;
///         let url = format!("https://example.com/connect?id={}", interaction.id());
///         interaction.require("Connect your account first", url).await?;
///     }
///     Ok("a.txt".to_owned())
/// }
///
/// /// Called by the site when the account is connected.
/// fn connected(server: &Server, id: &str) {
///     server.interaction_completed(id);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Interaction {
    asking: CallQuestions,
    id: String,
}

impl ElicitUrl {
    pub(super) fn new(asking: CallQuestions) -> Self {
        Self(asking)
    }

    /// Asks the user to open a URL. Accepted only means that the user agreed to open it: only the
    /// site knows what happens there.
    pub fn open(&self, message: impl Into<String>, url: impl Into<String>) -> Question<Answer<()>> {
        open(&self.0, ElicitUrlParams::new(message, url))
    }

    /// Continues only if the user agrees to open a URL, like [`Interaction::require`].
    ///
    /// # Errors
    ///
    /// If the user does not agree, or cannot be asked.
    pub async fn require(&self, message: impl Into<String>, url: impl Into<String>) -> Result<()> {
        require(&self.0, ElicitUrlParams::new(message, url)).await
    }

    /// Starts an interaction at a URL, with an unguessable id. The id is the same when the handler
    /// runs again.
    ///
    /// # Errors
    ///
    /// If the system cannot provide random numbers.
    #[inline]
    pub fn interaction(&self) -> Result<Interaction> {
        Ok(Interaction { id: self.0.interaction()?, asking: self.0.clone() })
    }
}

impl Interaction {
    /// The id to put into the URL.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Asks the user to open a URL, like [`ElicitUrl::open`].
    pub fn open(&self, message: impl Into<String>, url: impl Into<String>) -> Question<Answer<()>> {
        open(&self.asking, self.params(message, url))
    }

    /// Continues only if the user agrees to open a URL. What they do there may take longer, so
    /// check whether it is done.
    ///
    /// A client of 2025-11-25 gets the error `-32042`, and calls again when everything is done; in
    /// that case the handler stops here.
    ///
    /// # Errors
    ///
    /// If the user does not agree, or cannot be asked.
    pub async fn require(&self, message: impl Into<String>, url: impl Into<String>) -> Result<()> {
        require(&self.asking, self.params(message, url)).await
    }

    fn params(&self, message: impl Into<String>, url: impl Into<String>) -> ElicitUrlParams {
        let mut params = ElicitUrlParams::new(message, url);
        params.elicitation_id = Some(self.id.clone());
        params
    }
}

impl Server {
    /// Reports that the [`Interaction`] with this id is completed.
    ///
    /// The client that was asked is notified, if it uses 2025-11-25 and its session is open. All
    /// other clients notice when they call again.
    #[inline]
    pub fn interaction_completed(&self, id: &str) {
        self.announce(&Topic::Interaction(id.into()));
    }
}

fn open(asking: &CallQuestions, params: ElicitUrlParams) -> Question<Answer<()>> {
    let request = InputRequest::Elicit(ElicitParams::Url(params));
    Question::new(asking.clone(), request, |_, json| answer(json, |_| Ok(())))
}

async fn require(asking: &CallQuestions, params: ElicitUrlParams) -> Result<()> {
    if asking.has_error_for_urls() {
        return asking.require(params).await;
    }
    match open(asking, params).await? {
        Answer::Accepted(()) => Ok(()),
        Answer::Declined | Answer::Cancelled => {
            Err(Error::other("the user did not agree to open the required page"))
        }
    }
}

impl FromContext for ElicitUrl {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::ElicitationUrl];
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(Self(context.asking()))
    }
}
