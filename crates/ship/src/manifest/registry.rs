//! `server.json`, for the MCP registry.
//!
//! Source: [its schema of 2025-12-11](https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json).

use serde_json::{Map, Value, json};

use super::{Publisher, description};
use mcp_runtime::internal::EnvKind;
use mcp_runtime::{Env, Server};
use mcp_runtime_protocol::registry::{is_registry_name, shortened};
use mcp_runtime_protocol::{Error, Result};

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// The name of the server in the registry: that of its publisher, and its own.
///
/// # Errors
///
/// When it is not known, or not a valid name.
pub(crate) fn registry_name(publisher: &Publisher) -> Result<String> {
    let of_repository = || match publisher.repository_parts()? {
        ("github.com", owner, name) => Some(format!("io.github.{owner}/{name}")),
        ("gitlab.com", owner, name) => Some(format!("io.gitlab.{owner}/{name}")),
        _ => None,
    };
    let Some(name) = publisher.name.clone().or_else(of_repository) else {
        let how = "set --name, such as io.github.me/notes, or --repository";
        return Err(Error::other(format!("the name in the registry is not known: {how}")));
    };
    if is_registry_name(&name) {
        Ok(name)
    } else {
        Err(Error::other(format!(
            "invalid registry name `{name}`, expected one like io.github.me/notes"
        )))
    }
}

/// The content of `server.json`.
///
/// # Errors
///
/// When a required member is missing.
pub(crate) fn server_json(server: &Server, publisher: &Publisher) -> Result<Value> {
    let info = server.info();
    let mut json = json!({
        "$schema": SCHEMA,
        "name": registry_name(publisher)?,
        "description": shortened(description(server)?),
        "version": info.version,
    });
    if let Some(title) = &info.title {
        json["title"] = shortened(title).into();
    }
    if let Some(url) = &info.website_url {
        json["websiteUrl"] = url.as_str().into();
    }
    if let (Some(url), Some((host, ..))) = (&publisher.repository, publisher.repository_parts()) {
        let source = host.split('.').next().unwrap_or(host);
        json["repository"] = json!({"url": url, "source": source});
    }
    let mut package = json!({
        "registryType": "cargo",
        "identifier": publisher.package,
        "version": info.version,
        "transport": {"type": "stdio"},
    });
    if !publisher.args.is_empty() {
        let args = publisher.args.iter().map(|arg| json!({"type": "positional", "value": arg}));
        package["packageArguments"] = args.collect();
    }
    if !server.needs().is_empty() {
        package["environmentVariables"] = server.needs().iter().map(variable).collect();
    }
    json["packages"] = json!([package]);
    Ok(json)
}

fn variable(need: &Env) -> Value {
    let mut variable = Map::new();
    variable.insert("name".to_owned(), need.name().into());
    if !need.reason().is_empty() {
        variable.insert("description".to_owned(), need.reason().into());
    }
    variable.insert("isRequired".to_owned(), need.is_required().into());
    variable.insert("isSecret".to_owned(), need.is_secret().into());
    let format = match need.value_kind() {
        EnvKind::Directory | EnvKind::File => "filepath",
        EnvKind::Number => "number",
        EnvKind::Text | EnvKind::Url => "string",
    };
    variable.insert("format".to_owned(), format.into());
    if let Some(default) = need.default_value() {
        variable.insert("default".to_owned(), default.into());
    }
    variable.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publisher(repository: Option<&str>, name: Option<&str>) -> Publisher {
        let text = |text: Option<&str>| text.map(str::to_owned);
        let repository = text(repository);
        let name = text(name);
        Publisher { repository, name, author: None, package: "notes".to_owned(), args: Vec::new() }
    }

    #[test]
    fn names_are_those_of_the_publisher() {
        let by = |repository| registry_name(&publisher(Some(repository), None)).unwrap();
        assert_eq!(by("https://github.com/me/notes.git"), "io.github.me/notes");
        assert_eq!(by("https://gitlab.com/me/notes/"), "io.gitlab.me/notes");
        for wrong in ["notes", "a/b/c", "me_too/x", "/x", "x/"] {
            let error = registry_name(&publisher(None, Some(wrong))).unwrap_err().to_string();
            assert!(error.contains("expected one like io.github.me/notes"), "{error}");
        }
        let error = registry_name(&publisher(None, None)).unwrap_err().to_string();
        assert!(error.contains("set --name"), "{error}");
    }
}
