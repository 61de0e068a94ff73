//! Puts a mounted server together, and what it adds to the one that it is mounted in.

use std::mem::take;
use std::sync::Arc;

use super::MountedServer;
use crate::server::Abilities;
use crate::server::builder::{layered_tools, store};
use crate::server::catalog::{Catalog, Entries};
use crate::server::checks::Check;
use crate::server::current_catalog::{Catalogs, Current};
use crate::server::extensions::DeclaredExtensions;
use crate::server::handler::Handler;
use crate::server::hooks::Hooks;
use crate::server::mounts::{Mount, MountPlace, Mounts, as_seen};
use crate::server::rate_limit::Limiter;
use crate::server::replicas::GivenStore;

/// What is gathered from all mounted servers.
pub(in crate::server::builder) struct Gathering<'a> {
    pub(in crate::server::builder) mounts: Mounts,
    pub(in crate::server::builder) checks: Vec<(String, Check)>,
    pub(in crate::server::builder) abilities: &'a mut Abilities,
    pub(in crate::server::builder) declared: &'a DeclaredExtensions,
    pub(in crate::server::builder) store: Option<&'a GivenStore>,
    pub(in crate::server::builder) flat_ui_key: bool,
    pub(in crate::server::builder) mistakes: &'a mut Vec<String>,
}

/// One of the servers that are mounted in one another, from the outside in.
pub(in crate::server::builder) struct Level<'a> {
    pub(in crate::server::builder) place: MountPlace,
    pub(in crate::server::builder) limiter: Arc<Limiter>,
    pub(in crate::server::builder) has_rules: bool,
    pub(in crate::server::builder) has_layers: bool,
    pub(in crate::server::builder) outer: Option<&'a Self>,
}

impl Level<'_> {
    /// The outermost server, whose own rule and layers run anyway.
    pub(in crate::server::builder) fn outermost(limiter: Arc<Limiter>) -> Self {
        let place = MountPlace::default();
        Self { place, limiter, has_rules: false, has_layers: false, outer: None }
    }

    /// Limits the handlers of the server of this level, as it does and those around it do.
    pub(in crate::server::builder) fn limit(&self, entries: &mut Entries, flat_ui_key: bool) {
        entries.edit_handlers(&mut |handler| {
            let mut level = Some(self);
            while let Some(Self { limiter, place, outer, .. }) = level {
                handler.limit(limiter, &place.namespace);
                level = *outer;
            }
        });
        if !flat_ui_key {
            for tool in &mut entries.tools {
                tool.drop_flat_key();
            }
        }
    }

    /// Moves entries into the mounted server of this level.
    #[inline]
    fn take_in(&self, entries: &mut Entries) {
        for tool in &mut entries.tools {
            if let Some(preview) = tool.preview.as_mut().and_then(Arc::get_mut) {
                preview.mount_preview(&self.place);
            }
        }
        entries.edit_handlers(&mut |handler: &mut Handler| {
            handler.mount(&self.place, self.has_rules, self.has_layers);
        });
    }
}

impl MountedServer {
    /// How and where it is mounted, as in `mount("weather", ..)` at src/main.rs:3:5.
    #[inline]
    fn location(&self) -> String {
        let Self { prefix, at, .. } = self;
        if prefix.is_empty() {
            format!("`mount_flat(..)` at {at}")
        } else {
            format!("`mount({prefix:?}, ..)` at {at}")
        }
    }

    /// Gathers the server, and those that are mounted in it; returns what clients see of them through
    /// the server that it is mounted in.
    #[inline]
    pub(super) fn gather(self, outer: &Level<'_>, all: &mut Gathering<'_>) -> Entries {
        let location = self.location();
        let Self { prefix, mut server, .. } = self;
        let misplaced = server.outer_settings().map(|setting| {
            format!("{location}: the mounted server sets `{setting}`; set it on the outermost server instead")
        });
        all.mistakes.extend(misplaced);
        let index = all.mounts.begin();
        let limits = store::or_store(take(&mut server.limits.of_tools), all.store);
        let level = Level {
            place: outer.place.inside(index, &prefix),
            limiter: Limiter::new(limits, Some(index)),
            has_rules: outer.has_rules || server.visible.is_some(),
            has_layers: outer.has_layers || server.layered.is_some(),
            outer: Some(outer),
        };
        server.states.insert(all.declared.clone());
        let namespace = level.place.namespace.clone();
        let checks = take(&mut server.checks).into_iter();
        all.checks.extend(checks.map(|(name, check)| (namespace.name(&name), check)));
        let mut catalog = Catalog::default();
        for mut entries in take(&mut server.entries) {
            level.take_in(&mut entries);
            level.limit(&mut entries, server.flat_ui_key && all.flat_ui_key);
            entries.check_needs(&server.states, all.mistakes);
            catalog.insert(entries, all.mistakes);
        }
        for mounted in take(&mut server.mounts) {
            let entries = (mounted.gather)(mounted, &level, all);
            catalog.insert(entries, all.mistakes);
        }
        layered_tools::check(&server.layered_tools, &catalog, all.mistakes);
        let seen = as_seen(&catalog, &namespace.below(&outer.place.namespace), &location);
        let abilities = server.abilities;
        all.abilities.updates |= abilities.updates;
        all.abilities.services = all.abilities.services.or(abilities.services);
        let mut current = Current::new(catalog, abilities);
        // A call becomes a task before it crosses into a mounted server.
        current.has_tasks = false;
        let mount = Mount {
            states: server.states,
            catalogs: Catalogs::Fixed(Box::new(current)),
            hooks: Hooks {
                layered: server.layered,
                visible: server.visible,
                on_complete: server.on_complete,
                on_roots_changed: None,
                reads_requests: true,
            },
            place: level.place,
        };
        if let Some(place) = all.mounts.all.get_mut(index) {
            *place = Some(Arc::new(mount));
        }
        seen
    }
}
