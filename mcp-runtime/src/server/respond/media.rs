//! Images and audio.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::protocol::{Block, CallToolResult, ContentBlock};

/// An image as the result of a tool.
///
/// ```
/// use mcp_runtime::{Image, tool};
///
/// /// Draws a dot.
/// #[tool]
/// fn dot() -> Image {
///     Image::png(b"...")
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Image(ContentBlock);

impl Image {
    /// Creates an image from its bytes and their media type.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: &str) -> Self {
        Self(ContentBlock::image(STANDARD.encode(bytes), mime_type))
    }

    /// Creates a PNG image.
    pub fn png(bytes: impl AsRef<[u8]>) -> Self {
        Self::new(bytes, "image/png")
    }

    /// Creates a JPEG image.
    pub fn jpeg(bytes: impl AsRef<[u8]>) -> Self {
        Self::new(bytes, "image/jpeg")
    }
}

impl From<Image> for ContentBlock {
    fn from(image: Image) -> Self {
        image.0
    }
}

/// Audio as the result of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Audio(ContentBlock);

impl Audio {
    /// Creates audio from its bytes and their media type.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: &str) -> Self {
        Self(ContentBlock::audio(STANDARD.encode(bytes), mime_type))
    }

    /// Creates audio from a WAV file.
    pub fn wav(bytes: impl AsRef<[u8]>) -> Self {
        Self::new(bytes, "audio/wav")
    }
}

impl From<Audio> for ContentBlock {
    fn from(audio: Audio) -> Self {
        audio.0
    }
}

impl Block for Image {}
impl Block for Audio {}

impl From<Image> for CallToolResult {
    fn from(image: Image) -> Self {
        Self::new(vec![image.into()])
    }
}

impl From<Audio> for CallToolResult {
    fn from(audio: Audio) -> Self {
        Self::new(vec![audio.into()])
    }
}
