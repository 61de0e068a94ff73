//! Mounted servers whose lists change while they run.

use std::sync::Arc;

use super::{Mount, MountPlace};
use crate::error::{Error, Result};
use crate::server::catalog::{Entry, Features, ToolEntry};
use crate::server::current_catalog::Catalogs;
use crate::server::dynamic::replace;
use crate::server::handler::Handler;
use crate::server::rate_limit::Limiter;
use crate::server::{Inner, List};

/// The longest name of a tool that model providers accept.
const LONGEST_NAME: usize = 64;

/// The longest name of a prompt, and the longest URI, with what comes before it in a server that is
/// mounted: servers that relay to each other must not make them longer and longer.
const LONGEST_KEY: usize = 1024;

/// One of the servers that are mounted in one another: what its handlers are limited by, and where it
/// is mounted.
pub(in crate::server) struct Level {
    pub(in crate::server) place: MountPlace,
    pub(in crate::server) limiter: Arc<Limiter>,
    pub(in crate::server) has_rules: bool,
    pub(in crate::server) has_layers: bool,
    /// How and where it is mounted, as in `mount("weather", ..)` at src/main.rs:3:5.
    pub(in crate::server) location: String,
    pub(in crate::server) outer: Option<Arc<Self>>,
}

/// What happens in the servers around a mounted one when that changes.
///
/// It is a trait so that a program without mounts contains none of this code.
pub(in crate::server) trait MountChanges: Send + Sync {
    /// Moves a handler into the mounted server.
    fn admit(&self, handler: &mut Handler);

    /// Offers a changed list of the mounted server in those that it is mounted in.
    fn publish(&self, inner: &Inner, mount: &Mount, list: List);
}

impl Level {
    /// The outermost server.
    #[inline]
    pub(in crate::server) fn outermost(limiter: &Arc<Limiter>) -> Self {
        Self {
            place: MountPlace::default(),
            limiter: Arc::clone(limiter),
            has_rules: false,
            has_layers: false,
            location: String::new(),
            outer: None,
        }
    }

    /// Offers features of the mounted server instead of those that it had.
    #[inline]
    fn offer<F: Entry>(
        &self,
        inner: &Inner,
        features: &mut Features<F>,
        entries: impl Iterator<Item = F>,
    ) {
        let entries = entries.map(|entry| self.check(entry));
        let is_ours = |entry: &F| {
            let mount = entry.handler().mount.as_ref();
            mount.is_some_and(|mount| inner.mounts.is_within(mount.index, self.place.index))
        };
        replace(features, entries, is_ours, &self.location);
    }

    #[inline]
    fn check<F: Entry>(&self, entry: F) -> Result<F> {
        let longest = if F::WHAT == ToolEntry::WHAT { LONGEST_NAME } else { LONGEST_KEY };
        let key = entry.key();
        if key.len() <= longest || self.place.namespace.is_flat() {
            return Ok(entry);
        }
        Err(Error::other(format!(
            "`{key}` has {} characters, and may have {longest}: mount the server with a shorter prefix",
            key.len()
        )))
    }
}

impl MountChanges for Arc<Level> {
    #[inline]
    fn admit(&self, handler: &mut Handler) {
        handler.mount(&self.place, self.has_rules, self.has_layers);
        let mut level = Some(self);
        while let Some(one) = level {
            handler.limit(&one.limiter, &one.place.namespace);
            level = one.outer.as_ref();
        }
    }

    #[inline]
    fn publish(&self, inner: &Inner, mount: &Mount, list: List) {
        let parent = self.place.parent.and_then(|index| inner.mounts.get(index));
        let around = parent.unwrap_or(&inner.outermost);
        let (Catalogs::Changing(changed), Catalogs::Changing(offered)) =
            (&mount.catalogs, &around.catalogs)
        else {
            return;
        };
        let namespace = self.place.namespace.below(&around.place.namespace);
        let before = {
            let mut offered = offered.write();
            let mut catalog = offered.newest_catalog().clone();
            let changed = changed.read();
            let seen = changed.newest_catalog();
            let at = &self.location;
            match list {
                List::Tools => {
                    let tools = seen.tools.iter().map(|tool| tool.within(&namespace, at));
                    self.offer(inner, &mut catalog.tools, tools);
                }
                List::Prompts => {
                    let prompts = seen.prompts.iter().map(|prompt| prompt.within(&namespace, at));
                    self.offer(inner, &mut catalog.prompts, prompts);
                }
                List::Resources => {
                    let resources = seen.resources.iter().map(|one| one.within(&namespace, at));
                    self.offer(inner, &mut catalog.resources, resources);
                    let templates = seen.templates.iter().map(|one| one.within(&namespace, at));
                    self.offer(inner, &mut catalog.templates, templates);
                }
            }
            offered.replace(catalog)
        };
        drop(before);
        if let Some(changes) = &around.changes {
            changes.publish(inner, around, list);
        }
    }
}
