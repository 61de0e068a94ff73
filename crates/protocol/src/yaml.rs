//! YAML as JSON, by the core schema of YAML 1.2: the frontmatter of skills, and files of clients.
//!
//! Features without a counterpart in JSON, or by which a short text expands to a long one, are
//! refused: anchors, aliases, tags, keys that are not strings, duplicate keys.
//!
//! Source: [YAML 1.2.2, "Core Schema"](https://yaml.org/spec/1.2.2/#103-core-schema).

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use serde_json::{Map, Number, Value};

/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 32;

/// The line of an error, and its message.
type Wrong = (usize, String);

/// Reads a document.
///
/// # Errors
///
/// When the text is not one, with the line and the message.
pub fn read(text: &str) -> Result<Value, Wrong> {
    let mut reader = Reader { parser: Parser::new_from_str(text), line: 1 };
    let mut document = None;
    loop {
        match reader.next()? {
            Event::StreamEnd => break,
            Event::DocumentStart(_) if document.is_some() => {
                return Err(reader.refusal("expected only one YAML document"));
            }
            Event::DocumentStart(_) => {
                let first = reader.next()?;
                document = Some(reader.value(first, 0)?);
            }
            _ => {}
        }
    }
    Ok(document.unwrap_or_default())
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// Where the last event began.
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Event<'a>, Wrong> {
        match self.parser.next() {
            Some(Ok((event, span))) => {
                self.line = span.start.line();
                Ok(event)
            }
            Some(Err(error)) => Err((error.marker().line(), error.info().to_owned())),
            None => Ok(Event::StreamEnd),
        }
    }

    fn refusal(&self, wrong: impl Into<String>) -> Wrong {
        (self.line, wrong.into())
    }

    /// The value that begins with this event.
    fn value(&mut self, event: Event<'a>, depth: usize) -> Result<Value, Wrong> {
        if depth > MAX_DEPTH {
            return Err(self.refusal(format!("nested more than {MAX_DEPTH} levels deep")));
        }
        let (anchor, is_tagged) = match &event {
            Event::Scalar(_, _, anchor, tag)
            | Event::SequenceStart(anchor, tag)
            | Event::MappingStart(anchor, tag) => (*anchor, tag.is_some()),
            Event::Alias(anchor) => (*anchor, false),
            _ => (0, false),
        };
        if anchor != 0 {
            return Err(self.refusal(
                "anchors (`&`) and aliases (`*`) are not supported: write the value out",
            ));
        }
        if is_tagged {
            return Err(self.refusal("tags (`!`) are not supported: write the value without a tag"));
        }
        match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) => {
                plain(&text).map_err(|wrong| self.refusal(wrong))
            }
            Event::Scalar(text, ..) => Ok(Value::String(text.into_owned())),
            Event::SequenceStart(..) => self.list(depth),
            Event::MappingStart(..) => self.map(depth),
            _ => Err(self.refusal("expected a value")),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Wrong> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Ok(list.into()),
                event => list.push(self.value(event, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Wrong> {
        let mut map = Map::new();
        loop {
            let key = match self.next()? {
                Event::MappingEnd => return Ok(map.into()),
                event => self.value(event, depth + 1)?,
            };
            let Value::String(key) = key else {
                return Err(self.refusal("a key is not a string: write it in quotes"));
            };
            if map.contains_key(&key) {
                return Err(self.refusal(format!("duplicate key `{key}`: remove one")));
            }
            let event = self.next()?;
            let value = self.value(event, depth + 1)?;
            map.insert(key, value);
        }
    }
}

/// Parses an unquoted scalar.
fn plain(text: &str) -> Result<Value, String> {
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ => number(text)?.map_or_else(|| text.into(), Value::Number),
    })
}

fn number(text: &str) -> Result<Option<Number>, String> {
    let too_large = || format!("`{text}` is too large a number: write it in quotes");
    let radix = |prefix: &str, radix| {
        let digits = text.strip_prefix(prefix)?;
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        is_number.then(|| u64::from_str_radix(digits, radix))
    };
    if let Some(number) = radix("0o", 8).or_else(|| radix("0x", 16)) {
        return number.map(|number| Some(number.into())).map_err(|_| too_large());
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = text.strip_prefix('+').unwrap_or(text);
    if is_digits(unsigned) {
        let whole = digits.parse::<u64>().map(Number::from);
        if let Ok(whole) = whole.or_else(|_| digits.parse::<i64>().map(Number::from)) {
            return Ok(Some(whole));
        }
    }
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(format!("`{text}` cannot be represented in JSON: write it in quotes"));
    }
    if !is_float(unsigned) {
        return Ok(None);
    }
    let number = digits.parse().ok().and_then(Number::from_f64);
    number.map(Some).ok_or_else(too_large)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the text is `\.[0-9]+` or `[0-9]+(\.[0-9]*)?`, with an optional exponent.
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent),
        None => (text, "0"),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_mantissa = match (whole, part) {
        ("", part) => is_digits(part),
        (whole, "") => is_digits(whole),
        (whole, part) => is_digits(whole) && is_digits(part),
    };
    is_mantissa && is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_without_quotes_are_read_by_the_core_schema() {
        for (text, expected) in [
            ("1", json!(1)),
            ("-7", json!(-7)),
            ("+7", json!(7)),
            ("0x1F", json!(31)),
            ("0o17", json!(15)),
            ("1.0", json!(1.0)),
            (".5", json!(0.5)),
            ("1.", json!(1.0)),
            ("1e3", json!(1000.0)),
            ("18446744073709551616", json!(18_446_744_073_709_551_616_f64)),
            ("007", json!(7)),
            ("yes", json!("yes")),
            ("1.0.0", json!("1.0.0")),
            ("2026-01-02", json!("2026-01-02")),
            ("0x", json!("0x")),
            ("e3", json!("e3")),
            (".", json!(".")),
            ("-", json!("-")),
            ("1e", json!("1e")),
            ("~", json!(null)),
            ("True", json!(true)),
            ("tRUE", json!("tRUE")),
        ] {
            assert_eq!(plain(text), Ok(expected), "{text}");
        }
        for text in [".inf", "-.INF", ".nan", "1e999", "0xFFFFFFFFFFFFFFFFF"] {
            assert!(plain(text).is_err(), "{text}");
        }
    }
}
