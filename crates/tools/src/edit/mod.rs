//! Edits of tools that somebody else has defined.

mod call;
mod schema;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use mcp_runtime::protocol::{Tool, ToolAnnotations};
use serde_json::{Map, Value};

pub use call::{EditedCall, EditedTools, ResultEdit};

/// A tool that somebody else has defined, such as one of a relayed server, as it is to be offered.
///
/// ```
/// use mcp_runtime_tools::{ToolEdit, ToolEdits};
///
/// fn edited(tool: ToolEdit) -> ToolEdit {
///     match tool.name() {
///         "create_issue" => tool
///             .rename("report")
///             .describe("Reports a fault of our app.")
///             .fix("repo", "me/app")
///             .hide("labels"),
///         name if name.starts_with("delete_") => tool.remove(),
///         _ => tool,
///     }
/// }
/// let edits = ToolEdits::new(edited);
/// ```
///
/// An edit that does not fit, such as that of an argument that the tool does not have, leaves the
/// tool out, and says so in the log: a tool must not be offered without what should be fixed in it.
#[must_use = "it does nothing until it is returned"]
#[derive(Debug)]
pub struct ToolEdit {
    tool: Tool,
    /// Its name where it is defined.
    name: String,
    call: CallEdit,
    is_removed: bool,
    /// What does not fit.
    problems: Vec<String>,
}

/// What is edited in each call.
#[derive(Clone, Debug, Default)]
struct CallEdit {
    fixed: Map<String, Value>,
    defaults: Map<String, Value>,
    /// The arguments that callers cannot give.
    hidden: HashSet<String>,
    cut: Option<usize>,
    confirm: Option<String>,
}

impl ToolEdit {
    fn new(tool: Tool) -> Self {
        let name = tool.name.clone();
        Self { tool, name, call: CallEdit::default(), is_removed: false, problems: Vec::new() }
    }

    /// The name of the tool where it is defined.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The definition, with what has been edited so far.
    #[must_use]
    pub fn definition(&self) -> &Tool {
        &self.tool
    }

    /// Gives the tool another name.
    pub fn rename(mut self, name: impl Into<String>) -> Self {
        self.tool.name = name.into();
        self
    }

    /// Replaces the description.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.tool.description = Some(description.into());
        self
    }

    /// Replaces the description of an argument.
    pub fn describe_arg(self, argument: &str, description: impl Into<String>) -> Self {
        let description = description.into();
        self.edit_argument(argument, |schema| {
            schema.insert("description".to_owned(), description.into());
        })
    }

    /// Sets an argument to a value in each call. Callers do not see the argument, and a call that has
    /// it is an error.
    pub fn fix(mut self, argument: &str, value: impl Into<Value>) -> Self {
        self.call.fixed.insert(argument.to_owned(), value.into());
        self.remove_argument(argument)
    }

    /// Sets what an argument is if a call does not have it, which makes it optional.
    pub fn default(mut self, argument: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        self.call.defaults.insert(argument.to_owned(), value.clone());
        schema::make_optional(Arc::make_mut(&mut self.tool.input_schema), argument);
        self.edit_argument(argument, |schema| {
            schema.insert("default".to_owned(), value);
        })
    }

    /// Removes an optional argument. A call that has it is an error.
    pub fn hide(mut self, argument: &str) -> Self {
        if schema::is_required(&self.tool.input_schema, argument) {
            let problem = format!("`{argument}` is required: it can be fixed, but not hidden");
            self.problems.push(problem);
        }
        self.remove_argument(argument)
    }

    /// Sets whether the tool is read-only.
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.hints().read_only_hint = Some(read_only);
        self
    }

    /// Sets whether the tool may be destructive.
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.hints().destructive_hint = Some(destructive);
        self
    }

    /// Sets whether repeating a call has no further effect.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.hints().idempotent_hint = Some(idempotent);
        self
    }

    /// Sets whether the tool interacts with external entities.
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.hints().open_world_hint = Some(open_world);
        self
    }

    /// Cuts the texts of a result after this many characters in all, and says so in the result.
    ///
    /// Structured content cannot be cut: the tool no longer has it.
    pub fn cut(mut self, characters: usize) -> Self {
        self.call.cut = Some(characters);
        self.tool.output_schema = None;
        self
    }

    /// Asks the user this question before each call, which fails unless the user accepts.
    pub fn confirm(mut self, question: impl Into<String>) -> Self {
        self.call.confirm = Some(question.into());
        self
    }

    /// Leaves the tool out.
    pub fn remove(mut self) -> Self {
        self.is_removed = true;
        self
    }

    fn hints(&mut self) -> &mut ToolAnnotations {
        self.tool.annotations.get_or_insert_default()
    }

    fn edit_argument(mut self, argument: &str, edit: impl FnOnce(&mut Map<String, Value>)) -> Self {
        let schema = Arc::make_mut(&mut self.tool.input_schema);
        match schema::argument(schema, argument) {
            Some(argument) => edit(argument),
            None => self.has_no(argument),
        }
        self
    }

    fn remove_argument(mut self, argument: &str) -> Self {
        let schema = Arc::make_mut(&mut self.tool.input_schema);
        if !schema::remove(schema, argument) {
            self.has_no(argument);
        }
        self.call.hidden.insert(argument.to_owned());
        self
    }

    fn has_no(&mut self, argument: &str) {
        self.problems.push(format!("it has no argument `{argument}`"));
    }
}

/// Edits of tools, which are made anew each time that their list changes.
#[derive(Clone)]
pub struct ToolEdits(Arc<dyn Fn(ToolEdit) -> ToolEdit + Send + Sync>);

impl fmt::Debug for ToolEdits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolEdits").finish_non_exhaustive()
    }
}

impl ToolEdits {
    /// Edits each tool with a function.
    pub fn new(edit: impl Fn(ToolEdit) -> ToolEdit + Send + Sync + 'static) -> Self {
        Self(Arc::new(edit))
    }

    /// Edits tools: returns them as they are to be listed, and what is to be done with their calls.
    #[must_use]
    pub fn apply(&self, tools: impl IntoIterator<Item = Tool>) -> (Vec<Tool>, EditedTools) {
        let mut listed = Vec::new();
        let mut calls = HashMap::new();
        for tool in tools {
            let edited = (self.0)(ToolEdit::new(tool));
            let ToolEdit { tool, name, call, is_removed, mut problems } = edited;
            if calls.contains_key(&tool.name) {
                problems.push(format!("another tool is already named `{}`", tool.name));
            }
            if !problems.is_empty() {
                tracing::warn!(
                    tool = name,
                    "left out a tool that cannot be edited: {}",
                    problems.join(", ")
                );
            } else if !is_removed {
                calls.insert(tool.name.clone(), (name, call));
                listed.push(tool);
            }
        }
        (listed, EditedTools::new(calls))
    }
}
