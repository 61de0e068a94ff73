//! JSON, with comments or without: text is inserted and removed at the positions that the parser
//! reports.

use jsonc_parser::ast::{Object, ObjectProp, Value as Node};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::{EditError, indent_of, line_end};

/// Parses the text.
pub(super) fn read(text: &str, strict: bool) -> Result<Value, EditError> {
    Ok(parse(text, strict)?.map_or_else(|| Value::Object(Map::new()), |node| value(&node)))
}

/// Sets the value at a key, and returns the new text.
pub(super) fn set(
    text: &str,
    strict: bool,
    key: &[String],
    new: &Value,
) -> Result<String, EditError> {
    let Some(node) = parse(text, strict)? else {
        let end = line_end(text);
        // There may be comments.
        let glue = if text.is_empty() || text.ends_with('\n') { "" } else { end };
        return Ok(format!("{text}{glue}{}{end}", lines(&nested(key, new), "  ", "", end)));
    };
    let Node::Object(mut object) = node else {
        return Err(EditError::at(text, 0, "this is not an object"));
    };
    let mut rest = key;
    while let Some((first, deeper)) = rest.split_first() {
        let found = unique(text, &object, first)?;
        match (found.cloned(), deeper.is_empty()) {
            (None, _) => return Ok(insert(text, &object, first, &nested(deeper, new))),
            (Some(found), true) => {
                return match (value(&found.value), new) {
                    (Value::Object(old), Value::Object(new)) => {
                        members(text, strict, key, (&old, new))
                    }
                    _ => Ok(replace(text, &object, &found, new)),
                };
            }
            (Some(ObjectProp { value: Node::Object(inner), .. }), false) => object = inner,
            (Some(other), false) => {
                let why = format!("`{first}` is not an object");
                return Err(EditError::at(text, other.range.start, why));
            }
        }
        rest = deeper;
    }
    Ok(text.to_owned())
}

/// Changes an object member by member, so that what stands around the others is kept.
fn members(
    text: &str,
    strict: bool,
    key: &[String],
    (old, new): (&Map<String, Value>, &Map<String, Value>),
) -> Result<String, EditError> {
    let of = |name: &String| [key, std::slice::from_ref(name)].concat();
    let mut text = text.to_owned();
    for (name, value) in new.iter().filter(|(name, value)| old.get(*name) != Some(value)) {
        text = set(&text, strict, &of(name), value)?;
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        text = remove(&text, strict, &of(name))?;
    }
    Ok(text)
}

/// Removes the value at a key, which has to exist, and returns the new text.
pub(super) fn remove(text: &str, strict: bool, key: &[String]) -> Result<String, EditError> {
    let Some(Node::Object(mut object)) = parse(text, strict)? else { return Ok(text.to_owned()) };
    let Some((last, parents)) = key.split_last() else { return Ok(text.to_owned()) };
    for part in parents {
        match unique(text, &object, part)?.cloned() {
            Some(ObjectProp { value: Node::Object(inner), .. }) => object = inner,
            _ => return Ok(text.to_owned()),
        }
    }
    unique(text, &object, last)?;
    let place = object.properties.iter().position(|found| found.name.as_str() == last);
    Ok(place.map_or_else(|| text.to_owned(), |place| cut(text, &object, place)))
}

fn parse(text: &str, strict: bool) -> Result<Option<Node<'_>>, EditError> {
    let options = ParseOptions {
        allow_comments: !strict,
        allow_trailing_commas: !strict,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| {
        let why = error.kind().to_string();
        EditError { line: error.line_display(), column: error.column_display(), why }
    })?;
    Ok(parsed.value)
}

fn value(node: &Node<'_>) -> Value {
    match node {
        Node::StringLit(text) => Value::String(text.value.as_ref().to_owned()),
        Node::NumberLit(number) => serde_json::from_str(number.value).unwrap_or_default(),
        Node::BooleanLit(flag) => Value::Bool(flag.value),
        Node::NullKeyword(_) => Value::Null,
        Node::Array(array) => Value::Array(array.elements.iter().map(value).collect()),
        Node::Object(object) => {
            let members = object
                .properties
                .iter()
                .map(|found| (found.name.as_str().to_owned(), value(&found.value)));
            Value::Object(members.collect())
        }
    }
}

/// Finds the member of this name; duplicates are an error, as programs differ in which one they
/// read.
fn unique<'o, 'a>(
    text: &str,
    object: &'o Object<'a>,
    name: &str,
) -> Result<Option<&'o ObjectProp<'a>>, EditError> {
    let mut found = object.properties.iter().filter(|found| found.name.as_str() == name);
    let first = found.next();
    match found.next() {
        Some(second) => {
            Err(EditError::at(text, second.range.start, format!("`{name}` occurs twice")))
        }
        None => Ok(first),
    }
}

/// Wraps a value in the missing maps above it.
fn nested(key: &[String], new: &Value) -> Value {
    key.iter().rev().fold(new.clone(), |inner, part| {
        Value::Object([(part.clone(), inner)].into_iter().collect())
    })
}

