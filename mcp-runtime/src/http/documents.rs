//! Public documents beside MCP: metadata of an authorizer, files that directories ask for.
//!
//! They say the same to everybody, so they are served without authorization, under any host name,
//! and a page of any origin may read them.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK, X_CONTENT_TYPE_OPTIONS,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::Http;
use super::refusal::Refusal;
use super::response_body::Body;
use super::routes::{NO_PATH, TAKEN};
use crate::error::{Error, Result};

/// How many bytes of the digest of a document are its entity tag.
const TAG_BYTES: usize = 16;

/// A public document that does not change while the server runs; see [`Http::document`].
#[derive(Clone, Debug)]
pub struct Document {
    text: Bytes,
    tag: HeaderValue,
    /// What every response has.
    headers: HeaderMap,
    /// What it is to the server, if clients are pointed to it.
    relation: Option<&'static str>,
}

impl Document {
    /// Creates a document of a media type, which is not cached unless a
    /// [`max_age`](Self::max_age) says for how long.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_runtime::http::Document;
    ///
    /// let contact = "Contact: mailto:security@example.com\n";
    /// let contact = Document::new("text/plain; charset=utf-8", contact).max_age(Duration::from_secs(300));
    /// let http = mcp_runtime::server!().build()?.into_http();
    /// let http = http.document("/.well-known/security.txt", contact);
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    pub fn new(media_type: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let digest = Sha256::digest(&text);
        let quoted = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..TAG_BYTES]));
        let tag =
            HeaderValue::try_from(quoted).unwrap_or_else(|_| HeaderValue::from_static("\"\""));
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (CONTENT_TYPE, media_type),
            (CACHE_CONTROL, "no-store"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        Self { text, tag, headers, relation: None }
    }

    /// Lets clients and caches keep it for this long before they request it again.
    #[must_use]
    pub fn max_age(self, time: Duration) -> Self {
        let value = format!("public, max-age={}", time.as_secs());
        match HeaderValue::try_from(value) {
            Ok(value) => self.header(CACHE_CONTROL, value),
            Err(_) => self,
        }
    }

    /// Adds a header to every response with the document, or replaces one.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Points clients to it where nothing is served: a 404 has a `Link` header with its path and this
    /// relation, such as `ai-catalog`.
    #[must_use]
    pub fn linked_as(self, relation: &'static str) -> Self {
        Self { relation: Some(relation), ..self }
    }

    pub(super) fn respond(&self, head: &Parts) -> Response<Body> {
        let mut response = match head.method {
            Method::GET | Method::HEAD if self.is_known(&head.headers) => {
                Body::empty(StatusCode::NOT_MODIFIED)
            }
            Method::GET | Method::HEAD => Response::new(Body::new(self.text.clone())),
            Method::OPTIONS => Body::empty(StatusCode::NO_CONTENT),
            _ => Body::empty(StatusCode::METHOD_NOT_ALLOWED),
        };
        let status = response.status();
        let headers = response.headers_mut();
        headers.extend(self.headers.clone());
        headers.insert(ETAG, self.tag.clone());
        if status != StatusCode::OK {
            headers.remove(CONTENT_TYPE);
        }
        if status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD, OPTIONS"));
        }
        response
    }

    /// Whether the client has this document already.
    ///
    /// Source: [RFC 9110, section 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2).
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
        let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
        tags.any(|tag| tag == "*" || self.tag == tag.strip_prefix("W/").unwrap_or(tag))
    }
}

impl Http {
    /// Serves a public document at a path, such as a file by which a directory verifies who owns
    /// the server.
    ///
    /// Unlike a [route](Self::route) it says the same to everybody: it needs no authorization and
    /// no particular host name, and a page of any origin may read it.
    #[must_use]
    pub fn document(mut self, path: impl Into<String>, document: Document) -> Self {
        self.documents = self.documents.iter().cloned().chain([(path.into(), document)]).collect();
        self
    }

    /// Checks that each document can be read.
    ///
    /// # Errors
    ///
    /// When something else is served at its path, such as another document.
    pub(super) fn check_documents(&self, others: &[Option<&String>]) -> Result<()> {
        for (place, (path, _)) in self.documents.iter().enumerate() {
            let mut earlier = self.documents[..place].iter();
            let problem = if !path.starts_with('/') {
                NO_PATH
            } else if earlier.any(|(other, _)| other == path) || others.contains(&Some(path)) {
                TAKEN
            } else {
                continue;
            };
            return Err(Error::other(format!("document `{path}`: {problem}")));
        }
        Ok(())
    }

    /// Points a client that has found nothing to the documents that say where to look.
    pub(super) fn link_documents(&self, mut refusal: Refusal) -> Refusal {
        for (path, document) in &*self.documents {
            let link = document.relation.map(|relation| format!("<{path}>; rel=\"{relation}\""));
            if let Some(Ok(link)) = link.map(HeaderValue::try_from) {
                refusal = refusal.header(LINK, link);
            }
        }
        refusal
    }

    /// The document that is served at a path.
    pub(super) fn document_at(&self, path: &str) -> Option<&Document> {
        self.documents.iter().find(|(served, _)| served == path).map(|(_, document)| document)
    }
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn status(document: &Document, method: Method, known: &[&str]) -> StatusCode {
        let mut request = Request::builder().method(method);
        for tags in known {
            request = request.header(IF_NONE_MATCH, *tags);
        }
        document.respond(&request.body(()).unwrap().into_parts().0).status()
    }

    #[test]
    fn a_client_that_has_it_is_not_sent_it_again() {
        let document = Document::new("text/plain", "abc");
        let tag = document.tag.to_str().unwrap().to_owned();
        let weak = format!("W/{tag}");
        let list = format!("\"other\", {tag}");
        for known in [&[&*tag][..], &[&weak], &[&list], &["*"], &["\"other\"", &tag]] {
            assert_eq!(status(&document, Method::GET, known), 304, "{known:?}");
            assert_eq!(status(&document, Method::HEAD, known), 304, "{known:?}");
        }
        for known in [&[][..], &["\"other\""], &["other"], &[""], &[tag.trim_matches('"')]] {
            assert_eq!(status(&document, Method::GET, known), 200, "{known:?}");
        }
        assert_ne!(tag, Document::new("text/plain", "abd").tag);
    }
}
