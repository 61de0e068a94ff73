//! Skills as an extension of a server.

use std::sync::Arc;

use mcp_runtime::{Changes, IntoExtension, ServerBuilder};

use super::files::Skills;
use super::listed::reader;
use super::service::SkillService;
use super::source::SkillSource;

/// Skills from a [source](SkillSource) of your own, for
/// [`ServerBuilder::extension`](mcp_runtime::ServerBuilder::extension).
#[derive(Clone, Debug)]
pub struct SkillsFrom<S>(pub S);

impl<S: SkillSource> IntoExtension for SkillsFrom<S> {
    #[track_caller]
    fn add_to(self, mut server: ServerBuilder) -> ServerBuilder {
        let source = Arc::new(self.0);
        if source.can_change() {
            server = server.changes(Changes::new().resources());
        }
        match source.open() {
            Ok(resources) => {
                for resource in resources {
                    server = server.add_resource(resource, reader(&source));
                }
            }
            Err(mistakes) => {
                for mistake in mistakes {
                    server = server.mistake(mistake);
                }
            }
        }
        server.extension(SkillService::new(source))
    }
}

impl IntoExtension for Skills {
    #[track_caller]
    fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        SkillsFrom(self).add_to(server)
    }
}
