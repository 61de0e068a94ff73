//! The contents of resources: text or bytes.

use serde::{Deserialize, Serialize};

use super::meta::Meta;

/// The contents of a resource: text or bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes.
    Blob(BlobResourceContents),
}

impl ResourceContents {
    /// Creates text contents.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text(TextResourceContents {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
            meta: None,
        })
    }

    /// Creates contents from Base64-encoded bytes.
    pub fn blob(uri: impl Into<String>, blob: impl Into<String>) -> Self {
        Self::Blob(BlobResourceContents {
            uri: uri.into(),
            mime_type: None,
            blob: blob.into(),
            meta: None,
        })
    }

    /// Returns the text of text contents.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(&text.text),
            Self::Blob(_) => None,
        }
    }

    /// Fills in the URI, the media type and entries of `_meta` if they are missing.
    #[doc(hidden)]
    pub fn complete(&mut self, uri: &str, mime_type: Option<&str>, meta: Option<&Meta>) {
        let (own_uri, own_type, own_meta) = match self {
            Self::Text(text) => (&mut text.uri, &mut text.mime_type, &mut text.meta),
            Self::Blob(blob) => (&mut blob.uri, &mut blob.mime_type, &mut blob.meta),
        };
        if own_uri.is_empty() {
            uri.clone_into(own_uri);
        }
        if own_type.is_none() {
            *own_type = mime_type.map(str::to_owned);
        }
        for (key, value) in meta.into_iter().flatten() {
            own_meta.get_or_insert_default().entry(key).or_insert_with(|| value.clone());
        }
    }

    /// Returns the `_meta` of the contents.
    pub fn meta(&self) -> Option<&Meta> {
        match self {
            Self::Text(text) => text.meta.as_ref(),
            Self::Blob(blob) => blob.meta.as_ref(),
        }
    }

    /// Returns the media type of the contents, if it is set.
    pub fn mime_type(&self) -> Option<&str> {
        match self {
            Self::Text(text) => text.mime_type.as_deref(),
            Self::Blob(blob) => blob.mime_type.as_deref(),
        }
    }

    /// Sets the media type of the contents.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        let slot = match &mut self {
            Self::Text(text) => &mut text.mime_type,
            Self::Blob(blob) => &mut blob.mime_type,
        };
        *slot = Some(mime_type.into());
        self
    }
}

/// The text of a resource.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// The URI of the resource.
    pub uri: String,
    /// The media type of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text.
    pub text: String,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// The bytes of a resource.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The URI of the resource.
    pub uri: String,
    /// The media type of the bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes in Base64.
    pub blob: String,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}
