//! A tool of the catalog.

use std::sync::Arc;

use super::{Entry, Feature};
use crate::protocol::{TaskSupport, Tool, ToolAnnotations, ToolExecution};
use crate::schema::{Mirrored, OutputSchema};
use crate::server::handler::{Handler, Target, ToolDef, icons, meta};
use crate::server::rate_limit::Limiter;
use crate::server::result_limit::ResultLimit;
use crate::server::tasks::TaskDef;

/// How many characters of a result Claude Code shows to the model, if it is more than by default.
///
/// Source: [Claude Code, "MCP output limits"](https://docs.anthropic.com/en/docs/claude-code/mcp#mcp-output-limits-and-warnings).
const SHOWN_KEY: &str = "anthropic/maxResultSizeChars";

/// A tool of the catalog.
pub(crate) struct ToolEntry {
    pub(crate) tool: Tool,
    pub(crate) handler: Arc<Handler>,
    /// The arguments that are mirrored in headers, or what is wrong with them.
    pub(crate) mirrored: Result<Arc<[Mirrored]>, Vec<String>>,
    allow_dots: bool,
    location: String,
}

impl ToolEntry {
    pub(crate) fn new(
        name: String,
        def: &ToolDef,
        output: Option<OutputSchema>,
        handler: Handler,
    ) -> Self {
        let title = def.title.map_or_else(|| title(&name), str::to_owned);
        let mut tool = Tool::new(name, handler.target.spec.schema.schema.clone());
        tool.description = Some(def.description.to_owned()).filter(|text| !text.is_empty());
        if let Some(output) = output {
            tool.wrap = output.wrap;
            tool.output_schema = Some(output.schema.into());
        }
        tool.annotations = Some(annotations(def, title.clone()));
        tool.title = Some(title);
        tool.icons = icons(def.icons);
        tool.meta = meta(def.meta);
        if def.large_result {
            let shown = ResultLimit::shown(def.max_result);
            tool.meta.get_or_insert_default().insert(SHOWN_KEY.to_owned(), shown.into());
        }
        if let Some(ui) = def.ui {
            ui.write(&mut tool.meta);
        }
        tool.execution = def.task.map(execution);
        Self {
            mirrored: Mirrored::of(&tool.input_schema),
            tool,
            handler: Arc::new(handler),
            allow_dots: def.allow_dots,
            location: def.location.to_owned(),
        }
    }

    /// Creates the entry of a tool that has no definition.
    pub(crate) fn of(tool: Tool, handler: Handler, location: &str) -> Self {
        let mirrored = Mirrored::of(&tool.input_schema);
        let (handler, location) = (Arc::new(handler), location.to_owned());
        Self { mirrored, tool, handler, allow_dots: true, location }
    }

    /// Adds the limits of the tool, or else of all.
    pub(crate) fn limit(&mut self, limiter: &Arc<Limiter>) {
        // The handler is not shared yet.
        if let Some(handler) = Arc::get_mut(&mut self.handler) {
            let Target { rate, concurrency, .. } = handler.target;
            handler.gate = limiter.gate(&self.tool.name, rate, concurrency);
            let of_all = limiter.max_result().map(ResultLimit::new);
            handler.target.max_result = handler.target.max_result.or(of_all);
        }
    }

    /// Whether arguments are mirrored in headers.
    pub(crate) fn mirrors(&self) -> bool {
        self.mirrored.as_ref().is_ok_and(|mirrored| !mirrored.is_empty())
    }

    /// Checks the name and the headers. Model providers accept `[A-Za-z0-9_-]{1,64}` as a name; the
    /// specification allows more.
    pub(crate) fn check(&self, mistakes: &mut Vec<String>) {
        let name = &self.tool.name;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let fits = name.bytes().all(|byte| plain(byte) || (self.allow_dots && byte == b'.'));
        if !fits || name.is_empty() || name.len() > 64 {
            mistakes.push(format!(
                "tool `{name}` ({}): a name has 1 to 64 of A-Z a-z 0-9 _ and -",
                self.location
            ));
        }
        let limit = self.handler.target.max_result;
        if limit.is_some_and(|limit| limit.is_of_text()) && self.tool.output_schema.is_some() {
            mistakes.push(format!(
                "tool `{name}` ({}): only text can be shortened, and it has an output schema: remove \
                 `truncate`",
                self.location
            ));
        }
        let wrong = self.mirrored.as_ref().err().into_iter().flatten();
        mistakes.extend(wrong.map(|wrong| format!("tool `{name}` ({}): {wrong}", self.location)));
    }
}

/// The title, and the hints that the author gave or that follow from them.
///
/// The other hints are left out: a client then assumes the specification's defaults, which are that
/// a tool may be destructive and interact with anything. Writing those out would be a claim that
/// the author did not make.
fn annotations(def: &ToolDef, title: String) -> ToolAnnotations {
    let read_only = def.read_only.or(def.destructive.filter(|said| *said).map(|said| !said));
    let destructive = def.destructive.or(read_only.filter(|said| *said).map(|said| !said));
    let mut annotations = ToolAnnotations::default();
    annotations.title = Some(title);
    annotations.read_only_hint = read_only;
    annotations.destructive_hint = destructive;
    annotations.idempotent_hint = def.idempotent;
    annotations.open_world_hint = def.open_world;
    annotations
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
    let words = words.trim();
    let first = words.chars().next().into_iter();
    let first = first.flat_map(char::to_uppercase);
    first.chain(words.chars().skip(1)).collect()
}

impl Entry for ToolEntry {
    const WHAT: &'static str = "tool";

    fn key(&self) -> &str {
        &self.tool.name
    }

    fn location(&self) -> &str {
        &self.location
    }

    fn handler(&self) -> &Handler {
        &self.handler
    }

    fn feature(&self) -> Feature<'_> {
        Feature::Tool(&self.tool)
    }
}
