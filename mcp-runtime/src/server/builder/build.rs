//! Builds a server from the settings of its builder.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::layered_tools;
use super::mounts::Gathering;
use super::{Limits, ServerBuilder, limits, other_protocol, store};
use crate::error::{Error, Result};
use crate::protocol::{CacheScope, ServerInfo};
use crate::server::asking::Sealer;
use crate::server::catalog::Catalog;
use crate::server::checks::Checks;
use crate::server::extensions::Extensions;
use crate::server::layer::RequestService;
use crate::server::mounts::{Mount, MountPlace, Mounts};
use crate::server::namespace::Namespace;
use crate::server::observe::Observers;
use crate::server::other_protocol::OtherProtocol;
use crate::server::rate_limit::Limiter;
use crate::server::replicas::OpenedStore;
use crate::server::{
    Abilities, Cache, Catalogs, Current, Hooks, Inner, Introduction, List, ListSettings,
    Monitoring, Persistence, Server, Subscriptions,
};
use crate::session::SessionConfig;

/// The checked registrations.
struct Registered {
    catalog: Catalog,
    extensions: Extensions,
    other_protocol: Option<Arc<dyn OtherProtocol>>,
    limiter: Arc<Limiter>,
    sealer: Arc<Sealer>,
    mounts: Mounts,
}

impl ServerBuilder {
    /// Builds the server, unless there are mistakes: these or others.
    pub(super) fn build_with(mut self, mistakes: Vec<String>, is_started: bool) -> Result<Server> {
        let instructions = self.all_instructions();
        let sees_requests = self.sees_requests();
        let serves_mcp = self.serves_mcp();
        let Registered { catalog, extensions, other_protocol, limiter, sealer, mounts } =
            self.register(mistakes)?;
        let opened = self.store.map(|given| given.open(&sealer)).transpose()?;
        let (store, sharing) = opened.map(OpenedStore::into_parts).unwrap_or_default();
        let info = ServerInfo::from(self.info);
        let abilities = self.abilities;
        let dynamic = self.abilities.dynamic;
        let derive = Box::new(move |catalog| Current::new(catalog, abilities));
        let can_notify = can_notify(abilities, &catalog, &extensions);
        let tasks = store::tasks(self.tasks, catalog.task(), dynamic[List::Tools], store)?;
        let reads_requests =
            sees_requests || catalog.reads_requests() || extensions.reads_requests();
        let methods = extensions.methods().collect();
        let hint = other_protocol.as_deref().map(other_protocol::hint);
        let around = extensions.are_around_tools().then(RequestService::innermost);
        let outermost = Arc::new(Mount {
            states: self.states,
            catalogs: Catalogs::new(catalog, dynamic.any(), derive),
            hooks: Hooks {
                layered: self.layered.or(around),
                directory: self.tool_directory,
                visible: self.visible,
                on_complete: self.on_complete,
                on_roots_changed: self.on_roots_changed,
                reads_requests,
            },
            place: MountPlace::default(),
            changes: None,
        });
        let inner = Inner {
            introduction: Introduction { info: Arc::new(info), instructions, needs: self.needs },
            outermost,
            mounts,
            callers: self.limits.caller_values(),
            lists: list_settings(&self.limits, self.cache, dynamic.any()),
            extensions,
            subscriptions: Subscriptions::new(abilities, can_notify, self.on_subscribe),
            monitoring: Monitoring {
                observers: Observers::new(self.observers),
                on_span: self.on_span,
                checks: Checks::new(self.checks),
            },
            limits: self.limits.for_server(limiter),
            persistence: Persistence { tasks, retries: self.limits.retries(sealer), sharing },
            other_protocol,
            serves_mcp,
        };
        let max_in_flight = self.limits.max_in_flight.unwrap_or(limits::MAX_IN_FLIGHT);
        let limited = SessionConfig::new(self.versions, max_in_flight);
        let session_config = Arc::new(limited.with_methods(methods).with_hint(hint));
        let server = Server::outermost(Arc::new(inner), session_config);
        server.0.monitoring.observers.open(&server);
        if is_started && let Some(start) = self.start {
            start(&server);
        }
        Ok(server)
    }

