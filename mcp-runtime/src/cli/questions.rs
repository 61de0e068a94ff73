//! Asks the person at the terminal the questions of a handler: forms, field by field, and URLs.

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

use super::answers::{Answers, is_interactive};
use super::terminal::{Printable, screen};
use crate::elicit::{check, plain};
use crate::error::{Error, Result};
use crate::protocol::{
    ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams, EnumOption,
    InputRequest, InputRequests, InputResponse, InputResponses, MultiSelectItems,
    MultiSelectSchema, PrimitiveSchema, RequestedSchema,
};
use crate::schema::validate::expected;

impl Answers {
    /// Answers questions as far as the options do, and asks the rest at the terminal. The questions
    /// go to standard error, as they are not part of the output.
    ///
    /// # Errors
    ///
    /// When the terminal fails, or when there is no one to ask.
    pub fn answer(&self, requests: InputRequests) -> Result<InputResponses> {
        screen::clear();
        let input = is_interactive().then(|| io::stdin().lock());
        let mut questions = Questions { answers: self, input, output: Printable::stderr() };
        let mut responses = InputResponses::new();
        for (key, request) in requests {
            responses.insert(key, questions.answer(&request)?);
        }
        Ok(responses)
    }
}

/// The terminal on which to ask, with the answers given before.
struct Questions<'a, R, W> {
    answers: &'a Answers,
    /// The input of the person, if there is one.
    input: Option<R>,
    output: W,
}

