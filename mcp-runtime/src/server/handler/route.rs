//! Definitions and routes: what the macros write, and the set they are gathered in.

use std::sync::Arc;
use std::time::Duration;

use super::call::{Kind, Target};
use super::inputs::Described;
use super::{Call, Inputs, Step};
use crate::schema::Output;
use crate::server::catalog::{Entries, PromptEntry, ResourceEntry, ToolEntry};

/// A free function that is a tool: what `#[tool]` makes of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    note = "annotate the function with `#[tool]`, and import it by the function's name"
)]
pub trait ToolFn {
    /// The definition of the tool.
    fn route() -> ToolRoute<()>;
}

/// A free function that is a prompt: what `#[prompt]` makes of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no prompt",
    note = "annotate the function with `#[prompt]`, and import it by the function's name"
)]
pub trait PromptFn {
    /// The definition of the prompt.
    fn route() -> PromptRoute<()>;
}

/// A free function that is a resource: what `#[resource]` makes of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no resource",
    note = "annotate the function with `#[resource(\"uri\")]`, and import it by the function's name"
)]
pub trait ResourceFn {
    /// The definition of the resource.
    fn route() -> ResourceRoute<()>;
}

/// A type whose methods are handlers: what `#[handlers]` makes of an impl block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the impl block with its `#[tool]`, `#[prompt]` and `#[resource]` methods"
)]
pub trait Handlers: Sized + Send + Sync + 'static {
    /// Adds the handlers of the type to a set.
    fn register(set: &mut HandlerSet<Self>);
}

/// An icon in a definition.
#[derive(Clone, Copy)]
pub struct IconDef {
    /// Where the picture is: `https:` or `data:`.
    pub src: &'static str,
    /// Its media type.
    pub mime_type: Option<&'static str>,
    /// Its sizes, like `48x48`.
    pub sizes: &'static [&'static str],
    /// The theme it is made for: `light` or `dark`.
    pub theme: Option<&'static str>,
}

/// The definition of a tool.
#[derive(Clone, Copy)]
pub struct ToolDef {
    /// The name.
    pub name: &'static str,
    /// The title for people.
    pub title: Option<&'static str>,
    /// What it does.
    pub description: &'static str,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// Doing it twice is doing it once.
    pub idempotent: Option<bool>,
    /// It deals with the world outside.
    pub open_world: Option<bool>,
    /// Pictures for it.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Unknown argument keys are refused.
    pub strict: bool,
    /// The name may have dots.
    pub allow_dots: bool,
    /// Where it stands in the source.
    pub location: &'static str,
}

impl ToolDef {
    /// A definition that says nothing.
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
        timeout: None,
        strict: false,
        allow_dots: false,
        location: "",
    };
}

/// The definition of a prompt.
#[derive(Clone, Copy)]
pub struct PromptDef {
    /// The name.
    pub name: &'static str,
    /// The title for people.
    pub title: Option<&'static str>,
    /// What it is for.
    pub description: &'static str,
    /// Pictures for it.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// Where it stands in the source.
    pub location: &'static str,
}

impl PromptDef {
    /// A definition that says nothing.
    pub const EMPTY: Self =
        Self { name: "", title: None, description: "", icons: &[], meta: &[], location: "" };
}

/// How long, and for whom, a resource may be cached.
#[derive(Clone, Copy)]
pub struct CacheDef {
    /// How long.
    pub ttl: Duration,
    /// By anybody, or only by who asked.
    pub public: bool,
}

/// The definition of a resource or of a resource template.
#[derive(Clone, Copy)]
pub struct ResourceDef {
    /// The URI, or the URI template.
    pub uri: &'static str,
    /// The name.
    pub name: &'static str,
    /// The title for people.
    pub title: Option<&'static str>,
    /// What it holds.
    pub description: &'static str,
    /// The media type of its content.
    pub mime_type: Option<&'static str>,
    /// Pictures for it.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// Whom it is meant for: `user`, `assistant`.
    pub audience: &'static [&'static str],
    /// How important it is, from 0 to 1.
    pub priority: Option<f64>,
    /// How long it may be cached.
    pub cache: Option<CacheDef>,
    /// Where it stands in the source.
    pub location: &'static str,
}

