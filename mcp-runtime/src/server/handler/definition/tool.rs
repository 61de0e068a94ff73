//! The definition of a tool.

use serde_json::Value;

use super::{CallDef, IconDef, icons, meta, text};
use crate::protocol::{TaskSupport, Tool, ToolAnnotations, ToolExecution};
use crate::schema::{OutputSchema, SchemaError};
use crate::server::apps::UiDef;
use crate::server::result_limit::ResultLimit;
use crate::server::tasks::TaskDef;

/// How many characters of a result Claude Code shows to the model, if it is more than by default.
///
/// Source: [Claude Code, "MCP output limits"](https://docs.anthropic.com/en/docs/claude-code/mcp#mcp-output-limits-and-warnings).
const SHOWN_KEY: &str = "anthropic/maxResultSizeChars";

/// The definition of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    /// The name.
    pub name: &'static str,
    /// The human-readable title.
    pub title: Option<&'static str>,
    /// What it does.
    pub description: &'static str,
    /// Whether it is read-only.
    pub read_only: Option<bool>,
    /// Whether it may be destructive.
    pub destructive: Option<bool>,
    /// Whether repeating a call has no further effect.
    pub idempotent: Option<bool>,
    /// Whether it interacts with external entities.
    pub open_world: Option<bool>,
    /// Its icons.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// Whether clients are asked to show large results.
    pub large_result: bool,
    /// Whether the name may contain dots.
    pub allow_dots: bool,
    /// Its settings for a page.
    pub ui: Option<UiDef>,
    /// The schema of its result, if that has one.
    pub output: fn() -> Option<Result<OutputSchema, SchemaError>>,
    /// How its calls run.
    pub call: CallDef,
    /// Its location in the source.
    pub location: &'static str,
}

impl ToolDef {
    /// An empty definition.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: "",
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        icons: &[],
        meta: &[],
        large_result: false,
        allow_dots: false,
        ui: None,
        output: || None,
        call: CallDef::EMPTY,
        location: "",
    };

    /// The tool as it is listed under this name.
    pub(crate) fn listed(&self, name: String, input: Value, output: Option<OutputSchema>) -> Tool {
        let title = self.title.map_or_else(|| title(&name), str::to_owned);
        let mut tool = Tool::new(name, input);
        tool.description = text(self.description);
        if let Some(output) = output {
            tool.wrap = output.wrap;
            tool.output_schema = Some(output.schema.into());
        }
        tool.annotations = Some(self.annotations(title.clone()));
        tool.title = Some(title);
        tool.icons = icons(self.icons);
        tool.meta = meta(self.meta);
        if self.large_result {
            let shown = ResultLimit::shown(self.call.max_result);
            tool.meta.get_or_insert_default().insert(SHOWN_KEY.to_owned(), shown.into());
        }
        if let Some(ui) = self.ui {
            ui.write(&mut tool.meta);
        }
        tool.execution = self.call.task.map(execution);
        tool
    }

    /// The title, and the hints that the author gave or that follow from them.
    ///
    /// The other hints are left out: a client then assumes the specification's defaults, which are
    /// that a tool may be destructive and interact with anything. Writing those out would be a claim
    /// that the author did not make.
    fn annotations(&self, title: String) -> ToolAnnotations {
        let read_only = self.read_only.or(self.destructive.filter(|said| *said).map(|said| !said));
        let destructive = self.destructive.or(read_only.filter(|said| *said).map(|said| !said));
        let mut annotations = ToolAnnotations::default();
        annotations.title = Some(title);
        annotations.read_only_hint = read_only;
        annotations.destructive_hint = destructive;
        annotations.idempotent_hint = self.idempotent;
        annotations.open_world_hint = self.open_world;
        annotations
    }
}

/// Whether a call is a task, as declared in 2025-11-25.
fn execution(task: TaskDef) -> ToolExecution {
    let support = if task.required { TaskSupport::Required } else { TaskSupport::Optional };
    let mut execution = ToolExecution::default();
    execution.task_support = Some(support);
    execution
}

/// Turns the name into words: `search_notes` becomes "Search notes".
fn title(name: &str) -> String {
    let words = name.replace(['_', '-', '.'], " ");
    let mut letters = words.trim().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
