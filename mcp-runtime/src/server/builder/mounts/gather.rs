//! Puts mounted servers together, and what they add to the one that they are mounted in.

use std::mem::take;
use std::sync::Arc;

use super::MountedServer;
use super::subscriptions::{MountedGuards, dispatch};
use crate::server::builder::changes::{Start, and};
use crate::server::builder::{ServerBuilder, layered_tools, store};
use crate::server::catalog::{Catalog, Entries};
use crate::server::checks::Check;
use crate::server::current_catalog::{Catalogs, Current};
use crate::server::extensions::DeclaredExtensions;
use crate::server::handler::Handler;
use crate::server::hooks::Hooks;
use crate::server::mounts::{Level, Mount, MountChanges, Mounts, as_seen};
use crate::server::namespace::Namespace;
use crate::server::rate_limit::Limiter;
use crate::server::replicas::GivenStore;
use crate::server::subscriptions::SubscriptionGuards;
use crate::server::{Abilities, List};

/// The outermost server, and what it gets from those that are mounted in it.
pub(in crate::server::builder) struct Gathering<'a> {
    pub(in crate::server::builder) mounts: &'a mut Mounts,
    pub(in crate::server::builder) checks: &'a mut Vec<(String, Check)>,
    pub(in crate::server::builder) abilities: &'a mut Abilities,
    pub(in crate::server::builder) on_subscribe: &'a mut Option<SubscriptionGuards>,
    pub(in crate::server::builder) start: &'a mut Option<Start>,
    pub(in crate::server::builder) declared: &'a DeclaredExtensions,
    pub(in crate::server::builder) limiter: &'a Arc<Limiter>,
    pub(in crate::server::builder) store: Option<&'a GivenStore>,
    pub(in crate::server::builder) flat_ui_key: bool,
    pub(in crate::server::builder) mistakes: &'a mut Vec<String>,
}

/// Puts all servers together that are mounted in the outermost, and adds what clients see of them.
#[inline]
pub(super) fn gather_all(
    mounted: Vec<MountedServer>,
    catalog: &mut Catalog,
    mut all: Gathering<'_>,
) {
    let outermost = Arc::new(Level::outermost(all.limiter));
    let mut guards = MountedGuards::new();
    for mounted in mounted {
        let gathered = mounted.gather(&outermost, &mut guards, &mut all);
        *all.abilities = all.abilities.and(gathered.abilities);
        catalog.extend(gathered.entries, all.mistakes);
    }
    if !guards.is_empty() {
        *all.on_subscribe = Some(dispatch(guards, all.on_subscribe.take()));
    }
}

impl Gathering<'_> {
    /// Takes the readiness checks of a mounted server, and what is started with it.
    #[inline]
    fn take_over(&mut self, server: &mut ServerBuilder, index: usize, namespace: &Namespace) {
        let checks = take(&mut server.checks).into_iter();
        self.checks.extend(checks.map(|(name, check)| (namespace.name(&name), check)));
        if let Some(start) = server.start.take() {
            let start: Start = Box::new(move |outermost| outermost.with_mount(index, start));
            *self.start = and(self.start.take(), Some(start));
        }
    }
}

/// What clients see of a mounted server through the one that it is mounted in.
struct Gathered {
    entries: Entries,
    abilities: Abilities,
}

/// Moves entries into the mounted server of a level.
#[inline]
fn take_in(level: &Arc<Level>, entries: &mut Entries, flat_ui_key: bool) {
    for tool in &mut entries.tools {
        if let Some(preview) = tool.preview.as_mut().and_then(Arc::get_mut) {
            preview.mount_preview(&level.place);
        }
    }
    entries.edit_handlers(&mut |handler: &mut Handler| level.admit(handler));
    entries.set_flat_ui_key(flat_ui_key);
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

    /// Puts the server together, and those that are mounted in it.
    #[inline]
    fn gather(
        self,
        outer: &Arc<Level>,
        guards: &mut MountedGuards,
        all: &mut Gathering<'_>,
    ) -> Gathered {
        let location = self.location();
        let Self { prefix, mut server, .. } = self;
        let misplaced = server.outer_settings().map(|setting| {
            format!("{location}: the mounted server sets `{setting}`; set it on the outermost server instead")
        });
        all.mistakes.extend(misplaced);
        let index = all.mounts.begin();
        let limits = store::or_store(take(&mut server.limits.of_tools), all.store);
        let level = Arc::new(Level {
            place: outer.place.inside(index, &prefix),
            limiter: Limiter::new(limits, Some(index)),
            has_rules: outer.has_rules || server.visible.is_some(),
            has_layers: outer.has_layers || server.layered.is_some(),
            location,
            outer: Some(Arc::clone(outer)),
        });
        server.states.insert(all.declared.clone());
        let namespace = &level.place.namespace;
        guards.extend(server.on_subscribe.take().map(|guard| (index, guard)));
        all.take_over(&mut server, index, namespace);
        let mut catalog = Catalog::default();
        for mut entries in take(&mut server.entries) {
            take_in(&level, &mut entries, server.flat_ui_key && all.flat_ui_key);
            entries.check_needs(&server.states, all.mistakes);
            catalog.insert(entries, all.mistakes);
        }
        let mut abilities = server.abilities;
        for mounted in take(&mut server.mounts) {
            let gathered = mounted.gather(&level, guards, all);
            abilities = abilities.and(gathered.abilities);
            catalog.insert(gathered.entries, all.mistakes);
        }
        if !abilities.dynamic[List::Tools] {
            layered_tools::check(&server.layered_tools, &catalog, all.mistakes);
        }
        let seen = as_seen(&catalog, &namespace.below(&outer.place.namespace), &level.location);
        let derive = move |catalog| {
            let mut current = Current::new(catalog, abilities);
            // A call becomes a task before it crosses into a mounted server.
            current.has_tasks = false;
            current
        };
        let mount = Mount {
            states: server.states,
            catalogs: Catalogs::new(catalog, abilities.dynamic.any(), Box::new(derive)),
            hooks: Hooks {
                directory: None,
                layered: server.layered,
                visible: server.visible,
                on_complete: server.on_complete,
                on_roots_changed: None,
                reads_requests: true,
            },
            place: level.place.clone(),
            changes: Some(Box::new(level)),
        };
        if let Some(place) = all.mounts.all.get_mut(index) {
            *place = Some(Arc::new(mount));
        }
        Gathered { entries: seen, abilities }
    }
}
