//! Requests, right or wrong.

use serde_json::Value;

use crate::peer::{modern, request};

/// A request to be sent as it is written, whatever is wrong with it.
#[derive(Clone, Debug)]
pub struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    is_chunked: bool,
}

impl Request {
    /// A request for `/mcp` that has a `Host` and nothing else.
    pub fn new(method: &str) -> Self {
        let headers = vec![("Host".to_owned(), "localhost".to_owned())];
        Self {
            method: method.to_owned(),
            path: "/mcp".to_owned(),
            headers,
            body: Vec::new(),
            is_chunked: false,
        }
    }

    /// A POST as clients send it.
    #[expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]
    pub fn post(message: impl ToString) -> Self {
        Self { body: message.to_string().into(), ..Self::new("POST") }
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
    }

    /// A POST with a modern request, and the headers that mirror it.
    pub fn modern(method: &str, params: Value) -> Self {
        let names = ["name", "uri", "taskId"];
        let name = names.iter().find_map(|key| params[key].as_str().map(str::to_owned));
        let post = Self::post(request(1, method, modern(params)))
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
        name.into_iter().fold(post, |post, name| post.header("Mcp-Name", &name))
    }

    /// A GET as clients send it.
    pub fn get() -> Self {
        Self::new("GET").header("Accept", "text/event-stream")
    }

    /// This request for another path.
    #[must_use]
    pub fn at(self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self }
    }

    /// This request with one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// This request without a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(header, _)| !header.eq_ignore_ascii_case(name));
        self
    }

    /// This request with another value of a header.
    #[must_use]
    pub fn with(self, name: &str, value: &str) -> Self {
        self.without(name).header(name, value)
    }

    /// This request with a header given twice.
    #[must_use]
    pub fn twice(self, name: &str) -> Self {
        let sent = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        let value = sent.map_or_else(|| "1".to_owned(), |(_, value)| value.clone());
        self.with(name, &value).header(name, &value)
    }

    /// This request without saying beforehand how long its body is.
    #[must_use]
    pub fn chunked(self) -> Self {
        Self { is_chunked: true, ..self }.header("Transfer-Encoding", "chunked")
    }

    /// This request for a service that is called without a connection.
    ///
    /// # Panics
    ///
    /// When a header or the body is nothing that a service can be given.
    pub fn to_service(&self) -> axum::http::Request<String> {
        let mut request = axum::http::Request::builder().method(&*self.method).uri(&self.path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = String::from_utf8(self.body.clone()).expect("the body is text");
        let request = request.header("Content-Length", body.len());
        request.body(body).expect("the headers are valid")
    }

    /// What goes over the wire.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        let length = self.body.len();
        if !self.is_chunked && length > 0 {
            text += &format!("Content-Length: {length}\r\n");
        }
        text += "\r\n";
        if self.is_chunked {
            text += &format!("{length:x}\r\n");
        }
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(&self.body);
        if self.is_chunked {
            bytes.extend_from_slice(b"\r\n0\r\n\r\n");
        }
        bytes
    }
}
