//! The definition of a prompt.

use super::{CallDef, IconDef, icons, meta, text};
use crate::protocol::{Prompt, PromptArgument};
use crate::schema::InputSchema;

/// The definition of a prompt.
#[derive(Clone, Copy, Debug)]
pub struct PromptDef {
    /// The name.
    pub name: &'static str,
    /// The human-readable title.
    pub title: Option<&'static str>,
    /// What it is for.
    pub description: &'static str,
    /// Its icons.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// How its calls run.
    pub call: CallDef,
    /// Its location in the source.
    pub location: &'static str,
}

impl PromptDef {
    /// An empty definition.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: "",
        icons: &[],
        meta: &[],
        call: CallDef::EMPTY,
        location: "",
    };

    /// The prompt as it is listed under this name.
    #[inline]
    pub(crate) fn listed(&self, name: String, schema: &InputSchema) -> Prompt {
        let mut prompt = Prompt::new(name);
        prompt.title = self.title.map(str::to_owned);
        prompt.description = text(self.description);
        prompt.arguments = arguments(schema);
        prompt.icons = icons(self.icons);
        prompt.meta = meta(self.meta);
        prompt
    }
}

/// Arguments of prompts are strings on the wire: only their names, their descriptions and whether
/// they are required are listed.
#[inline]
fn arguments(schema: &InputSchema) -> Option<Vec<PromptArgument>> {
    let arguments = schema.arguments.iter().map(|argument| {
        let property = schema.property(&argument.name);
        let description = property.and_then(|property| property.get("description")?.as_str());
        let mut listed = PromptArgument::new(&argument.name);
        listed.description = description.map(str::to_owned);
        listed.required = Some(argument.required);
        listed
    });
    Some(arguments.collect()).filter(|arguments: &Vec<_>| !arguments.is_empty())
}
