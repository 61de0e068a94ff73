//! A tool of the catalog.

use std::sync::Arc;

use super::{Entry, Feature};
use crate::protocol::Tool;
use crate::schema::Mirrored;
use crate::server::handler::{Handler, ToolDef};
use crate::server::namespace::Namespace;

/// A tool of the catalog.
pub(crate) struct ToolEntry {
    pub(crate) tool: Tool,
    pub(crate) handler: Arc<Handler>,
    /// Makes the preview of a call.
    pub(crate) preview: Option<Arc<Handler>>,
    /// The arguments that are mirrored in headers, or what is wrong with them.
    pub(crate) mirrored: Result<Arc<[Mirrored]>, Vec<String>>,
    allow_dots: bool,
    location: String,
}

impl ToolEntry {
    /// Creates the entry of a tool that is called by this name.
    ///
    /// # Errors
    ///
    /// What is wrong with the schema of its result.
    pub(crate) fn new(name: String, def: &ToolDef, mut handler: Handler) -> Result<Self, String> {
        let output = (def.output)().transpose().map_err(|error| {
            format!("the result of {} ({}): {error}", handler.target.kind, def.location)
        })?;
        handler.target.wrap = output.as_ref().is_some_and(|output| output.wrap);
        handler.target.app_only = def.ui.is_some_and(|ui| ui.is_for_app_only());
        handler.target.is_restricted |= handler.target.app_only;
        let tool = def.listed(name, handler.target.spec.schema.schema.clone(), output);
        Ok(Self { allow_dots: def.allow_dots, ..Self::of(tool, handler, def.location) })
    }

    /// Creates the entry of a tool that has no definition.
    pub(crate) fn of(tool: Tool, handler: Handler, location: &str) -> Self {
        let mirrored = Mirrored::of(&tool.input_schema);
        let handler = Arc::new(handler);
        let location = location.to_owned();
        Self { mirrored, tool, handler, preview: None, allow_dots: true, location }
    }

    /// Adds the handler that makes previews of calls.
    pub(crate) fn with_preview(self, preview: Option<Handler>) -> Self {
        Self { preview: preview.map(Arc::new), ..self }
    }

    /// Returns the tool as clients see it through the server that its own is mounted in.
    #[inline]
    pub(in crate::server) fn within(&self, namespace: &Namespace, mounted: &str) -> Self {
        let mut tool = self.tool.clone();
        tool.name = namespace.name(&tool.name);
        Self {
            tool,
            handler: Arc::clone(&self.handler),
            preview: self.preview.clone(),
            mirrored: self.mirrored.clone(),
            allow_dots: self.allow_dots,
            location: format!("{}, {mounted}", self.location),
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
                "tool `{name}` ({}): a name has 1 to 64 characters of A-Z a-z 0-9 _ -",
                self.location
            ));
        }
        let limit = self.handler.target.call.max_result;
        if limit.is_some_and(|limit| limit.is_of_text()) && self.tool.output_schema.is_some() {
            mistakes.push(format!(
                "tool `{name}` ({}): only text can be truncated, but the tool has an output schema: remove \
                 `truncate`",
                self.location
            ));
        }
        let wrong = self.mirrored.as_ref().err().into_iter().flatten();
        mistakes.extend(wrong.map(|wrong| format!("tool `{name}` ({}): {wrong}", self.location)));
    }
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

    #[inline]
    fn take_over(&mut self, before: &Self) {
        let handler = Arc::get_mut(&mut self.handler);
        if let (Some(gate), Some(before)) =
            (handler.and_then(|handler| handler.gate.as_mut()), &before.handler.gate)
        {
            gate.replace(before);
        }
    }
}
