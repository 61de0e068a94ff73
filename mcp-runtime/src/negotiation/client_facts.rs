//! The `clientInfo` and `capabilities` of a client: their maximum length, and their size in memory.

use crate::jsonrpc::{ErrorObject, memory_of_members};
use crate::protocol::{ClientCapabilities, Icon, Implementation};

/// The maximum total length of `clientInfo` and `capabilities`, in bytes.
const MAX_CLIENT_BYTES: usize = 64 * 1024;

/// Checks that the `clientInfo` and `capabilities` of a client are short enough to be parsed.
///
/// # Errors
///
/// When they are too long.
pub(super) fn check_length(what: &str, bytes: usize) -> Result<(), ErrorObject> {
    if bytes <= MAX_CLIENT_BYTES {
        return Ok(());
    }
    Err(ErrorObject::invalid_params(format!(
        "{what} may take at most {MAX_CLIENT_BYTES} bytes in total, not {bytes}"
    )))
}

/// What a client declares about itself: its `clientInfo` and its `capabilities`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientFacts {
    /// Name and version; self-reported, so never to be trusted.
    pub info: Option<Implementation>,
    /// The features that it supports.
    pub capabilities: ClientCapabilities,
}

impl ClientFacts {
    /// The approximate memory in bytes of the parts whose length the client determines.
    ///
    /// Parsed JSON may take many times the memory of its text.
    pub(crate) fn weight(&self) -> usize {
        self.info.as_ref().map_or(0, name) + capabilities(&self.capabilities)
    }
}

fn name(info: &Implementation) -> usize {
    let texts = [&info.title, &info.description, &info.website_url]
        .into_iter()
        .flatten()
        .chain([&info.name, &info.version]);
    texts.map(String::len).chain(info.icons.iter().map(icon)).sum()
}

fn icon(icon: &Icon) -> usize {
    let sizes = icon.sizes.iter().flatten().map(|size| size.len() + size_of::<String>());
    size_of::<Icon>() + icon.src.len() + sizes.sum::<usize>()
}

fn capabilities(capabilities: &ClientCapabilities) -> usize {
    let ClientCapabilities { experimental, extensions, other, tasks, .. } = capabilities;
    let (requests, of_tasks) =
        tasks.as_ref().map_or((None, None), |tasks| (tasks.requests.as_ref(), Some(&tasks.other)));
    let maps = [experimental.as_ref(), extensions.as_ref(), Some(other), requests, of_tasks];
    maps.into_iter().flatten().map(memory_of_members).sum()
}
