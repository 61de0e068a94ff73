//! Elicitation: asks the user to fill in a form, or to open a URL.
//!
//! Source: [2026-07-28, "Elicitation"](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation).

mod url;

use serde_json::{Map, Value};

use super::asking::{CallQuestions, Question};
use super::{Context, FromContext};
use crate::elicit::ElicitForm;
use crate::elicit::check;
use crate::error::Result;
use crate::protocol::Violation;
use crate::protocol::{
    Answer, ClientCapability, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult,
    InputRequest, RequestedSchema,
};

pub use url::{ElicitUrl, Interaction};

/// Asks the user to fill in a form.
///
/// The client must support forms; an `Option<Elicit>` parameter is `None` if it does not.
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
#[derive(Clone, Debug)]
pub struct Elicit(CallQuestions);

impl Elicit {
    /// Asks the user to fill in a form.
    pub fn form<T: ElicitForm>(&self, message: impl Into<String>) -> Question<Answer<T>> {
        let params = ElicitFormParams::new(message, T::requested_schema());
        let request = InputRequest::Elicit(ElicitParams::Form(params));
        Question::new(self.0.clone(), request, |_, json| {
            answer(json, |content| T::decode(&content).map_err(|wrong| join(&wrong)))
        })
    }

    /// Asks the user to fill in a form that no type describes; the answer is checked against it.
    pub fn custom_form(
        &self,
        message: impl Into<String>,
        form: RequestedSchema,
    ) -> Question<Answer<Map<String, Value>>> {
        let params = ElicitFormParams::new(message, form);
        let request = InputRequest::Elicit(ElicitParams::Form(params));
        Question::new(self.0.clone(), request, |request, json| {
            let InputRequest::Elicit(ElicitParams::Form(form)) = request else {
                return Err("the request was not a form".to_owned());
            };
            answer(json, |content| match &check(&content, &form.requested_schema)[..] {
                [] => Ok(content),
                wrong => Err(join(wrong)),
            })
        })
    }

    /// Asks the user to open a URL, like [`ElicitUrl::open`]; it is an error if the client does not
    /// support it.
    pub fn url(&self, message: impl Into<String>, url: impl Into<String>) -> Question<Answer<()>> {
        ElicitUrl::new(self.0.clone()).open(message, url)
    }
}

fn answer<T>(
    json: &str,
    accepted: impl FnOnce(Map<String, Value>) -> Result<T, String>,
) -> Result<Answer<T>, String> {
    let result: ElicitResult = serde_json::from_str(json).map_err(|error| error.to_string())?;
    match result.action {
        ElicitAction::Accept => accepted(result.content.unwrap_or_default()).map(Answer::Accepted),
        ElicitAction::Decline => Ok(Answer::Declined),
        _ => Ok(Answer::Cancelled),
    }
}

#[inline]
fn join(wrong: &[Violation]) -> String {
    wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Context {
    /// Asks the user of the client.
    pub fn elicit(&self) -> Elicit {
        Elicit(self.asking())
    }
}

impl FromContext for Elicit {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::ElicitationForm];
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.elicit())
    }
}
