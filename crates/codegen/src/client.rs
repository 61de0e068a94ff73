//! The types and methods of all tools of a lock.

use std::collections::BTreeSet;

use crate::boxes;
use crate::error::{CodegenError, CodegenResult as Result};
use crate::limits::Budget;
use crate::lock::{LockTool, ServerLock};
use crate::model::{ClientModel, Method, Side};
use crate::names::{self, NameScope};
use crate::options::Options;
use crate::schema::{self, SharedDefinitions};
use crate::text::documentation;

/// The names that the text uses: a client is called otherwise.
const USED: [&str; 32] = [
    "BTreeMap",
    "Box",
    "CallToolResult",
    "Client",
    "ClientBuilder",
    "Clone",
    "Connect",
    "Debug",
    "Default",
    "Deserialize",
    "Deserializer",
    "Eq",
    "Err",
    "From",
    "Into",
    "IntoIterator",
    "Iterator",
    "Need",
    "None",
    "Ok",
    "ObjectMembers",
    "Option",
    "PartialEq",
    "RequestBuilder",
    "Result",
    "Serialize",
    "Serializer",
    "Some",
    "String",
    "Value",
    "ValueForm",
    "Vec",
];

/// Makes the model of a client.
///
/// # Errors
///
/// When a reference leads nowhere, there is too much, or no string has a format of the options.
pub(crate) fn model(lock: &ServerLock, options: &Options) -> Result<ClientModel> {
    let mut names = NameScope::with(&USED);
    let mut name = names::pascal(&options.name, "Client", 1);
    if USED.contains(&name.as_str()) {
        name.push_str("Client");
    }
    let name = names.pascal(&name);
    let mut methods = methods(&lock.tools, &mut names);
    let mut shared = SharedDefinitions {
        formats: &options.formats,
        formats_seen: BTreeSet::new(),
        names,
        items: Vec::new(),
        budget: Budget::new(),
    };
    for (tool, method) in lock.tools.iter().zip(&mut methods) {
        // No server is sent `null` for arguments.
        schema::build(&tool.input, Side::Arguments, &method.arguments, &mut shared)
            .map_err(|error| error.in_schema(&tool.name, "input"))?;
        if let (Some(output), Some(result)) = (&tool.output, &method.result) {
            method.is_nullable = schema::build(output, Side::Results, result, &mut shared)
                .map_err(|error| error.in_schema(&tool.name, "output"))?;
        }
    }
    check_formats(options, &shared.formats_seen)?;
    let mut items = shared.items;
    boxes::add(&mut items);
    Ok(ClientModel { name, docs: client_docs(lock), methods, items })
}

/// Names the methods and their types, before the types in these, so that no tool changes the names
/// of another one.
fn methods(tools: &[LockTool], names: &mut NameScope) -> Vec<Method> {
    let mut taken = NameScope::with(&["client", "connect"]);
    let methods = tools.iter().enumerate().map(|(at, tool)| {
        let base = names::pascal(&tool.name, "Tool", at + 1);
        Method {
            tool: tool.name.clone(),
            name: taken.snake(&names::snake(&tool.name, "tool", at + 1)),
            docs: method_docs(tool),
            arguments: names.pascal(&names::joined(&base, "Args")),
            result: tool.output.is_some().then(|| names.pascal(&names::joined(&base, "Result"))),
            is_nullable: false,
        }
    });
    methods.collect()
}

fn method_docs(tool: &LockTool) -> Vec<String> {
    let mut docs = documentation(&tool.description);
    if docs.is_empty() {
        docs = documentation(&format!("Calls the tool {:?}.", tool.name));
    }
    if !tool.hints.is_empty() {
        docs.push(String::new());
        docs.extend(documentation(&format!("Hints: {}.", tool.hints)));
    }
    docs
}

fn client_docs(lock: &ServerLock) -> Vec<String> {
    let ServerLock { server, version, .. } = lock;
    let mut docs = documentation(&format!("A client for {server} {version}."));
    docs.extend([
        "".to_owned(),
        "It has a method for each tool; if the tool fails, the method returns an error.".to_owned(),
    ]);
    docs
}

/// A format with a spelling mistake would leave strings as they are.
fn check_formats(options: &Options, seen: &BTreeSet<String>) -> Result<()> {
    let Some(missing) = options.formats.keys().find(|format| !seen.contains(*format)) else {
        return Ok(());
    };
    let formats: Vec<&str> = seen.iter().map(String::as_str).collect();
    let known = if formats.is_empty() { "none".to_owned() } else { formats.join(", ") };
    Err(CodegenError::new(format!(
        "the lock has no string with the format `{missing}`; its formats are: {known}"
    )))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::USED;

    /// The names of types, traits and variants that the prelude of the text has.
    fn in_prelude() -> BTreeSet<&'static str> {
        let text = include_str!("../../client/src/typed/mod.rs");
        let (_, prelude) = text.split_once("pub mod prelude {").unwrap_or_default();
        let (prelude, _) = prelude.split_once("\n}").unwrap_or_default();
        let names = prelude.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).collect()
    }

    #[test]
    fn no_client_is_called_as_what_its_text_uses() {
        assert_eq!(BTreeSet::from(USED), in_prelude());
    }
}
