//! The documents of the page, and the restrictions in their headers.

use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use mcp_runtime_protocol::ProtocolVersion;
use percent_encoding::percent_decode_str;

use super::refusal::refusal;
use super::token;

const PAGE: &str = include_str!("page.html");
const APP: &str = include_str!("app.html");

/// The maximum number of origins that an app may name.
const MAX_ORIGINS: usize = 64;

/// The page. Only its own script runs, and no message is interpreted as markup.
pub(super) fn page(mcp: &str, has_history: bool) -> Response<String> {
    let nonce = token::random();
    let html = compact(PAGE)
        .replace("@NONCE@", &nonce)
        .replace("@MCP@", &escaped(mcp))
        .replace("@MODERN@", ProtocolVersion::LATEST.as_str())
        .replace("@LEGACY@", ProtocolVersion::LATEST_LEGACY.as_str())
        .replace("@HISTORY@", if has_history { "history" } else { "" });
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; media-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    );
    with_policy(html, &policy)
}

/// The document in which an app runs: it never has an origin, and only reaches what the app
/// declares.
///
/// The page passes the app itself to it, so its address contains no secret.
///
/// Source: [MCP Apps, 2026-01-26, "Security"](https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx).
pub(super) fn app(query: &str) -> Response<String> {
    let origins = |name| origins(query, name);
    let (Some(connect), Some(resources), Some(frames)) =
        (origins("connect"), origins("resource"), origins("frame"))
    else {
        let message = "expected at most 64 origins of an app, each like https://api.example.com";
        return refusal(StatusCode::BAD_REQUEST, message);
    };
    let or_none =
        |origins: &str| if origins.is_empty() { "'none'".to_owned() } else { origins.to_owned() };
    let policy = format!(
        "sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline' {resources}; \
         style-src 'unsafe-inline' {resources}; img-src data: {resources}; font-src data: {resources}; \
         media-src data: {resources}; connect-src {}; frame-src {}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'",
        or_none(&connect),
        or_none(&frames),
    );
    with_policy(APP.to_owned(), &policy)
}

/// A response to a request of the page with its token.
pub(super) fn json(text: String) -> Response<String> {
    respond(text, "application/json")
}

fn with_policy(html: String, policy: &str) -> Response<String> {
    let Ok(policy) = HeaderValue::try_from(policy) else {
        return refusal(StatusCode::BAD_REQUEST, "the address of an app is not well-formed");
    };
    let mut response = respond(html, "text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

fn respond(text: String, media_type: &'static str) -> Response<String> {
    let mut response = Response::new(text);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    harden(&mut response);
    response
}

fn harden(response: &mut Response<String>) {
    let headers = response.headers_mut();
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// The origins in a query, for a policy; `None` if something could inject into the policy, or if
/// there are too many.
fn origins(query: &str, name: &str) -> Option<String> {
    let mut found = Vec::new();
    for pair in query.split('&') {
        let Some(value) = pair.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) else {
            continue;
        };
        let origin = percent_decode_str(value).decode_utf8_lossy().into_owned();
        if !is_origin(&origin) || found.len() == MAX_ORIGINS {
            return None;
        }
        found.push(origin);
    }
    Some(found.join(" "))
}

/// Whether a text is an origin: a scheme and a host, whose first label may be `*`.
fn is_origin(text: &str) -> bool {
    let schemes = ["https://", "wss://", "http://", "ws://"];
    let host = schemes.iter().find_map(|scheme| text.strip_prefix(scheme));
    host.is_some_and(|host| {
        let host = host.strip_prefix("*.").unwrap_or(host);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        !host.is_empty() && host.bytes().all(is_plain)
    })
}

/// The page without the whitespace and comments of its source.
fn compact(html: &str) -> String {
    let lines =
        html.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("// "));
    lines.fold(String::new(), |compact, line| compact + &squeezed(line) + "\n")
}

/// A line without the spaces beside its punctuation, if nothing but double quotes encloses text in it.
fn squeezed(line: &str) -> String {
    let is_punctuation = |c: char| "{}();,=<>&|?:[]".contains(c);
    let is_code = |(place, _): &(usize, &str)| place % 2 == 0;
    let mut code = line.split('"').enumerate().filter(is_code);
    if line.contains('\\') || code.any(|(_, part)| part.contains(['/', '`', '\''])) {
        return line.to_owned();
    }
    let mut squeezed = String::with_capacity(line.len());
    let mut is_text = false;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        is_text ^= c == '"';
        let before = squeezed.chars().next_back();
        let is_beside =
            before.is_some_and(is_punctuation) || rest.peek().is_some_and(|c| is_punctuation(*c));
        if is_text || c != ' ' || !is_beside {
            squeezed.push(c);
        }
    }
    squeezed
}

/// Escapes text for an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
