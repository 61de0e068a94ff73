//! Answers to forms: fills in defaults, and validates answers before they are sent.
//!
//! Source: [2026-07-28, "Elicitation", "Response Actions"](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions) and "Requested Schema".

use serde_json::{Map, Value};

use crate::jsonrpc::ErrorObject;
use crate::protocol::{Answer, ElicitAction, ElicitResult, PrimitiveSchema, RequestedSchema};
use mcp_runtime_schema::answer::{as_meant, check};

/// The limit for fields: users do not fill in larger forms.
const MAX_FIELDS: usize = 1_000;

/// The result that is sent to the server for an answer.
///
/// # Errors
///
/// When the answer does not match the form; the error lists all violations.
pub fn result(answer: Answer<Value>, form: &RequestedSchema) -> Result<ElicitResult, ErrorObject> {
    let mut content = match answer {
        Answer::Declined => return Ok(ElicitResult::new(ElicitAction::Decline)),
        Answer::Cancelled => return Ok(ElicitResult::new(ElicitAction::Cancel)),
        Answer::Accepted(Value::Object(content)) => content,
        Answer::Accepted(Value::Null) => Map::new(),
        Answer::Accepted(_) => {
            return Err(ErrorObject::invalid_params("the answer to a form must be an object"));
        }
    };
    if form.properties.0.len() > MAX_FIELDS {
        return Err(ErrorObject::invalid_params(format!("a form has at most {MAX_FIELDS} fields")));
    }
    for (name, schema) in &form.properties.0 {
        let given = content.get(name).map(|given| as_meant(given, schema).into_owned());
        if let Some(value) = given.or_else(|| default_of(schema)) {
            content.insert(name.clone(), value);
        }
    }
    let wrong = check(&content, form);
    if wrong.is_empty() {
        return Ok(ElicitResult::accept(content));
    }
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    Err(ErrorObject::invalid_params(format!(
        "the answer does not match the requested schema: {}",
        wrong.join("; ")
    )))
}

fn default_of(schema: &PrimitiveSchema) -> Option<Value> {
    serde_json::to_value(schema).ok()?.get_mut("default").map(Value::take)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_that_nobody_fills_in_is_refused() {
        let form = |fields: usize| -> RequestedSchema {
            let field = |index| (format!("f{index}"), json!({ "type": "string", "default": "x" }));
            let fields: Map<String, Value> = (0..fields).map(field).collect();
            serde_json::from_value(json!({ "type": "object", "properties": fields })).unwrap()
        };
        let answer = || Answer::Accepted(Value::Null);
        assert!(result(answer(), &form(MAX_FIELDS)).is_ok());
        let error = result(answer(), &form(MAX_FIELDS + 1)).unwrap_err();
        assert_eq!(error.message, "a form has at most 1000 fields");
    }
}
