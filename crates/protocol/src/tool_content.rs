//! What becomes the result of a tool: texts, scalars, and blocks of content.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use crate::{CallToolResult, ContentBlock, EmbeddedResource, ResourceLink};

/// A type that is nothing but a block of content, also in a list, an `Option` or a pair: unlike
/// text, which is data there.
pub trait Block: Into<ContentBlock> {}

impl Block for ContentBlock {}
impl Block for ResourceLink {}
impl Block for EmbeddedResource {}

impl<B: Block> From<Vec<B>> for CallToolResult {
    fn from(content: Vec<B>) -> Self {
        Self::new(content.into_iter().map(Into::into).collect())
    }
}

/// What may also be absent: blocks, lists and pairs of them, and whole results. Text is not among
/// these, as it is data in an `Option`.
pub trait Blocks {
    /// The content.
    fn blocks(self) -> CallToolResult;
}

impl<B: Block> Blocks for B {
    fn blocks(self) -> CallToolResult {
        CallToolResult::new(vec![self.into()])
    }
}

impl Blocks for CallToolResult {
    fn blocks(self) -> CallToolResult {
        self
    }
}

macro_rules! blocks {
    ($([$($parameters:tt)*] $content:ty;)*) => {
        $(impl<$($parameters)*> Blocks for $content {
            fn blocks(self) -> CallToolResult {
                self.into()
            }
        })*
    };
}

blocks! {
    [B: Block] Vec<B>;
    [A: Into<ContentBlock>, B: Block] (A, B);
    [A: Into<ContentBlock>, B: Block, C: Block] (A, B, C);
    [A: Into<ContentBlock>, B: Block] (A, Vec<B>);
    [B: Block] (B, String);
    [B: Block] (B, &str);
}

/// `None` is a result without content.
impl<T: Blocks> From<Option<T>> for CallToolResult {
    fn from(content: Option<T>) -> Self {
        content.map_or_else(|| Self::new(Vec::new()), Blocks::blocks)
    }
}

/// A block with what is said about it.
impl<A: Into<ContentBlock>, B: Block> From<(A, B)> for CallToolResult {
    fn from((first, second): (A, B)) -> Self {
        Self::new(vec![first.into(), second.into()])
    }
}

impl<A: Into<ContentBlock>, B: Block, C: Block> From<(A, B, C)> for CallToolResult {
    fn from((first, second, third): (A, B, C)) -> Self {
        Self::new(vec![first.into(), second.into(), third.into()])
    }
}

/// Text and several blocks.
impl<A: Into<ContentBlock>, B: Block> From<(A, Vec<B>)> for CallToolResult {
    fn from((first, others): (A, Vec<B>)) -> Self {
        let others = others.into_iter().map(Into::into);
        Self::new(std::iter::once(first.into()).chain(others).collect())
    }
}

impl<B: Block> From<(B, String)> for CallToolResult {
    fn from((first, text): (B, String)) -> Self {
        Self::new(vec![first.into(), text.into()])
    }
}

impl<B: Block> From<(B, &str)> for CallToolResult {
    fn from((first, text): (B, &str)) -> Self {
        Self::new(vec![first.into(), text.into()])
    }
}

impl From<()> for CallToolResult {
    #[inline]
    fn from((): ()) -> Self {
        Self::new(Vec::new())
    }
}

/// A failed closure of `Server::add_tool` reports why to the model.
impl<T: Into<Self>, E: Display> From<Result<T, E>> for CallToolResult {
    fn from(result: Result<T, E>) -> Self {
        result.map_or_else(|error| Self::error(format!("{error:#}")), Into::into)
    }
}

macro_rules! block {
    ($($content:ty),* $(,)?) => {
        $(impl From<$content> for CallToolResult {
            #[inline]
            fn from(content: $content) -> Self {
                Self::new(vec![content.into()])
            }
        })*
    };
}

block!(
    ContentBlock,
    String,
    &str,
    Cow<'_, str>,
    Box<str>,
    Arc<str>,
    ResourceLink,
    EmbeddedResource,
);

macro_rules! scalar {
    ($($scalar:ty),* $(,)?) => {
        $(impl From<$scalar> for CallToolResult {
            #[inline]
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
