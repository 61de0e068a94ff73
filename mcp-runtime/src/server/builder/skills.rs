//! The skills that a server offers.

use std::panic::Location;
use std::sync::Arc;

use super::ServerBuilder;
use crate::server::IntoExtension as _;
use crate::server::catalog::Entries;
use crate::server::dynamic::List;
use crate::server::skills::{SkillService, SkillSource, entry};

impl ServerBuilder {
    /// Offers skills, with the extension `io.modelcontextprotocol/skills`: from
    /// [`skills!`](macro@crate::skills), from [`Skills::dir`](crate::Skills::dir), or from your own
    /// [source](SkillSource).
    #[track_caller]
    pub fn skills<S: SkillSource>(mut self, source: S) -> Self {
        let at = Location::caller();
        let mut entries = Entries::default();
        let source = Arc::new(source);
        match source.open() {
            Ok(resources) => {
                for resource in resources {
                    match entry(&source, resource) {
                        Ok(entry) => entries.resources.push(entry),
                        Err(wrong) => entries.mistakes.push(wrong.to_string()),
                    }
                }
            }
            Err(wrong) => {
                entries.mistakes.extend(wrong.iter().map(|wrong| format!("{wrong} ({at})")));
            }
        }
        self.abilities.dynamic[List::Resources] |= source.can_change();
        self.entries.push(entries);
        let mut added = SkillService::new(source).into_added(at);
        self.entries.extend(added.take_entries());
        self.extensions.add(added);
        self
    }
}
