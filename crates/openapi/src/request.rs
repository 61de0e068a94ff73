//! The request of a call: its URL, its headers and its body.

use mcp_runtime::{Error, Result};
use reqwest::Url;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

use crate::base::Base;
use crate::credential::Credentials;
use crate::operation::{BodyKind, Operation, OperationBody, RequestParameter, RequestPart, Style};
use crate::path;
use crate::style::{Pairs, encode, simple};

const ANSWERS: HeaderValue = HeaderValue::from_static("application/json, text/*;q=0.9, */*;q=0.8");

/// Headers that are no parameters: the connection, the body and the credentials have them.
const RESERVED: [&str; 13] = [
    "accept",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A request that can be sent several times.
#[derive(Debug)]
pub(crate) struct ApiRequest {
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<String>,
}

/// The arguments of a call, beside their parameters.
struct Arguments<'a> {
    operation: &'a Operation,
    values: &'a [Option<Value>],
}

impl Arguments<'_> {
    /// Those that are there.
    fn given(&self) -> impl Iterator<Item = (&RequestParameter, &Value)> {
        let all = self.operation.parameters.iter().zip(self.values);
        all.filter_map(|(parameter, value)| Some((parameter, value.as_ref()?)))
    }
}

impl ApiRequest {
    /// # Errors
    ///
    /// When an argument cannot be sent where it belongs.
    pub(crate) fn of(
        base: &Base,
        credentials: &Credentials,
        operation: &Operation,
        values: &[Option<Value>],
    ) -> Result<Self> {
        let arguments = Arguments { operation, values };
        let query = arguments.query(credentials)?;
        let mut headers = arguments.headers(credentials)?;
        headers.insert(ACCEPT, ANSWERS);
        let body = match &operation.body {
            Some(body) => arguments.body(body)?,
            None => None,
        };
        if let Some(body) = operation.body.as_ref().filter(|_| body.is_some()) {
            let value = HeaderValue::from_str(&body.content_type).map_err(Error::other)?;
            headers.insert(CONTENT_TYPE, value);
        }
        Ok(Self { url: path::url(base, operation, values, &query)?, headers, body })
    }
}

impl Arguments<'_> {
    fn query(&self, credentials: &Credentials) -> Result<String> {
        let mut pairs = Pairs::default();
        for (parameter, value) in self.given() {
            if let RequestPart::Query(style) = parameter.place {
                let added = pairs.add(&parameter.name, value, style);
                added.map_err(|why| refused(parameter, why))?;
            }
        }
        for (name, value) in credentials.pairs() {
            // The members of an object may have any name.
            if pairs.has(name) {
                let why = "is set by the server: remove it from the object";
                return Err(Error::other(format!("the query parameter `{name}` {why}")));
            }
            pairs.text(name, value);
        }
        Ok(pairs.into_text())
    }

    fn headers(&self, credentials: &Credentials) -> Result<HeaderMap> {
        let mut headers = HeaderMap::new();
        let mut cookies = Vec::new();
        for (parameter, value) in self.given().filter(|(_, value)| !value.is_null()) {
            if !matches!(parameter.place, RequestPart::Header | RequestPart::Cookie) {
                continue;
            }
            let flat =
                || refused(parameter, "expected a string, a number, a boolean, or a list of those");
            let text = simple(value).ok_or_else(flat)?;
            if parameter.place == RequestPart::Cookie {
                cookies.push(format!("{}={}", encode(&parameter.name), encode(&text)));
                continue;
            }
            let is_free = |name: &HeaderName| !RESERVED.contains(&name.as_str());
            let name = parameter.name.parse().ok().filter(is_free).ok_or_else(|| {
                refused(parameter, "the API's document names a header that cannot be an argument")
            })?;
            // Others would arrive in an encoding that nobody has agreed on.
            let is_shown = |c: char| c == ' ' || c.is_ascii_graphic();
            let value = HeaderValue::from_str(&text).ok().filter(|_| text.chars().all(is_shown));
            let unfit = "it can have only ASCII characters, and no line breaks";
            headers.insert(name, value.ok_or_else(|| refused(parameter, unfit))?);
        }
        cookies.extend(credentials.cookies());
        if !cookies.is_empty() {
            let mut all = HeaderValue::from_str(&cookies.join("; ")).map_err(Error::other)?;
            all.set_sensitive(true);
            headers.insert(COOKIE, all);
        }
        Ok(headers)
    }

    fn body(&self, body: &OperationBody) -> Result<Option<String>> {
        let mut whole = self.given().filter(|(parameter, _)| parameter.place == RequestPart::Body);
        let properties = || {
            self.given().filter_map(|(parameter, value)| match parameter.place {
                RequestPart::Property(style) => Some((parameter, value, style)),
                _ => None,
            })
        };
        if let Some((parameter, value)) = whole.next() {
            return whole_body(body.kind, parameter, value).map(Some);
        }
        if !body.required && properties().next().is_none() {
            return Ok(None);
        }
        match body.kind {
            BodyKind::Json => {
                let member = |(parameter, value, _): (&RequestParameter, &Value, Style)| {
                    (parameter.name.clone().into_owned(), value.clone())
                };
                let object: Map<String, Value> = properties().map(member).collect();
                Ok(Some(Value::Object(object).to_string()))
            }
            BodyKind::Form => {
                let mut pairs = Pairs::default();
                for (parameter, value, style) in properties() {
                    let added = pairs.add(&parameter.name, value, style);
                    added.map_err(|why| refused(parameter, why))?;
                }
                Ok(Some(pairs.into_text()))
            }
            BodyKind::Text => Ok(Some(String::new())),
        }
    }
}

/// A body that is one argument.
fn whole_body(kind: BodyKind, parameter: &RequestParameter, value: &Value) -> Result<String> {
    match (kind, value) {
        (BodyKind::Json, value) => Ok(value.to_string()),
        (BodyKind::Text, value) => {
            let text = simple(value);
            text.ok_or_else(|| refused(parameter, "expected a string, since it is the whole body"))
        }
        (BodyKind::Form, Value::Object(members)) => {
            let mut pairs = Pairs::default();
            for (name, value) in members {
                let added = pairs.add(name, value, Style::FormExploded);
                added.map_err(|why| refused(parameter, why))?;
            }
            Ok(pairs.into_text())
        }
        (BodyKind::Form, _) => Err(refused(parameter, "expected an object, since it is a form")),
    }
}

fn refused(parameter: &RequestParameter, why: &str) -> Error {
    Error::other(format!("`{}`: {why}", parameter.argument))
}
