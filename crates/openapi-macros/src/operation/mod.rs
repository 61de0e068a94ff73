//! An operation as the document describes it.

mod answer;
mod body;
mod parameter;
mod part;

use serde_json::Value;

use crate::document::ApiDocument;

pub(crate) use answer::Success;
pub(crate) use body::DescribedBody;
pub(crate) use parameter::{DescribedParameter, Location};

use answer::answers;
use body::{body_of, properties};
use part::{array, description};

/// An operation of the document.
pub(crate) struct Described<'a> {
    pub(crate) description: String,
    /// The parameters, and the properties of the body; once it is checked, those of the function.
    pub(crate) parameters: Vec<DescribedParameter<'a>>,
    pub(crate) body: Option<DescribedBody<'a>>,
    /// The contents of successes; empty if the document says nothing of them.
    pub(crate) answers: Vec<Success<'a>>,
}

/// # Errors
///
/// When a reference cannot be followed, or the body has no type that can be sent.
pub(crate) fn describe<'a>(
    document: &'a ApiDocument,
    path: &str,
    item: &'a Value,
    operation: &'a Value,
) -> Result<Described<'a>, String> {
    let mut parameters: Vec<DescribedParameter<'a>> = Vec::new();
    for holder in [item, operation] {
        for parameter in array(holder, "parameters") {
            let read = DescribedParameter::read(document, document.resolve(parameter)?);
            // An operation overrides what its path says.
            parameters.retain(|other| other.name != read.name || other.place != read.place);
            parameters.push(read);
        }
    }
    // Some documents forget them.
    let variables = path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    for name in variables {
        if !parameters.iter().any(|known| known.place == Location::Path && known.name == name) {
            parameters.push(DescribedParameter::new(name, Location::Path));
        }
    }
    let body = match operation.get("requestBody") {
        Some(body) => body_of(document.resolve(body)?)?,
        None => None,
    };
    if let Some((body, encoding)) = &body {
        parameters.extend(properties(document, body, *encoding)?);
    }
    Ok(Described {
        description: description(operation),
        parameters,
        body: body.map(|(body, _)| body),
        answers: answers(document, operation)?,
    })
}
