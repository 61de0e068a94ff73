//! The parts of a result that a model reads.

use mcp_runtime_client::protocol::{
    Annotations, CallToolResult, ContentBlock, EmbeddedResource, ResourceContents, ResourceLink,
    Role,
};
use serde_json::Value;

use super::base64::decoded_len;
use super::media::{Media, has_fair_sides, sound};
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
        mime_type: &'static str,
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
    /// How many bytes all data of a turn may have.
    pub(super) in_all: usize,
    pub(super) audio: bool,
    /// How many PDFs of a turn, and how many bytes each may have.
    pub(super) pdfs: usize,
    pub(super) pdf: usize,
    pub(super) documents: bool,
}

impl Shows {
    /// Images and nothing else: how many bytes each may have, and all of a turn.
    pub(super) const fn images(image: usize, in_all: usize) -> Self {
        Self { image, in_all, audio: false, pdfs: 0, pdf: 0, documents: false }
    }
}

/// How many images, sounds and PDFs of a turn are shown: beyond, Bedrock refuses the request, and
/// Anthropic takes images of 2,000 pixels only:
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html>,
/// <https://platform.claude.com/docs/en/build-with-claude/vision>.
pub(super) const MAX_FILES: usize = 20;

/// How many texts of a result stay apart.
const MAX_TEXTS: usize = 100;

/// The longest URI and the longest media type that are repeated.
const MAX_URI: usize = 2_000;
const MAX_TYPE: usize = 100;

/// What may still be shown of the results of a turn.
#[derive(Debug)]
pub(super) struct Room {
    shows: Shows,
    files: usize,
}

impl Room {
    pub(super) fn new(shows: Shows) -> Self {
        Self { shows, files: MAX_FILES }
    }

    /// Whether there is room for data of a size, which it takes.
    fn takes(&mut self, size: usize) -> bool {
        let left = self.shows.in_all.checked_sub(size).zip(self.files.checked_sub(1));
        if let Some((bytes, files)) = left {
            (self.shows.in_all, self.files) = (bytes, files);
        }
        left.is_some()
    }

    /// As `takes`, for a PDF.
    fn takes_pdf(&mut self, size: usize) -> bool {
        let takes = self.shows.pdfs > 0 && size <= self.shows.pdf && self.takes(size);
        self.shows.pdfs -= usize::from(takes);
        takes
    }
}

/// The parts of a result, with at most so many bytes of text.
pub(super) fn parts<'r>(
    result: &'r CallToolResult,
    room: &mut Room,
    max_text: usize,
) -> Vec<Part<'r>> {
    let blocks = result.content.iter().filter(|block| !is_for_user(block));
    let content_parts: Vec<Part<'r>> = blocks.filter_map(|block| part(block, room)).collect();
    let mut parts = with_structured(content_parts, result);
    let texts = || parts.iter().filter(|part| part.is_text());
    if texts().map(Part::text_len).sum::<usize>() > max_text || texts().count() > MAX_TEXTS {
        let place = parts.iter().position(Part::is_text).unwrap_or_default();
        let (texts, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(Part::is_text);
        let text = join_lines(texts.into_iter().filter_map(Part::into_text));
        parts = others;
        parts.insert(place, Part::Text(shorten(text, max_text)));
    }
    parts
}

impl Part<'_> {
    fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Json { .. } | Self::Document { .. })
    }

    fn text_len(&self) -> usize {
        match self {
            Self::Text(text) | Self::Json { text, .. } => text.len(),
            Self::Document { uri, text } => uri.len() + text.len(),
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

fn part<'r>(block: &'r ContentBlock, room: &mut Room) -> Option<Part<'r>> {
    match block {
        // Anthropic refuses blocks in which nothing is to be read.
        ContentBlock::Text(block) => {
            Some(&block.text).filter(|text| !is_blank(text)).map(|text| Part::Text(text.clone()))
        }
        ContentBlock::Image(block) => Some(media(&block.mime_type, &block.data, None, room)),
        ContentBlock::Audio(block) => Some(media(&block.mime_type, &block.data, None, room)),
        ContentBlock::ResourceLink(link) => Some(Part::Text(link_in_words(link))),
        ContentBlock::Resource(block) => Some(embedded(block, room)),
        _ => Some(Part::Text("[content of an unknown type, not shown]".to_owned())),
    }
}

/// Whether there is nothing to be read in a text.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control())
}

fn link_in_words(link: &ResourceLink) -> String {
    let name = link.title.as_ref().unwrap_or(&link.name);
    let mime_type = link.mime_type.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let text = format!("{name}{mime_type}: {}", link.uri);
    join_lines([text].into_iter().chain(link.description.clone()))
}

fn embedded<'r>(block: &'r EmbeddedResource, room: &mut Room) -> Part<'r> {
    match &block.resource {
        ResourceContents::Text(contents) => {
            let uri = contents.uri.as_str();
            let text = contents.text.clone();
            if room.shows.documents && !is_blank(&text) {
                Part::Document { uri, text }
            } else {
                Part::Text(format!("{uri}:\n{text}"))
            }
        }
        ResourceContents::Blob(contents) => {
            let mime_type = contents.mime_type.as_deref().unwrap_or("application/octet-stream");
            media(mime_type, &contents.blob, Some(&contents.uri), room)
        }
        _ => Part::Text("[a resource of an unknown type, not shown]".to_owned()),
    }
}

/// Data as the models of the provider see it, or what is not shown.
fn media<'r>(mime_type: &str, data: &'r str, uri: Option<&'r str>, room: &mut Room) -> Part<'r> {
    let uri = uri.map(|uri| cut(uri, MAX_URI));
    let mime_type = cut(mime_type, MAX_TYPE);
    let Some(size) = decoded_len(data).filter(|size| *size > 0) else {
        return not_shown(uri, &format!("{mime_type} that is not Base64"));
    };
    let essence = mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let media = Media::of(data);
    match media {
        Some(Media::Picture { mime_type, width, height })
            if has_fair_sides(width, height) && size <= room.shows.image && room.takes(size) =>
        {
            return Part::Image { mime_type, data };
        }
        Some(Media::Pdf) if room.takes_pdf(size) => {
            return Part::Pdf { uri: uri.unwrap_or_default(), data };
        }
        None if room.shows.audio => {
            if let Some(mime_type) = sound(&essence).filter(|_| room.takes(size)) {
                return Part::Audio { mime_type, data };
            }
        }
        _ => {}
    }
    let sides = match media {
        Some(Media::Picture { width, height, .. }) if !has_fair_sides(width, height) => {
            format!(" and {width} x {height} pixels")
        }
        _ => String::new(),
    };
    not_shown(uri, &format!("{mime_type} of {size} bytes{sides}"))
}

/// The beginning of a text, of at most so many bytes.
fn cut(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
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
