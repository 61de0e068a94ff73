//! The headers of a modern request that mirror its body.
//!
//! A proxy may route and rate-limit by the headers, so they must not contradict the body.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Server Validation"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation).

mod number;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Display;

use http::HeaderValue;

use super::head::{Head, METHOD, NAME, PROTOCOL_VERSION};
use crate::jsonrpc::{ErrorCode, ErrorObject, Scan, string, truncate_for_display};
use crate::negotiation::{Members, Params};
use crate::protocol::{Method, header_value};
use crate::schema::Mirrored;
use crate::session::Purpose;

/// Checks the headers of a request against its body, except those that mirror arguments.
///
/// Members that are missing in the body were refused before: that is not a mismatch, but `-32602`.
/// The headers of notifications are not defined.
///
/// # Errors
///
/// `-32020`
pub(crate) fn check(
    head: &Head<'_>,
    purpose: &Purpose<'_>,
    params: &Params<'_>,
) -> Result<(), ErrorObject> {
    let headers = &head.headers;
    if let Some(version) = params.meta.version() {
        equal(PROTOCOL_VERSION, headers.protocol_version, &version, literal)?;
    }
    equal(METHOD, headers.method, purpose.name, literal)?;
    if let Some(name) = purpose.method.and_then(|method| named(method, params)) {
        equal(NAME, headers.name, &name, decoded)?;
    }
    Ok(())
}

/// Checks the headers that mirror arguments against the body.
///
/// # Errors
///
/// `-32020`
pub(crate) fn check_arguments(
    head: &Head<'_>,
    params: &Params<'_>,
    mirrored: &[Mirrored],
) -> Result<(), ErrorObject> {
    mirrored.iter().try_for_each(|argument| check_argument(head, argument, &params.arguments))
}

/// Returns the name or URI that a request is for.
fn named<'a>(method: Method, params: &Params<'a>) -> Option<Cow<'a, str>> {
    match method.subject()? {
        "name" => params.name.and_then(string),
        "uri" => params.uri.and_then(string),
        other => params.member(other).and_then(string),
    }
}

fn check_argument(
    head: &Head<'_>,
    argument: &Mirrored,
    arguments: &Members<'_>,
) -> Result<(), ErrorObject> {
    let name = &argument.header;
    let header = head.parts.headers.get(name).map(|value| decoded(name, value)).transpose()?;
    let body = find(arguments, &argument.path).map_err(|why| {
        mismatch(format!("the argument for the header {name} cannot be compared: {why}"))
    })?;
    match (header, body) {
        (None, None) => Ok(()),
        (Some(header), Some(body)) if agree(&header, &body) => Ok(()),
        (Some(header), Some(body)) => Err(differs(name, &header, truncate_for_display(&body))),
        (None, Some(body)) => Err(lacks(name, truncate_for_display(&body))),
        (Some(header), None) => Err(mismatch(format!(
            "{name} header value {:?} has no corresponding argument in the body",
            truncate_for_display(&header)
        ))),
    }
}

/// Returns the argument at a path as JSON text; null counts as missing.
///
/// Values that a lenient decoder might read differently are refused, not ignored.
fn find(arguments: &Members<'_>, path: &[String]) -> Result<Option<String>, &'static str> {
    let Some((name, rest)) = path.split_first() else {
        return Ok(None);
    };
    let mut values = arguments.members.iter().filter(|(key, _)| key == name);
    let value = match (values.next(), values.next()) {
        (None, _) => return Ok(None),
        (Some((_, value)), None) => value,
        (Some(_), Some(_)) => return Err("it is given twice"),
    };
    match (value.as_bytes().first(), rest) {
        (Some(b'n'), _) => Ok(None),
        (_, []) => Ok(Some(value.to_string())),
        (Some(b'{'), _) => {
            let inner = Members::read(&mut Scan::new(value)).map_err(|_| "it is not JSON")?;
            find(&inner, rest)
        }
        _ => Err("it has to be in an object"),
    }
}

/// Whether a header agrees with the JSON text; numbers are compared by value.
fn agree(header: &str, json: &str) -> bool {
    match json.as_bytes().first() {
        Some(b'"') => string(json).is_some_and(|text| text == header),
        Some(b't' | b'f') => header == json,
        _ => number::equal(header, json),
    }
}

/// Checks that a header, as `read` understands it, is the text in the body.
fn equal<'h>(
    name: &str,
    header: Option<&'h HeaderValue>,
    body: &str,
    read: impl FnOnce(&str, &'h HeaderValue) -> Result<Cow<'h, str>, ErrorObject>,
) -> Result<(), ErrorObject> {
    let shown = || format!("{:?}", truncate_for_display(body));
    let header = header.ok_or_else(|| lacks(name, shown()))?;
    // Without spaces there is nothing to trim, and without `=` nothing to decode.
    if header == body && body.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'=') {
        return Ok(());
    }
    let header = read(name, header)?;
    if header == body { Ok(()) } else { Err(differs(name, &header, shown())) }
}

fn decoded<'h>(name: &str, value: &'h HeaderValue) -> Result<Cow<'h, str>, ErrorObject> {
    let text = text(name, value)?;
    header_value::decode(text).ok_or_else(|| {
        mismatch(format!(
            "{name} header value {:?} is not Base64-encoded UTF-8",
            truncate_for_display(text)
        ))
    })
}

fn literal<'h>(name: &str, value: &'h HeaderValue) -> Result<Cow<'h, str>, ErrorObject> {
    text(name, value).map(Cow::Borrowed)
}

fn text<'h>(name: &str, value: &'h HeaderValue) -> Result<&'h str, ErrorObject> {
    let text = value
        .to_str()
        .map_err(|_| mismatch(format!("{name} header value has characters beyond ASCII text")))?;
    // Surrounding whitespace is not part of a value.
    Ok(text.trim_ascii())
}

fn differs(name: impl Display, header: &str, body: impl Display) -> ErrorObject {
    mismatch(format!(
        "{name} header value {:?} does not match body value {body}",
        truncate_for_display(header)
    ))
}

fn lacks(name: impl Display, body: impl Display) -> ErrorObject {
    mismatch(format!("{name} header is missing, but the body value is {body}"))
}

fn mismatch(message: impl Display) -> ErrorObject {
    ErrorObject::new(ErrorCode::HEADER_MISMATCH, format!("Header mismatch: {message}"))
}
