//! Asking the person: forms to fill in, and URLs to open.
//!
//! Source: 2026-07-28, "Elicitation".

use super::asking::{Asking, Question};
use super::{Context, FromContext};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    ClientCapability, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams,
    InputRequest,
};
use crate::schema::ElicitForm;

/// Asks the person who uses the client to fill in a form.
///
/// The client must be able to show forms; as an `Option<Elicit>` parameter it is `None` where it
/// cannot.
///
/// ```
/// use mcp_runtime::{Accepted, Elicit, Result, tool};
///
/// #[derive(Elicit)]
/// struct Confirm {
///     /// Delete it for good?
///     sure: bool,
/// }
///
/// /// Deletes a note after asking.
/// #[tool(destructive)]
/// async fn delete(name: String, elicit: Elicit) -> Result<String> {
///     match elicit.form::<Confirm>(format!("Delete {name}?")).await? {
///         Accepted(Confirm { sure: true }) => Ok(format!("{name} is gone")),
///         _ => Ok("nothing was deleted".to_owned()),
///     }
/// }
/// ```
#[derive(Clone)]
pub struct Elicit(Asking);

/// Asks the person who uses the client to open a URL, for what must not pass through the client:
/// passwords, payments, consent at another site.
///
/// ```
/// use mcp_runtime::{Answer, ElicitUrl, Result, tool};
///
/// /// Connects an account.
/// #[tool]
/// async fn connect(elicit: ElicitUrl) -> Result<&'static str> {
///     match elicit.open("Sign in to connect", "https://example.com/connect").await? {
///         Answer::Accepted(()) => Ok("go on when you have signed in"),
///         _ => Ok("not connected"),
///     }
/// }
/// ```
#[derive(Clone)]
pub struct ElicitUrl(Asking);

/// What a person did with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// Answered it.
    Accepted(T),
    /// Said no.
    Declined,
    /// Went away without a choice.
    Cancelled,
}

impl<T> Answer<T> {
    /// The answer, if there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(answer) => Some(answer),
            Self::Declined | Self::Cancelled => None,
        }
    }
}

impl Elicit {
    pub(super) fn new(asking: Asking) -> Self {
        Self(asking)
    }

    /// Asks for a form to be filled in.
    pub fn form<T: ElicitForm>(&self, message: impl Into<String>) -> Question<Answer<T>> {
        let params = ElicitFormParams::new(message, T::requested_schema());
        let request = InputRequest::Elicit(ElicitParams::Form(params));
        Question::new(self.0.clone(), request, |json| {
            answer(json, |content| {
                T::decode(&content.unwrap_or_default()).map_err(|wrong| {
                    wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
                })
            })
        })
    }

    /// Asks for a URL to be opened, as [`ElicitUrl::open`] does; it is an error where the client
    /// cannot.
    pub fn url(&self, message: impl Into<String>, url: impl Into<String>) -> Question<Answer<()>> {
        ElicitUrl(self.0.clone()).open(message, url)
    }
}

impl ElicitUrl {
    /// Asks for a URL to be opened. Accepted means that the person agreed to, no more: what
    /// happens there, the site knows.
    pub fn open(&self, message: impl Into<String>, url: impl Into<String>) -> Question<Answer<()>> {
        let params = ElicitUrlParams::new(message, url);
        let request = InputRequest::Elicit(ElicitParams::Url(params));
        Question::new(self.0.clone(), request, |json| answer(json, |_| Ok(())))
    }
}

type Content = serde_json::Map<String, serde_json::Value>;

fn answer<T>(
    json: &str,
    accepted: fn(Option<Content>) -> Result<T, String>,
) -> Result<Answer<T>, String> {
    let result: ElicitResult = serde_json::from_str(json).map_err(|error| error.to_string())?;
    match result.action {
        ElicitAction::Accept => accepted(result.content).map(Answer::Accepted),
        ElicitAction::Decline => Ok(Answer::Declined),
        ElicitAction::Cancel => Ok(Answer::Cancelled),
    }
}

impl FromContext for Elicit {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::ElicitationForm];

    fn from_context(context: &Context) -> Result<Self, ErrorObject> {
        Ok(context.elicit())
    }
}

impl FromContext for ElicitUrl {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::ElicitationUrl];

    fn from_context(context: &Context) -> Result<Self, ErrorObject> {
        Ok(Self(context.asking()))
    }
}
