//! Servers that are mounted in others: each keeps its own names, states and layers.
//!
//! Everything else, such as tasks, subscriptions and limits of requests, belongs to the outermost
//! server. `builder/mounts` puts them together.

mod crossing;
mod level;
mod rewrite;
mod visible;

use std::borrow::Cow;
use std::sync::Arc;

use super::catalog::{Catalog, Entries, Feature};
use super::current_catalog::Catalogs;
use super::handler::{Handler, HandlerMount};
use super::hooks::Hooks;
use super::namespace::Namespace;
use super::{Context, Handle, Inner, Server, States};
use crate::session::SessionConfig;
use crossing::{enter, enter_preview};
use visible::is_shown;

pub(super) use crossing::{Crossing, MountedHandles};
pub(super) use level::{Level, MountChanges};

/// What belongs to one of the servers that are mounted in one another: also to the outermost.
pub(super) struct Mount {
    pub(super) states: States,
    pub(super) catalogs: Catalogs,
    pub(super) hooks: Hooks,
    pub(super) place: MountPlace,
    /// Tells those around it of changes; `None` for the outermost.
    pub(super) changes: Option<Box<dyn MountChanges>>,
}

/// The servers that are mounted in one, and in those.
#[derive(Default)]
pub(super) struct Mounts {
    /// By their indices; `None` while one is being put together.
    pub(super) all: Vec<Option<Arc<Mount>>>,
    /// Whether the rules of mounted servers show a feature of a handler.
    ///
    /// It is a pointer so that a program without mounts contains none of this code.
    pub(super) is_shown: Option<fn(&Context, &HandlerMount, Feature<'_>) -> bool>,
}

impl Mounts {
    /// The mounted server of an index.
    #[inline]
    fn get(&self, index: usize) -> Option<&Arc<Mount>> {
        self.all.get(index)?.as_ref()
    }

    /// Whether the server of an index is another one, or is mounted in that.
    #[inline]
    fn is_within(&self, index: usize, other: Option<usize>) -> bool {
        let mut index = Some(index);
        while index != other {
            let Some(mount) = index.and_then(|index| self.get(index)) else { return false };
            index = mount.place.parent;
        }
        true
    }

    /// Adds a server that is being put together; returns its index.
    #[inline]
    pub(super) fn begin(&mut self) -> usize {
        self.is_shown = Some(is_shown);
        self.all.push(None);
        self.all.len() - 1
    }
}

/// Where a server is mounted; the default is the outermost server.
#[derive(Clone, Default)]
pub(super) struct MountPlace {
    /// Its index among the mounted servers.
    pub(super) index: Option<usize>,
    /// The index of the server that it is mounted in.
    pub(super) parent: Option<usize>,
    /// What clients see before its names and URIs.
    pub(super) namespace: Namespace,
}

impl MountPlace {
    /// The place of a server that is mounted here.
    #[inline]
    pub(super) fn inside(&self, index: usize, prefix: &str) -> Self {
        let namespace = Namespace::of(prefix).within(&self.namespace);
        Self { index: Some(index), parent: self.index, namespace }
    }
}

impl Mount {
    /// The next mounted server on the way from this one to that of a handler; `None` at its end.
    #[inline]
    fn next<'a>(&self, mounts: &'a Mounts, handler: &HandlerMount) -> Option<&'a Arc<Self>> {
        if self.place.index == Some(handler.index) {
            return None;
        }
        let mut mount = mounts.get(handler.index)?;
        while mount.place.parent != self.place.index {
            mount = mounts.get(mount.place.parent?)?;
        }
        Some(mount)
    }
}

impl Handler {
    /// Moves the handler into a mounted server. The rules of that and of those around it may hide it.
    #[inline]
    pub(super) fn mount(&mut self, place: &MountPlace, has_rules: bool, has_layers: bool) {
        let Some(index) = place.index else { return };
        self.target.kind = self.target.kind.within(&place.namespace);
        self.target.reads_meta |= has_layers;
        self.target.is_restricted |= has_rules;
        self.mount = Some(HandlerMount { index, enter, has_rules });
    }
}

impl Handler {
    /// Moves the handler that makes previews of a tool into a mounted server.
    #[inline]
    pub(super) fn mount_preview(&mut self, place: &MountPlace) {
        self.mount(place, false, false);
        if let Some(mount) = &mut self.mount {
            mount.enter = enter_preview;
        }
    }
}

impl Server {
    /// The server of which handlers are called that are not mounted.
    pub(super) fn outermost(inner: Arc<Inner>, session_config: Arc<SessionConfig>) -> Self {
        let mount = Arc::clone(&inner.outermost);
        Self(Arc::new(Handle {
            inner,
            mount,
            crossing: None,
            mounted: MountedHandles::new(),
            session_config,
            network: None,
        }))
    }

    /// What belongs to the server that handlers of a request run in.
    pub(super) fn mount(&self) -> &Mount {
        &self.0.mount
    }

    /// What belongs to the mounted server of a handler, if it is in one.
    #[inline]
    pub(super) fn mount_of(&self, handler: &Handler) -> Option<&Mount> {
        self.0.mounts.get(handler.mount.as_ref()?.index).map(|mount| &**mount)
    }

    /// A URI of this server as clients see it, who are connected to the outermost.
    #[inline]
    pub(super) fn outermost_uri<'a>(&self, uri: &'a str) -> Cow<'a, str> {
        self.mount().place.namespace.uri(uri)
    }
}

/// What a server offers, as clients see it through the one that it is mounted in.
#[inline]
pub(super) fn as_seen(catalog: &Catalog, namespace: &Namespace, mounted: &str) -> Entries {
    let resources = catalog.resources.iter().chain(catalog.templates.iter());
    Entries {
        tools: catalog.tools.iter().map(|tool| tool.within(namespace, mounted)).collect(),
        prompts: catalog.prompts.iter().map(|prompt| prompt.within(namespace, mounted)).collect(),
        resources: resources.map(|resource| resource.within(namespace, mounted)).collect(),
        ..Entries::default()
    }
}
