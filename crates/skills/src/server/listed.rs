//! The `SKILL.md` files among the resources of a server.

use std::collections::HashSet;
use std::sync::Arc;

use mcp_runtime::protocol::{Resource, ResourceContents};
use mcp_runtime::{Context, HandlerClosure, Result, Server};

use super::source::SkillSource;

/// Reads the resource that is asked for.
pub(super) fn reader<S: SkillSource>(
    source: &Arc<S>,
) -> impl HandlerClosure<(Context,), Value = Result<Option<ResourceContents>>> + use<S> {
    let source = Arc::clone(source);
    move |context: Context| {
        let source = Arc::clone(&source);
        async move { source.read(context.uri().unwrap_or_default(), &context).await }
    }
}

/// Updates the `SKILL.md` files that are listed as resources, if they differ; `swap` puts the new
/// ones in place.
///
/// # Errors
///
/// When the resources of the server cannot change.
pub(super) fn change_listed<S: SkillSource + Clone>(
    server: &Server,
    source: &S,
    old: &[Resource],
    new: Vec<Resource>,
    swap: impl FnOnce(),
) -> Result<()> {
    if old == new {
        swap();
        return Ok(());
    }
    let source = Arc::new(source.clone());
    server.change_resources(|resources| {
        let kept: HashSet<&str> = new.iter().map(|new| new.uri.as_str()).collect();
        for resource in old.iter().filter(|old| !kept.contains(old.uri.as_str())) {
            resources.remove(&resource.uri);
        }
        for resource in new {
            resources.set(resource, reader(&source))?;
        }
        swap();
        Ok(())
    })
}
