//! What 2026-07-28 dropped: core tasks, and the envelope of questions. What results are in older
//! revisions is in the files of those.

use super::{NotExpressible, Revision};
use crate::protocol::{
    capabilities::{ClientCapabilities, ServerCapabilities, TasksCapability},
    elicitation::ElicitParams,
    meta::Meta,
    sampling::CreateMessageParams,
    tool_definition::Tool,
};

/// The extension that took the place of core tasks.
const TASKS: &str = "io.modelcontextprotocol/tasks";

pub(super) struct V2026_07_28;

impl Revision for V2026_07_28 {
    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        capabilities.roots_list_changed = false;
        fold_tasks(&mut capabilities.tasks, &mut capabilities.extensions);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        fold_tasks(&mut capabilities.tasks, &mut capabilities.extensions);
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

/// Tasks are an extension; an entry that is there already wins.
fn fold_tasks(tasks: &mut Option<TasksCapability>, extensions: &mut Option<Meta>) {
    if let Some(tasks) = tasks.take() {
        let extensions = extensions.get_or_insert_default();
        extensions.entry(TASKS).or_insert_with(|| tasks.to_value());
    }
    extensions.take_if(|extensions| extensions.is_empty());
}
