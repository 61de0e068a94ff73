//! Features that no modern revision has: core tasks, and the envelope of questions. Differences in
//! older results are in the files of those revisions.

use serde_json::Map;

use super::{NotExpressible, RevisionStep};
use crate::{
    capabilities::{ClientCapabilities, ServerCapabilities},
    elicitation::ElicitParams,
    extension::ExtensionId,
    protocol_version::ProtocolVersion,
    sampling::CreateMessageParams,
    tool_definition::Tool,
};

/// The last step to a modern revision, which is this one.
pub(super) struct Modern(pub(super) ProtocolVersion);

impl RevisionStep for Modern {
    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        capabilities.roots_list_changed = false;
        // The extension does not cover running requests of the server as tasks.
        capabilities.tasks = None;
        capabilities.keep_extensions(self.0);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        if capabilities.tasks.take().is_some() {
            capabilities.declare(ExtensionId::TASKS, Map::new());
        }
        capabilities.keep_extensions(self.0);
    }

    fn tool(&self, tool: &mut Tool) {
        tool.execution = None;
    }

    fn elicit(&self, params: &mut ElicitParams) -> Result<(), NotExpressible> {
        match params {
            ElicitParams::Form(form) => {
                form.task = None;
                form.meta = None;
            }
            ElicitParams::Url(url) => {
                url.elicitation_id = None;
                url.task = None;
                url.meta = None;
            }
        }
        Ok(())
    }

    fn create_message(&self, params: &mut CreateMessageParams) -> Result<(), NotExpressible> {
        params.task = None;
        params.meta = None;
        Ok(())
    }
}
