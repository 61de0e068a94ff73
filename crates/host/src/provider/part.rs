//! The parts of a result that a model reads.

use mcp_runtime_client::protocol::{
    Annotations, CallToolResult, ContentBlock, EmbeddedResource, ResourceContents, ResourceLink,
    Role,
};
use serde_json::Value;

use super::base64::decoded_len;
use super::shorten::shorten;

/// A part of a result.
#[derive(Debug)]
pub(super) enum Part<'r> {
    Text(String),
    /// Structured content, and its text.
    Json {
        value: Value,
        text: String,
    },
    Image {
        mime_type: &'static str,
        data: &'r str,
    },
    Audio {
        mime_type: &'r str,
        data: &'r str,
    },
    Pdf {
        uri: &'r str,
        data: &'r str,
    },
    /// A text with a title.
    Document {
        uri: &'r str,
        text: String,
    },
}

/// What the models of a provider see beside text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shows {
    /// How many bytes an image may have.
    pub(super) image: usize,
    pub(super) audio: bool,
    pub(super) pdf: bool,
    pub(super) documents: bool,
}

/// The parts of a result, with at most so many bytes of text.
pub(super) fn parts<'r>(
    result: &'r CallToolResult,
    shows: &Shows,
    max_text: usize,
) -> Vec<Part<'r>> {
    let blocks = result.content.iter().filter(|block| !is_for_user(block));
    let parts: Vec<Part<'r>> = blocks.flat_map(|block| part(block, shows)).collect();
    let mut parts = with_structured(parts, result);
    let is_text = |part: &Part<'_>| part.text_len() > 0;
    if parts.iter().map(Part::text_len).sum::<usize>() > max_text {
        let place = parts.iter().position(is_text).unwrap_or_default();
        let (texts, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_text);
        let text = join_lines(texts.into_iter().filter_map(Part::into_text));
        parts = others;
        parts.insert(place, Part::Text(shorten(text, max_text)));
    }
    parts
}

impl Part<'_> {
    fn text_len(&self) -> usize {
        match self {
            Self::Text(text) | Self::Json { text, .. } | Self::Document { text, .. } => text.len(),
            Self::Image { .. } | Self::Audio { .. } | Self::Pdf { .. } => 0,
        }
    }

    /// The part as text, if it is any.
    pub(super) fn into_text(self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Json { text, .. } => Some(text),
            Self::Document { uri, text } => Some(format!("{uri}:\n{text}")),
            Self::Image { .. } | Self::Audio { .. } | Self::Pdf { .. } => None,
        }
    }
}

/// Texts, each on lines of its own.
pub(super) fn join_lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join("\n")
}

/// The content, or the structured content if the content says the same or nothing.
fn with_structured<'r>(mut parts: Vec<Part<'r>>, result: &CallToolResult) -> Vec<Part<'r>> {
    let Some(json) = result.structured_content.as_deref().map(|json| json.get()) else {
        return parts;
    };
    let Ok(value) = serde_json::from_str::<Value>(json) else {
        return parts;
    };
    match parts.as_mut_slice() {
        [] => vec![Part::Json { value, text: json.to_owned() }],
        [Part::Text(text)]
            if serde_json::from_str::<Value>(text).is_ok_and(|same| same == value) =>
        {
            vec![Part::Json { value, text: std::mem::take(text) }]
        }
        _ => parts,
    }
}

fn is_for_user(block: &ContentBlock) -> bool {
    let annotations: Option<&Annotations> = match block {
        ContentBlock::Text(block) => block.annotations.as_ref(),
        ContentBlock::Image(block) => block.annotations.as_ref(),
        ContentBlock::Audio(block) => block.annotations.as_ref(),
        ContentBlock::ResourceLink(block) => block.annotations.as_ref(),
        ContentBlock::Resource(block) => block.annotations.as_ref(),
        _ => None,
    };
    let audience = annotations.and_then(|annotations| annotations.audience.as_deref());
    audience.is_some_and(|audience| matches!(audience, [Role::User]))
}

fn part<'r>(block: &'r ContentBlock, shows: &Shows) -> Option<Part<'r>> {
    match block {
        // Anthropic refuses blocks of empty texts.
        ContentBlock::Text(block) => {
            Some(&block.text).filter(|text| !text.is_empty()).map(|text| Part::Text(text.clone()))
        }
        ContentBlock::Image(block) => Some(media(&block.mime_type, &block.data, None, shows)),
        ContentBlock::Audio(block) => Some(media(&block.mime_type, &block.data, None, shows)),
        ContentBlock::ResourceLink(link) => Some(Part::Text(link_in_words(link))),
        ContentBlock::Resource(block) => Some(embedded(block, shows)),
        _ => Some(Part::Text("[content of an unknown type, not shown]".to_owned())),
    }
}

fn link_in_words(link: &ResourceLink) -> String {
    let name = link.title.as_ref().unwrap_or(&link.name);
    let mime_type = link.mime_type.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let text = format!("{name}{mime_type}: {}", link.uri);
    join_lines([text].into_iter().chain(link.description.clone()))
}

fn embedded<'r>(block: &'r EmbeddedResource, shows: &Shows) -> Part<'r> {
    match &block.resource {
        ResourceContents::Text(contents) => {
            let (uri, text) = (contents.uri.as_str(), contents.text.clone());
            if shows.documents && !text.is_empty() {
                Part::Document { uri, text }
            } else {
                Part::Text(format!("{uri}:\n{text}"))
            }
        }
        ResourceContents::Blob(contents) => {
            let mime_type = contents.mime_type.as_deref().unwrap_or("application/octet-stream");
            media(mime_type, &contents.blob, Some(&contents.uri), shows)
        }
        _ => Part::Text("[a resource of an unknown type, not shown]".to_owned()),
    }
}

/// The media types of images that models see.
fn image_type(mime_type: &str) -> Option<&'static str> {
    match mime_type {
        "image/jpeg" | "image/jpg" => Some("image/jpeg"),
        "image/png" => Some("image/png"),
        "image/gif" => Some("image/gif"),
        "image/webp" => Some("image/webp"),
        _ => None,
    }
}

/// Data as the models of the provider see it, or what is not shown.
fn media<'r>(mime_type: &'r str, data: &'r str, uri: Option<&'r str>, shows: &Shows) -> Part<'r> {
    let Some(size) = decoded_len(data).filter(|size| *size > 0) else {
        return not_shown(uri, &format!("{mime_type} that is not Base64"));
    };
    let essence = mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if let Some(mime_type) = image_type(&essence).filter(|_| size <= shows.image) {
        return Part::Image { mime_type, data };
    }
    if shows.audio && essence.starts_with("audio/") {
        return Part::Audio { mime_type, data };
    }
    if shows.pdf && essence == "application/pdf" {
        return Part::Pdf { uri: uri.unwrap_or_default(), data };
    }
    not_shown(uri, &format!("{mime_type} of {size} bytes"))
}

fn not_shown(uri: Option<&str>, what: &str) -> Part<'static> {
    let uri = uri.map(|uri| format!("{uri}: ")).unwrap_or_default();
    Part::Text(format!("{uri}[{what}, not shown]"))
}

/// The size of data in words.
pub(super) fn in_words(mime_type: &str, data: &str) -> String {
    format!("[{mime_type} of {} bytes]", decoded_len(data).unwrap_or_default())
}

/// The last part of a URI, as the name of a file.
pub(super) fn file_name(uri: &str) -> &str {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}
