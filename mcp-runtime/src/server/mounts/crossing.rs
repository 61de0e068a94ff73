//! Calls that cross into a mounted server.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::Mount;
use super::rewrite::rewrite;
use crate::negotiation::Members;
use crate::protocol::Method;
use crate::server::handler::Handler;
use crate::server::handler_kind::HandlerKind;
use crate::server::layer::RequestService;
use crate::server::namespace::Namespace;
use crate::server::response::Step;
use crate::server::{Context, Handle, Response, Server};

/// How a call has crossed into a mounted server.
#[derive(Clone)]
pub(in crate::server) struct Crossing {
    /// The server in which the name of the call was found.
    from: Arc<Mount>,
    /// What clients of that server see before names and URIs of the mounted one.
    namespace: Namespace,
    /// Rewrites a response for that server.
    ///
    /// It is a pointer so that the program of a server without mounts contains none of this code.
    rewrite: fn(&Server, &Namespace, &mut Response),
}

/// The handles of a server in each of its mounted servers, by their indices: each is created when the
/// first call crosses into that.
pub(in crate::server) type MountedHandles = OnceLock<Box<[OnceLock<Server>]>>;

impl Server {
    /// The server, if the call has crossed into a mounted one: its response is to be rewritten.
    pub(in crate::server) fn crossed(&self) -> Option<Self> {
        self.0.crossing.as_ref().map(|_| self.clone())
    }

    /// Rewrites a response for the server that the call has crossed from.
    pub(in crate::server) fn rewrite(&self, response: &mut Response) {
        if let Some(crossing) = &self.0.crossing {
            (crossing.rewrite)(self, &crossing.namespace, response);
        }
    }

    /// The server for calls that cross into a mounted one.
    #[inline]
    fn cross(&self, mount: &Arc<Mount>) -> Option<&Self> {
        let Handle { inner, mount: current, crossing, mounted, .. } = &*self.0;
        let handles =
            mounted.get_or_init(|| inner.mounts.all.iter().map(|_| OnceLock::new()).collect());
        Some(handles.get(mount.place.index?)?.get_or_init(|| {
            let from = crossing.as_ref().map_or(current, |crossing| &crossing.from);
            let namespace = mount.place.namespace.below(&from.place.namespace);
            let from = Arc::clone(from);
            self.within(mount, Some(Crossing { from, namespace, rewrite }))
        }))
    }

    /// Runs this with the mounted server of an index.
    #[inline]
    pub(in crate::server) fn with_mount(&self, index: usize, run: impl FnOnce(&Self)) {
        if let Some(mount) = self.0.mounts.get(index) {
            run(&self.within(mount, None));
        }
    }

    /// Returns the server as it is in this mount.
    #[inline]
    fn within(&self, mount: &Arc<Mount>, crossing: Option<Crossing>) -> Self {
        let mount = Arc::clone(mount);
        Self(Arc::new(Handle { mount, crossing, ..self.0.again() }))
    }
}

impl Context {
    /// Continues in the mounted server of a handler, if it is in one, up to the first with layers, if
    /// they are to run; returns them.
    #[inline]
    fn cross(&mut self, handler: &Handler, stops: bool) -> Option<RequestService> {
        let mut server = None;
        let mut layered = None;
        while layered.is_none() {
            let current = server.as_ref().unwrap_or(self.server());
            let Handle { inner, mount, .. } = &*current.0;
            let Some(mount) = handler.mount.as_ref().and_then(|of| mount.next(&inner.mounts, of))
            else {
                break;
            };
            layered = mount.hooks.layered.as_ref().filter(|_| stops).cloned();
            server = Some(current.cross(mount)?.clone());
        }
        let server = server?;
        if let Some(crossing) = &server.0.crossing {
            self.map_reading(|uri| crossing.namespace.local_uri(uri).into());
        }
        self.set_server(server);
        layered
    }

    /// Continues in the mounted server of a handler, if it is in one, for a function of its program
    /// that no layers are around.
    #[inline]
    pub(in crate::server) fn enter_mount(&mut self, handler: &Handler) {
        self.cross(handler, false);
    }
}

/// Continues a call in the mounted server of its handler. If it has layers, they run the call.
#[inline]
pub(super) fn enter(
    handler: &Arc<Handler>,
    context: &mut Context,
    arguments: &Members<'_>,
) -> Option<Step> {
    let layered = context.cross(handler, true)?;
    through(&layered, handler, context, arguments)
}

/// Continues the preview of a call in the mounted server of its tool: no layers are around it, since they
/// would run the call itself.
#[inline]
pub(super) fn enter_preview(
    handler: &Arc<Handler>,
    context: &mut Context,
    _: &Members<'_>,
) -> Option<Step> {
    context.enter_mount(handler);
    None
}

/// Runs a call through the layers of a mounted server: they see it under the name that it has there.
#[inline]
fn through(
    layered: &RequestService,
    handler: &Handler,
    context: &mut Context,
    arguments: &Members<'_>,
) -> Option<Step> {
    let crossed = context.server().clone();
    let mount = &crossed.0.mount;
    // The kind has the name that the outermost server has for it.
    let namespace = &mount.place.namespace;
    let (method, key, target) = match &handler.target.kind {
        HandlerKind::Tool(name) => (Method::CallTool, "name", namespace.local_name(name)),
        HandlerKind::Prompt(name) => (Method::GetPrompt, "name", namespace.local_name(name)),
        HandlerKind::Resource(_) => (Method::ReadResource, "uri", context.uri()?),
        HandlerKind::OfProtocol(..) | HandlerKind::Request(_) => return None,
    };
    let mut params = format!("{{\"{key}\":{}", Value::from(target));
    for (key, json) in [("arguments", arguments.raw), ("_meta", context.meta_text())] {
        if let Some(json) = json {
            // Writing to a text does not fail.
            let _ = write!(params, ",\"{key}\":{json}");
        }
    }
    params.push('}');
    let mut inside = context.take_over();
    inside.set_server(crossed.within(mount, None));
    let step = layered.begin(inside, method, Some(params));
    Some(Step::of_request(method, async move {
        let mut response = step.response().await;
        crossed.rewrite(&mut response);
        response
    }))
}
