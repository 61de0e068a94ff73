//! The `clientInfo` and `capabilities` of a client: how long they may be, and what they take to keep.

use crate::jsonrpc::{ErrorObject, memory_of_members};
use crate::protocol::{ClientCapabilities, Icon, Implementation};

/// How many bytes `clientInfo` and `capabilities` may have together.
const MAX_CLIENT_BYTES: usize = 64 * 1024;

/// Checks that the `clientInfo` and `capabilities` of a client are short enough to be read.
///
/// # Errors
///
/// When it is not.
pub(super) fn check_length(what: &str, bytes: usize) -> Result<(), ErrorObject> {
    if bytes <= MAX_CLIENT_BYTES {
        return Ok(());
    }
    Err(ErrorObject::invalid_params(format!(
        "{what} may have {MAX_CLIENT_BYTES} bytes together, not {bytes}"
    )))
}

/// What a client declares of itself: its `clientInfo` and its `capabilities`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientFacts {
    /// Name and version; a self-report, never a ground for trust.
    pub info: Option<Implementation>,
    /// What it can be asked to do.
    pub capabilities: ClientCapabilities,
}

impl ClientFacts {
    /// About how many bytes it takes to keep what the client was free to make long.
    ///
    /// Read JSON may take many times the memory of its text.
    pub(crate) fn weight(&self) -> usize {
        self.info.as_ref().map_or(0, name) + capabilities(&self.capabilities)
    }
}

fn name(info: &Implementation) -> usize {
    let texts = [&info.title, &info.description, &info.website_url];
    let texts = texts.into_iter().flatten().chain([&info.name, &info.version]);
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