/// Inserts a member after the others.
fn insert(text: &str, object: &Object<'_>, name: &str, new: &Value) -> String {
    let end = line_end(text);
    let inner = &text[object.range.start + 1..object.range.end - 1];
    let outer = indent_of(text, object.range.start);
    let Some(last) = object.properties.last() else {
        let at = object.range.start + 1 + inner.trim_end().len();
        let indent = format!("{outer}{}", step(text));
        let member = member(name, new, &step(text), &indent, end);
        let closing = if inner.contains('\n') { String::new() } else { format!("{end}{outer}") };
        // The rest of the line is what stood before the brace.
        let rest = if closing.is_empty() { &text[at..] } else { &text[object.range.end - 1..] };
        return format!("{}{end}{indent}{member}{closing}{rest}", &text[..at]);
    };
    let first = &object.properties[0];
    let is_on_lines = text[object.range.start..first.range.start].contains('\n');
    let (space, member) = if is_on_lines {
        let indent = indent_of(text, first.range.start);
        (format!("{end}{indent}"), member(name, new, &step(text), indent, end))
    } else {
        (" ".to_owned(), short(name, new))
    };
    let after = last.range.end;
    let comma = next_comma(text, after);
    let at = line_rest(text, comma.map_or(after, |comma| comma + 1));
    match comma {
        // Keeps a trailing comma.
        Some(_) => format!("{}{space}{member},{}", &text[..at], &text[at..]),
        None => format!("{},{}{space}{member}{}", &text[..after], &text[after..at], &text[at..]),
    }
}

fn replace(text: &str, object: &Object<'_>, found: &ObjectProp<'_>, new: &Value) -> String {
    let is_on_lines = text[object.range.start..found.range.start].contains('\n');
    let name = found.name.as_str();
    let member = if is_on_lines {
        let indent = indent_of(text, found.range.start);
        member(name, new, &step(text), indent, line_end(text))
    } else {
        short(name, new)
    };
    format!("{}{member}{}", &text[..found.range.start], &text[found.range.end..])
}

/// Removes what `insert` adds.
fn cut(text: &str, object: &Object<'_>, place: usize) -> String {
    let found = &object.properties[place];
    let before = text[..found.range.start].trim_end().len();
    let comma = next_comma(text, found.range.end);
    let end = comma.map_or(found.range.end, |comma| comma + 1);
    let others = place > 0 || place + 1 < object.properties.len();
    if !others {
        let rest = &text[end..];
        let is_empty = text[object.range.start + 1..before].is_empty();
        let rest = if is_empty { rest.trim_start() } else { rest };
        return format!("{}{rest}", &text[..before]);
    }
    if comma.is_some() || place == 0 {
        return format!("{}{}", &text[..before], &text[end..]);
    }
    // The last one, without a trailing comma: the comma of the previous one is removed, too.
    let previous = object.properties[place - 1].range.end;
    let comma = next_comma(text, previous).unwrap_or(previous);
    let after = (comma + 1).min(before);
    format!("{}{}{}", &text[..comma], &text[after..before], &text[end..])
}

/// The comma after a value, possibly after comments.
fn next_comma(text: &str, mut at: usize) -> Option<usize> {
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.starts_with(',') {
            return Some(at);
        }
        at += comment(rest)?;
    }
}

/// The length of the comment at the start of the text, if there is one.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    rest.starts_with("/*").then(|| rest.find("*/").map_or(rest.len(), |end| end + 2))
}

/// The end of the trailing comments on a line.
fn line_rest(text: &str, from: usize) -> usize {
    let mut end = from;
    let mut at = from;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
        match comment(&text[at..]) {
            Some(length) => {
                at += length;
                end = at - usize::from(text[..at].ends_with('\r'));
            }
            None => return end,
        }
    }
}

/// The indentation step of the file.
fn step(text: &str) -> String {
    let mut indents = text.lines().map(|line| &line[..line.len() - line.trim_start().len()]);
    indents.find(|indent| !indent.is_empty()).map_or("  ", |indent| indent).to_owned()
}

fn member(name: &str, new: &Value, step: &str, indent: &str, end: &str) -> String {
    format!("{}: {}", Value::from(name), lines(new, step, indent, end))
}

fn short(name: &str, new: &Value) -> String {
    format!("{}: {new}", Value::from(name))
}

/// Formats a value on lines, of which all but the first are indented.
fn lines(new: &Value, step: &str, indent: &str, end: &str) -> String {
    let deeper = format!("{indent}{step}");
    let (open, close, items): (char, char, Vec<String>) = match new {
        Value::Array(items) if !items.is_empty() => {
            ('[', ']', items.iter().map(|item| lines(item, step, &deeper, end)).collect())
        }
        Value::Object(members) if !members.is_empty() => {
            let members = members.iter();
            (
                '{',
                '}',
                members.map(|(name, value)| member(name, value, step, &deeper, end)).collect(),
            )
        }
        other => return other.to_string(),
    };
    let items = items.join(&format!(",{end}{deeper}"));
    format!("{open}{end}{deeper}{items}{end}{indent}{close}")
}