impl ResourceDef {
    /// A definition that says nothing.
    pub const EMPTY: Self = Self {
        uri: "",
        name: "",
        title: None,
        description: "",
        mime_type: None,
        icons: &[],
        meta: &[],
        audience: &[],
        priority: None,
        cache: None,
        location: "",
    };
}

type Describe<S> = fn(&mut Inputs<S>);
type Run<S> = fn(&Arc<S>, &mut Call<'_>) -> Step;

/// A tool whose handler works on a state `S`.
pub struct ToolRoute<S> {
    def: ToolDef,
    describe: Describe<S>,
    output: fn() -> Option<Output>,
    run: Run<S>,
}

/// A prompt whose handler works on a state `S`.
pub struct PromptRoute<S> {
    def: PromptDef,
    describe: Describe<S>,
    run: Run<S>,
}

/// A resource whose handler works on a state `S`.
pub struct ResourceRoute<S> {
    def: ResourceDef,
    describe: Describe<S>,
    run: Run<S>,
}

impl<S> ToolRoute<S> {
    /// Ties a definition to a handler.
    pub fn new(
        def: ToolDef,
        describe: Describe<S>,
        output: fn() -> Option<Output>,
        run: Run<S>,
    ) -> Self {
        Self { def, describe, output, run }
    }
}

impl<S> PromptRoute<S> {
    /// Ties a definition to a handler.
    pub fn new(def: PromptDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

impl<S> ResourceRoute<S> {
    /// Ties a definition to a handler.
    pub fn new(def: ResourceDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

/// The handlers that work on one state.
pub struct HandlerSet<S> {
    state: Arc<S>,
    prefix: String,
    entries: Entries,
}

impl<S: Send + Sync + 'static> HandlerSet<S> {
    pub(crate) fn new(state: S, prefix: &str) -> Self {
        Self { state: Arc::new(state), prefix: prefix.to_owned(), entries: Entries::default() }
    }

    pub(crate) fn into_entries(self) -> Entries {
        self.entries
    }

    /// Says what the set as a whole is for.
    pub fn instructions(&mut self, text: &str) {
        if !text.is_empty() {
            self.entries.instructions.push(text.to_owned());
        }
    }

    /// Adds a tool.
    pub fn tool(&mut self, route: ToolRoute<S>) {
        let described = Inputs::describe(route.describe);
        let name = format!("{}{}", self.prefix, route.def.name);
        let entry = ToolEntry::new(name, &route.def, (route.output)(), self.erase(described, route.run));
        self.entries.tools.push(entry);
    }

    /// Adds a prompt.
    pub fn prompt(&mut self, route: PromptRoute<S>) {
        let described = Inputs::describe(route.describe);
        let name = format!("{}{}", self.prefix, route.def.name);
        let entry = PromptEntry::new(name, &route.def, self.erase(described, route.run));
        self.entries.prompts.push(entry);
    }

    /// Adds a resource or a resource template.
    pub fn resource(&mut self, route: ResourceRoute<S>) {
        let described = Inputs::describe(route.describe);
        let entry = ResourceEntry::new(&route.def, self.erase(described, route.run));
        self.entries.resources.push(entry);
    }

    fn erase(&self, described: Described<S>, run: Run<S>) -> Erased {
        let state = Arc::clone(&self.state);
        let completers = described
            .completers
            .into_iter()
            .map(|(name, complete)| {
                let state = Arc::clone(&self.state);
                let complete: crate::server::catalog::Complete =
                    Box::new(move |prefix| complete(Arc::clone(&state), prefix));
                (name, complete)
            })
            .collect();
        Erased {
            spec: described.spec,
            schema: described.schema,
            requirements: described.requirements,
            errors: described.errors,
            completers,
            run: Box::new(move |call| run(&state, call)),
        }
    }
}
