//! Subscriptions to the resources of mounted servers that watch their resources.

use std::sync::Arc;

use crate::error::Result;
use crate::server::Context;
use crate::server::response::BoxFuture;
use crate::server::subscriptions::{BoxGuard, SubscriptionGuards};

/// What watches the resources of mounted servers, by their indices.
pub(super) type MountedGuards = Vec<(usize, SubscriptionGuards)>;

/// Watches each resource as its own server does, or as the outermost does if that has no way of its
/// own.
#[inline]
pub(super) fn dispatch(
    mounted: MountedGuards,
    outermost: Option<SubscriptionGuards>,
) -> SubscriptionGuards {
    let guards = Arc::new((mounted, outermost));
    SubscriptionGuards::new(move |context, uri| {
        let guards = Arc::clone(&guards);
        async move {
            let (mounted, outermost) = &*guards;
            match begin(context, uri, mounted, outermost.as_ref()) {
                Some(guard) => guard.await.map(Some),
                None => Ok(None),
            }
        }
    })
}

#[inline]
fn begin(
    mut context: Context,
    uri: String,
    mounted: &MountedGuards,
    outermost: Option<&SubscriptionGuards>,
) -> Option<BoxFuture<Result<BoxGuard>>> {
    let server = context.server().clone();
    let current = server.current();
    let handler = current
        .find_resource(&uri, |entry| context.can_see(entry))
        .map(|(entry, _)| &entry.handler);
    let own = handler.and_then(|handler| {
        let index = handler.mount.as_ref()?.index;
        let (_, guards) = mounted.iter().find(|(of, _)| *of == index)?;
        Some((handler, guards))
    });
    let Some((handler, guards)) = own else {
        return Some(outermost?.watch(context, uri));
    };
    context.enter_mount(handler);
    let local = context.server().mount().place.namespace.local_uri(&uri).into_owned();
    Some(guards.watch(context, local))
}
