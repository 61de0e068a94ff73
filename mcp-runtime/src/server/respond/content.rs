//! Conversions of content into the result of a tool.

use std::fmt::Display;

use super::{Audio, Image};
use crate::protocol::{CallToolResult, ContentBlock, EmbeddedResource, ResourceLink};

impl From<()> for CallToolResult {
    fn from((): ()) -> Self {
        Self::new(Vec::new())
    }
}

impl From<Vec<ContentBlock>> for CallToolResult {
    fn from(content: Vec<ContentBlock>) -> Self {
        Self::new(content)
    }
}

/// A failed closure of [`Server::add_tool`](crate::Server::add_tool) reports why to the model.
impl<T: Into<Self>, E: Display> From<Result<T, E>> for CallToolResult {
    fn from(result: Result<T, E>) -> Self {
        result.map_or_else(|error| Self::error(format!("{error:#}")), Into::into)
    }
}

macro_rules! block {
    ($($content:ty),* $(,)?) => {
        $(impl From<$content> for CallToolResult {
            fn from(content: $content) -> Self {
                Self::new(vec![content.into()])
            }
        })*
    };
}

block!(ContentBlock, String, &str, Image, Audio, ResourceLink, EmbeddedResource);

macro_rules! scalar {
    ($($scalar:ty),* $(,)?) => {
        $(impl From<$scalar> for CallToolResult {
            fn from(scalar: $scalar) -> Self {
                scalar.to_string().into()
            }
        })*
    };
}

scalar!(bool, char, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64,);

impl From<ResourceLink> for ContentBlock {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(Box::new(link))
    }
}

impl From<EmbeddedResource> for ContentBlock {
    fn from(resource: EmbeddedResource) -> Self {
        Self::Resource(Box::new(resource))
    }
}
