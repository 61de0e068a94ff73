//! What a client says of itself: how long it may be, and what it costs to keep.

use super::ClientFacts;
use crate::jsonrpc::{ErrorObject, memory_of_members};
use crate::protocol::{ClientCapabilities, Icon, Implementation};

/// How many bytes a client may say of itself.
const LONGEST: usize = 64 * 1024;

/// Looks whether what a client says of itself is short enough to be read.
///
/// # Errors
///
/// When it is not.
pub(super) fn check_length(what: &str, bytes: usize) -> Result<(), ErrorObject> {
    if bytes <= LONGEST {
        return Ok(());
    }
    Err(ErrorObject::invalid_params(format!(
        "{what} may have {LONGEST} bytes together, not {bytes}"
    )))
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
