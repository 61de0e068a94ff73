//! The URL of a request: values in a path never change which operation is called.
//!
//! Each value is encoded as one segment, and values are refused that a server may take for more than
//! that once it has decoded them. The finished URL is parsed again, and compared with the template.

use std::borrow::Cow;

use mcp_runtime::{Error, Result};
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde_json::Value;

use crate::base::Base;
use crate::operation::{Operation, RequestPart};
use crate::style::{encode, scalar};

/// How long a URL may be.
const MAX_URL_BYTES: usize = 16 * 1024;

/// How often a value may be decoded on its way: by a proxy, a framework, a program.
const DECODED: usize = 4;

/// Returns the URL of a request.
///
/// # Errors
///
/// When a value cannot be in the path, or the URL would be another than that of the operation.
pub(crate) fn url(
    base: &Base,
    operation: &Operation,
    arguments: &[Option<Value>],
    query: &str,
) -> Result<Url> {
    let mut text = base.prefix().to_owned();
    for segment in segments(&operation.path) {
        text.push('/');
        for piece in pieces(segment) {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Variable(name) => text.push_str(&variable(name, operation, arguments)?),
            }
        }
    }
    if !query.is_empty() {
        text.push('?');
        text.push_str(query);
    }
    if text.len() > MAX_URL_BYTES {
        return Err(Error::other(format!(
            "the arguments make the URL longer than {MAX_URL_BYTES} bytes: pass less"
        )));
    }
    let url = Url::parse(&text).ok().filter(|url| fits(url, base, &operation.path, query));
    url.ok_or_else(|| {
        Error::other(format!(
            "an argument would change the path `{}`: pass plain values",
            operation.path
        ))
    })
}

/// Whether a URL is one of this template: it has the origin and the prefix of the base, the literal
/// segments of the template, and something in place of each variable.
fn fits(url: &Url, base: &Base, template: &str, query: &str) -> bool {
    let is_at_base = base.is_origin_of(url)
        && url.fragment().is_none()
        && url.query().unwrap_or_default() == query;
    let path = url.path().strip_prefix(base.path()).and_then(|rest| rest.strip_prefix('/'));
    let Some(path) = path.filter(|_| is_at_base) else { return false };
    let mut given = path.split('/');
    let mut expected = segments(template);
    loop {
        match (given.next(), expected.next()) {
            (None, None) => return true,
            (Some(given), Some(expected)) if segment_fits(given, expected) => {}
            _ => return false,
        }
    }
}

fn segment_fits(given: &str, expected: &str) -> bool {
    let mut pieces = pieces(expected);
    match (pieces.next(), pieces.next()) {
        (None, _) => given.is_empty(),
        (Some(Piece::Literal(literal)), None) => given == literal,
        (Some(Piece::Literal(first)), Some(_)) => {
            given.len() > first.len() && given.starts_with(first) && !has_dots(given)
        }
        (Some(Piece::Variable(_)), _) => !given.is_empty() && !has_dots(given),
    }
}

/// The value of a variable, as a segment or a part of one.
fn variable(name: &str, operation: &Operation, arguments: &[Option<Value>]) -> Result<String> {
    let mut parameters = operation.parameters.iter().zip(arguments);
    let found = parameters
        .find(|(parameter, _)| parameter.place == RequestPart::Path && parameter.name == name);
    let (argument, value) = found
        .map_or((name, None), |(parameter, value)| (parameter.argument.as_ref(), value.as_ref()));
    let refuse = |why: &str| Err(Error::other(format!("`{argument}`: {why}")));
    let values = match value {
        None | Some(Value::Null) => {
            return refuse("a value is required, since it is part of the path");
        }
        Some(Value::Array(items)) if items.is_empty() => {
            return refuse("at least one value is required, since it is part of the path");
        }
        Some(Value::Array(items)) => items.iter().map(scalar).collect(),
        Some(value) => scalar(value).map(|one| vec![one]),
    };
    let Some(values): Option<Vec<Cow<'_, str>>> = values else {
        return refuse(
            "expected a string, a number, a boolean, or a list of those, since it is part of the path",
        );
    };
    if let Some(why) = values.iter().find_map(|value| unfit(value)) {
        return refuse(why);
    }
    Ok(values.iter().map(|value| encode(value)).collect::<Vec<_>>().join(","))
}

/// Why a value cannot be in a path.
fn unfit(value: &str) -> Option<&'static str> {
    if value.is_empty() {
        Some("it must not be empty, since it is part of the path")
    } else if value.chars().any(char::is_control) {
        Some("it must not have control characters, since it is part of the path")
    } else if has_dots(value) {
        Some(
            "it must not have `.` or `..` as a segment, or encoded control characters, since it is part of the path: pass the plain, unencoded value",
        )
    } else {
        None
    }
}

/// Whether a value has `.` or `..` as a segment once it is decoded, however often that happens, or
/// control characters that were encoded.
fn has_dots(value: &str) -> bool {
    let mut text = Cow::Borrowed(value);
    for _ in 0..DECODED {
        let is_dots = |part: &str| {
            // What some servers drop: parameters of a segment, and spaces around it.
            let part = part.split(';').next().unwrap_or_default().trim();
            part == "." || part == ".."
        };
        if text.split(['/', '\\']).any(is_dots) || text.chars().any(char::is_control) {
            return true;
        }
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            return false;
        }
        text = decoded.into();
    }
    // Nobody encodes a value so often without a purpose.
    true
}

/// The segments of a template.
fn segments(template: &str) -> impl Iterator<Item = &str> {
    template.strip_prefix('/').unwrap_or(template).split('/')
}

/// A part of a segment of a template.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Literal(&'a str),
    Variable(&'a str),
}

/// The parts of a segment, such as `{name}` and `.json` in `{name}.json`.
fn pieces(segment: &str) -> impl Iterator<Item = Piece<'_>> {
    let parts = segment.split_inclusive('}').flat_map(|part| {
        let opened = part.split_once('{');
        match opened.and_then(|(before, name)| Some((before, name.strip_suffix('}')?))) {
            Some((before, name)) => [Some(Piece::Literal(before)), Some(Piece::Variable(name))],
            None => [Some(Piece::Literal(part)), None],
        }
    });
    parts.flatten().filter(|piece| !matches!(piece, Piece::Literal("")))
}

#[cfg(test)]
mod tests;