impl<R: BufRead, W: Write> Questions<'_, R, W> {
    fn answer(&mut self, request: &InputRequest) -> Result<InputResponse> {
        let InputRequest::Elicit(params) = request else {
            let message =
                format!("cannot answer `{}`: standard input is not a terminal", request.method());
            return Err(Error::other(message));
        };
        let answered = match params {
            ElicitParams::Form(params) => self.form(params),
            ElicitParams::Url(params) => self.url(params),
            _ => Err(Error::other("the server asks an unsupported kind of question")),
        };
        answered.map(InputResponse::Elicit)
    }

    fn form(&mut self, params: &ElicitFormParams) -> Result<ElicitResult> {
        writeln!(self.output, "{}", params.message)?;
        let form = &params.requested_schema;
        if form.properties.0.is_empty() {
            return self.agree("Yes or no");
        }
        let is_given = |name: &String| self.answers.field(name).is_some();
        if self.input.is_some() && !form.properties.0.iter().all(|(name, _)| is_given(name)) {
            writeln!(self.output, "(Ctrl-D leaves it unanswered.)")?;
        }
        let mut content = Map::new();
        for (name, schema) in &form.properties.0 {
            match self.field(name, schema, form.required.contains(name))? {
                Some(Value::Null) => {}
                Some(value) => drop(content.insert(name.clone(), value)),
                None => return self.cancel(),
            }
        }
        Ok(ElicitResult::accept(content))
    }

    fn url(&mut self, params: &ElicitUrlParams) -> Result<ElicitResult> {
        writeln!(self.output, "{}\n  {}", params.message, params.url)?;
        self.agree("Open it, yes or no")
    }

    fn agree(&mut self, question: &str) -> Result<ElicitResult> {
        if self.answers.is_yes() {
            writeln!(self.output, "{question}: yes")?;
            return Ok(ElicitResult::new(ElicitAction::Accept));
        }
        if self.input.is_none() {
            return Err(unanswered("confirmation", "confirm with --yes"));
        }
        loop {
            write!(self.output, "{question}: ")?;
            match self.line()?.as_deref().map(yes_or_no) {
                Some(Some(true)) => return Ok(ElicitResult::new(ElicitAction::Accept)),
                Some(Some(false)) => return Ok(ElicitResult::new(ElicitAction::Decline)),
                Some(None) => {}
                None => return self.cancel(),
            }
        }
    }

    /// Asks until the answer is valid: a value, null for none, or `None` at the end of the input.
    fn field(
        &mut self,
        name: &str,
        schema: &PrimitiveSchema,
        is_required: bool,
    ) -> Result<Option<Value>> {
        let mut one = RequestedSchema::new(vec![(name.to_owned(), schema.clone())]);
        one.required = is_required.then(|| name.to_owned()).into_iter().collect();
        let words = plain(schema);
        let default = words.get("default");
        if let Some(value) = self.earlier_answer(name, schema) {
            let wrong = check(&[(name.to_owned(), value.clone())].into_iter().collect(), &one);
            return match wrong.first() {
                Some(wrong) => Err(Error::other(format!("--answer: {wrong}"))),
                None => Ok(Some(value)),
            };
        }
        if self.input.is_none() {
            return match default {
                None if is_required => Err(unanswered(
                    &format!("`{name}`"),
                    &format!("answer it with --answer {name}=VALUE"),
                )),
                default => Ok(Some(default.cloned().unwrap_or_default())),
            };
        }
        self.explain(name, schema, &words, is_required && default.is_none())?;
        loop {
            write!(self.output, "> ")?;
            let Some(line) = self.line()? else { return Ok(None) };
            let value = match (line.as_str(), default) {
                ("", Some(default)) => default.clone(),
                ("", None) => Value::Null,
                (typed, _) => parse_answer(typed, schema),
            };
            let content = (!value.is_null()).then(|| (name.to_owned(), value.clone()));
            let wrong = check(&content.into_iter().collect(), &one);
            if wrong.is_empty() {
                return Ok(Some(value));
            }
            for wrong in wrong {
                writeln!(self.output, "  {wrong}")?;
            }
        }
    }

    /// The answer for a field that was given before.
    fn earlier_answer(&self, name: &str, schema: &PrimitiveSchema) -> Option<Value> {
        let typed = self.answers.field(name).map(|typed| parse_answer(typed, schema));
        let is_agreement = matches!(schema, PrimitiveSchema::Boolean(_));
        typed.or_else(|| (is_agreement && self.answers.is_yes()).then_some(true.into()))
    }

    /// Prints what to fill in.
    fn explain(
        &mut self,
        name: &str,
        schema: &PrimitiveSchema,
        words: &Map<String, Value>,
        is_required: bool,
    ) -> Result<()> {
        let word = |key: &str| words.get(key).and_then(Value::as_str);
        let title = word("title").unwrap_or(name);
        let description = word("description").map(|text| format!(" ({text})")).unwrap_or_default();
        let kind = match words.get("items").and_then(Value::as_object) {
            Some(one) => format!("{}, or several, separated by commas", expected(one, &json!({}))),
            None => expected(words, &json!({})),
        };
        let left_out = match words.get("default") {
            Some(Value::String(default)) => format!("; {default} if left empty"),
            Some(default) => format!("; {default} if left empty"),
            None if is_required => String::new(),
            None => "; may be left empty".to_owned(),
        };
        writeln!(self.output, "{title}{description}: {kind}{left_out}")?;
        for option in titled(schema) {
            writeln!(self.output, "  {}: {}", option.value, option.title)?;
        }
        Ok(())
    }

    fn cancel(&mut self) -> Result<ElicitResult> {
        writeln!(self.output)?;
        Ok(ElicitResult::new(ElicitAction::Cancel))
    }

    /// Reads a line, trimmed; `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>> {
        self.output.flush()?;
        let mut line = String::new();
        let read = self.input.as_mut().map_or(Ok(0), |input| input.read_line(&mut line))?;
        Ok((read > 0).then(|| line.trim().to_owned()))
    }
}

/// The error if there is neither an answer nor a person to ask.
fn unanswered(what: &str, instead: &str) -> Error {
    Error::other(format!("cannot ask for {what}: standard input is not a terminal; {instead}"))
}

/// The options of a field, if they have titles.
fn titled(schema: &PrimitiveSchema) -> &[EnumOption] {
    match schema {
        PrimitiveSchema::TitledSelect(select) => &select.options,
        PrimitiveSchema::MultiSelect(MultiSelectSchema {
            items: MultiSelectItems::Titled(items),
            ..
        }) => &items.options,
        _ => &[],
    }
}

