//! Forms: a flat struct defines what a user is asked, and receives the answer.
//!
//! The specification only allows flat objects of texts, numbers, booleans and choices
//! (<https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema>).
//! `form` holds types to that, `protocol::elicitation::schema` a form that is read, and `answer`
//! what the user answers.

mod field;
mod form;

use serde_json::{Map, Value};

use crate::protocol::RequestedSchema;
use crate::protocol::Violation;

use crate::schema::answer;
pub(crate) use crate::schema::answer::check;
#[cfg(feature = "cli")]
pub(crate) use crate::schema::answer::plain;
pub use field::{Choice, ElicitChoice};
pub use form::{Bounds, ElicitField, FieldDef, Form};

/// A form that a user fills in; derive it with `#[derive(Elicit)]`.
///
/// ```
/// use mcp_runtime::{Elicit, ElicitForm};
/// use serde_json::json;
///
/// #[derive(Elicit)]
/// struct Confirm {
///     /// Really delete it?
///     sure: bool,
///     /// How often to try.
///     #[elicit(default = 3, range(1..=5))]
///     attempts: u8,
/// }
///
/// let answer = json!({ "sure": true });
/// let Confirm { sure, attempts } = Confirm::decode(answer.as_object().unwrap()).unwrap();
/// assert!(sure && attempts == 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "not a form",
    note = "a form is a struct with `#[derive(mcp_runtime::Elicit)]`, of strings, numbers, booleans \
            and choices; an enum is one of its fields"
)]
pub trait ElicitForm: Sized {
    /// Takes the fields from a form, in the order in which they are shown.
    #[doc(hidden)]
    fn fill(form: &mut Form<'_>) -> Option<Self>;

    /// Returns the form that a client is asked to show.
    #[must_use]
    fn requested_schema() -> RequestedSchema {
        let mut form = Form::blank();
        Self::fill(&mut form);
        form.into_schema()
    }

    /// Decodes the user's answer.
    ///
    /// # Errors
    ///
    /// All violations in it.
    fn decode(content: &Map<String, Value>) -> Result<Self, Vec<Violation>> {
        let mut form = Form::answered(content);
        let filled = Self::fill(&mut form);
        filled.ok_or_else(|| form.into_violations())
    }
}
