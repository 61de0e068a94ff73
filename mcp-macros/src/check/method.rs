//! Checks that are specific to the handlers of extensions.

use crate::attr::Method;
use crate::attr::method::Subject;
use crate::errors::Errors;
use crate::kind::Kind;
use crate::model::Handler;

pub(super) fn check(handler: &Handler, method: &Method, errors: &mut Errors) {
    if handler.kind == Kind::Around {
        return around(handler, errors);
    }
    let name = method.written_name().unwrap_or_else(|| "a/b".to_owned());
    let is_plain = |next: char| next.is_ascii_graphic() && next != '"';
    if name.is_empty() || !name.chars().all(is_plain) {
        errors.refuse(
            &method.name,
            "the name of a method must consist of letters, digits and `/`: `batch/run`",
        );
    } else if handler.kind == Kind::Notified && !name.starts_with("notifications/") {
        if method.written_name().is_some() {
            let message = "the name of a notification must begin with `notifications/`";
            errors.refuse(&method.name, message);
        }
    } else if handler.kind == Kind::Method && name.starts_with("notifications/") {
        let message = "a notification has no response: write `#[notified(..)]`";
        errors.refuse(&method.name, message);
    }
    if let (Some(since), Some(until)) = (&method.since, &method.until)
        && since.is_after(until)
    {
        errors.refuse(until, "the range of revisions is empty: `until` is before `since`");
    }
    match &method.subject {
        Some(Subject::Parameter(ident))
            if !handler.parameters.iter().any(|parameter| parameter.ident() == Some(ident)) =>
        {
            let message = format!(
                "no parameter is called `{ident}`: `name` takes a parameter of this function"
            );
            errors.refuse(ident, message);
        }
        Some(Subject::Parameter(ident)) if handler.kind == Kind::Notified => {
            errors
                .refuse(ident, "the protocol defines no headers for notifications: remove `name`");
        }
        _ => {}
    }
}

fn around(handler: &Handler, errors: &mut Errors) {
    const SHAPE: &str =
        "write `async fn around(&self, call: ToolCall, next: Next) -> Result<Reply>`";
    let signature = &handler.signature;
    if signature.receiver().is_none()
        || handler.parameters.len() != 2
        || signature.asyncness.is_none()
    {
        errors.refuse(&signature.ident, SHAPE);
    }
}