/// Converts an answer to a value; one that does not fit is reported by the same check as any other.
fn parse_answer(typed: &str, schema: &PrimitiveSchema) -> Value {
    match schema {
        PrimitiveSchema::Number(_) => typed.parse().map_or_else(|_| typed.into(), Value::Number),
        PrimitiveSchema::Boolean(_) => yes_or_no(typed).map_or_else(|| typed.into(), Value::Bool),
        PrimitiveSchema::MultiSelect(_) => typed.split(',').map(str::trim).collect(),
        _ => typed.into(),
    }
}

fn yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_ascii_lowercase().as_str() {
        "y" | "yes" | "true" => Some(true),
        "n" | "no" | "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output for a person who types this, and the answer.
    fn asked(params: &Value, typed: &str) -> (String, Value) {
        let json = json!({ "method": "elicitation/create", "params": params });
        let request = serde_json::from_value(json).unwrap();
        let mut output = Vec::new();
        let answers = Answers::default();
        let input = Some(typed.as_bytes());
        let output_ = Printable(&mut output);
        let mut questions = Questions { answers: &answers, input, output: output_ };
        let answer = serde_json::to_value(questions.answer(&request).unwrap()).unwrap();
        (String::from_utf8(output).unwrap(), answer)
    }

    fn form() -> Value {
        json!({ "message": "Order", "requestedSchema": {
            "type": "object",
            "properties": {
                "pieces": { "type": "integer", "title": "Pieces", "minimum": 1, "maximum": 9 },
                "to": { "type": "string", "description": "Where to", "default": "home" },
                "fast": { "type": "boolean" },
                "size": { "type": "string", "oneOf": [
                    { "const": "s", "title": "Small" }, { "const": "l", "title": "Large" }
                ] },
                "extras": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] } },
            },
            "required": ["pieces", "size"],
        } })
    }

    #[test]
    fn a_form_is_asked_field_by_field_until_each_fits() {
        let (seen, answer) = asked(&form(), "\nmany\n10\n2\n\nyes\nl\na, b\n");
        let content =
            json!({ "pieces": 2, "to": "home", "fast": true, "size": "l", "extras": ["a", "b"] });
        assert_eq!(answer, json!({ "action": "accept", "content": content }));
        let expected = "\
Order
(Ctrl-D leaves it unanswered.)
Pieces: an integer from 1 to 9
>   `pieces`: missing, expected an integer from 1 to 9
>   `pieces`: expected an integer from 1 to 9, got \"many\"
>   `pieces`: expected an integer from 1 to 9, got 10
> to (Where to): a string; home if left empty
> fast: true or false; may be left empty
> size: one of \"s\", \"l\"
  s: Small
  l: Large
> extras: one of \"a\", \"b\", or several, separated by commas; may be left empty
> ";
        assert_eq!(seen, expected);
    }

    #[test]
    fn no_question_steers_the_terminal() {
        let form = json!({ "message": "\u{1b}[2J", "requestedSchema": {
            "type": "object", "properties": { "a\u{202e}": { "type": "boolean" } },
        } });
        let (seen, _) = asked(&form, "\n");
        let expected = "\\u001b[2J\n(Ctrl-D leaves it unanswered.)\n\
                        a\\u202e: true or false; may be left empty\n> ";
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_may_be_left_empty_is_left_out() {
        let (_, answer) = asked(&form(), "1\n\n\ns\n\n");
        assert_eq!(answer["content"], json!({ "pieces": 1, "to": "home", "size": "s" }));
    }

    #[test]
    fn the_end_of_the_input_is_no_answer() {
        assert_eq!(asked(&form(), "1\n").1, json!({ "action": "cancel" }));
    }

    #[test]
    fn what_is_only_agreed_to_is_a_yes_or_a_no() {
        let form = || json!({ "message": "Sure?", "requestedSchema": { "type": "object", "properties": {} } });
        let url = || json!({ "mode": "url", "message": "Pay", "url": "https://example.com/pay" });
        assert_eq!(asked(&form(), "well\nY\n").1["action"], "accept");
        assert_eq!(asked(&form(), "no\n").1["action"], "decline");
        assert_eq!(asked(&form(), "").1["action"], "cancel");
        let (seen, answer) = asked(&url(), "yes\n");
        assert_eq!(answer["action"], "accept");
        assert_eq!(seen, "Pay\n  https://example.com/pay\nOpen it, yes or no: ");
    }
}