    /// Takes what was registered out of the builder.
    ///
    /// # Errors
    ///
    /// If there are mistakes: all of them, those given and those found.
    fn register(&mut self, mut mistakes: Vec<String>) -> Result<Registered> {
        let mut entries = mem::take(&mut self.entries);
        let extensions = mem::take(&mut self.extensions);
        let declared = extensions.declared();
        self.states.insert(declared.clone());
        let extensions = extensions.build(&mut entries, &self.states, &mut mistakes);
        let given = self.other_protocol.take();
        let other_protocol =
            other_protocol::build(given, &mut entries, &self.states, &mut mistakes);
        let limits = mem::take(&mut self.limits.of_tools);
        let limiter = Limiter::new(store::or_store(limits, self.store.as_ref()), None);
        let mut catalog = Catalog::default();
        for mut entries in entries {
            entries.edit_handlers(&mut |handler| handler.limit(&limiter, &Namespace::default()));
            entries.set_flat_ui_key(self.flat_ui_key);
            entries.check_needs(&self.states, &mut mistakes);
            catalog.extend(entries, &mut mistakes);
        }
        let mut mounts = Mounts::default();
        if let Some(first) = self.mounts.first() {
            let gathering = Gathering {
                mounts: &mut mounts,
                checks: &mut self.checks,
                abilities: &mut self.abilities,
                on_subscribe: &mut self.on_subscribe,
                start: &mut self.start,
                declared: &declared,
                limiter: &limiter,
                store: self.store.as_ref(),
                flat_ui_key: self.flat_ui_key,
                mistakes: &mut mistakes,
            };
            (first.gather)(mem::take(&mut self.mounts), &mut catalog, gathering);
        }
        // Pages may be added later, too.
        if !self.abilities.dynamic[List::Resources] {
            catalog.check_pages(&mut mistakes);
        }
        // So may tools.
        if !self.abilities.dynamic[List::Tools] {
            layered_tools::check(&self.layered_tools, &catalog, &mut mistakes);
        }
        if self.versions.is_empty() {
            let hint = "name at least one protocol version";
            mistakes.push(format!("`versions` was called with an empty list: {hint}"));
        }
        let keys = mem::take(&mut self.state_keys);
        let sealer = store::sealer(keys, self.store.as_ref(), &mut mistakes);
        if mistakes.is_empty() {
            Ok(Registered { catalog, extensions, other_protocol, limiter, sealer, mounts })
        } else {
            Err(Error::build(mistakes))
        }
    }

    /// Whether anything besides the handlers reads requests.
    fn sees_requests(&self) -> bool {
        let around = self.layered.is_some() || self.on_span.is_some() || self.visible.is_some();
        let has_callbacks = self.on_roots_changed.is_some() || self.on_complete.is_some();
        around
            || has_callbacks
            || self.abilities.dynamic.any()
            || self.mounts.iter().any(|mounted| mounted.server.sees_requests())
    }
}

/// Whether clients can be notified of anything besides lists.
fn can_notify(abilities: Abilities, catalog: &Catalog, extensions: &Extensions) -> bool {
    let can_watch = catalog.is_watched() || abilities.dynamic[List::Resources];
    let can_ask = catalog.asks() || extensions.asks();
    abilities.updates || can_watch || can_ask || catalog.task().is_some()
}

/// How lists are paged and cached.
fn list_settings(limits: &Limits, cache: Option<Cache>, can_change: bool) -> ListSettings {
    let cache = cache.unwrap_or_else(|| {
        if can_change {
            Cache { ttl: Duration::ZERO, scope: CacheScope::Private }
        } else {
            Cache { ttl: Duration::from_secs(300), scope: CacheScope::Public }
        }
    });
    ListSettings { page_size: limits.page_size.unwrap_or(usize::MAX), cache }
}
