//! The settings that only the outermost server can have.

use crate::protocol::ProtocolVersion;
use crate::server::builder::ServerBuilder;

impl ServerBuilder {
    /// Those that this server has all the same.
    #[inline]
    pub(super) fn outer_settings(&self) -> impl Iterator<Item = &'static str> {
        let is_set = [
            ("versions", self.versions != ProtocolVersion::ALL),
            ("cache_lists", self.cache.is_some()),
            ("limits", self.limits.are_of_server()),
            ("telemetry", !self.observers.is_empty() || self.on_span.is_some()),
            ("tool_directory", self.tool_directory.is_some()),
            ("on_roots_changed", self.on_roots_changed.is_some()),
            ("state_keys", !self.state_keys.is_empty()),
            ("tasks", self.tasks.is_some()),
            ("store", self.store.is_some()),
            ("extension", !self.extensions.is_empty() || self.has_methods()),
            ("other_protocol", self.other_protocol.is_some() || self.has_other_handlers()),
        ];
        let of_server = is_set.into_iter().filter_map(|(name, is_set)| is_set.then_some(name));
        of_server.chain(self.states.settings().iter().copied())
    }

    #[inline]
    fn has_methods(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entries| !(entries.methods.is_empty() && entries.around.is_empty()))
    }

    #[inline]
    fn has_other_handlers(&self) -> bool {
        self.entries.iter().any(|entries| !entries.of_protocol.is_empty())
    }
}
