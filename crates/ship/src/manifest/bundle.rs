//! A bundle that desktop apps install: the program, and a manifest of the values to ask the person
//! for.
//!
//! Source: [the manifest, 0.3](https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md).

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Map, Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Publisher, description};
use crate::install::server_name;
use mcp_runtime::internal::EnvKind;
use mcp_runtime::{Env, Server};
use mcp_runtime_protocol::files::{FileAccess, replace};
use mcp_runtime_protocol::{Error, Result};

/// Writes the bundle of a program.
///
/// # Errors
///
/// When a required member of the manifest is missing, or when a file cannot be read or written.
pub(crate) fn bundle(
    server: &Server,
    publisher: &Publisher,
    program: &Path,
    out: &Path,
) -> Result<()> {
    let manifest =
        serde_json::to_string_pretty(&manifest(server, publisher)?).map_err(Error::other)?;
    let written = write(&manifest, &file_name(server), program, out);
    written.map_err(|error| Error::other(format!("cannot write {}: {error}", out.display())))
}

fn write(manifest: &str, name: &str, program: &Path, out: &Path) -> io::Result<()> {
    let mode = |mode| SimpleFileOptions::default().unix_permissions(mode);
    replace(out, FileAccess::Default, |out| {
        let mut zip = ZipWriter::new(out);
        zip.start_file("manifest.json", mode(0o644))?;
        zip.write_all(manifest.as_bytes())?;
        zip.start_file(format!("server/{name}"), mode(0o755))?;
        io::copy(&mut File::open(program)?, &mut zip)?;
        zip.finish()?;
        Ok(())
    })
}

/// The name of the program in the bundle.
fn file_name(server: &Server) -> String {
    format!("{}{}", server_name(&server.info().name), std::env::consts::EXE_SUFFIX)
}

fn manifest(server: &Server, publisher: &Publisher) -> Result<Value> {
    let info = server.info();
    let owner = || publisher.repository_parts().map(|(_, owner, _)| owner.to_owned());
    let Some(author) = publisher.author.clone().or_else(owner) else {
        return Err(Error::other("the author is not known: set --author or --repository"));
    };
    let path = format!("server/{}", file_name(server));
    let env = server
        .needs()
        .iter()
        .map(|need| (need.name().to_owned(), format!("${{user_config.{}}}", key(need)).into()));
    let config = json!({
        "command": format!("${{__dirname}}/{path}"),
        "args": publisher.args,
        "env": env.collect::<Map<String, Value>>(),
    });
    let mut manifest = json!({
        "manifest_version": "0.3",
        "name": server_name(&info.name),
        "display_name": info.title.as_deref().unwrap_or(&info.name),
        "version": info.version,
        "description": description(server)?,
        "author": {"name": author},
        "server": {"type": "binary", "entry_point": path, "mcp_config": config},
        "tools_generated": true,
        "prompts_generated": true,
        "compatibility": {"platforms": [platform()]},
    });
    if let Some(url) = &publisher.repository {
        manifest["repository"] = json!({"type": "git", "url": url});
    }
    if let Some(url) = &info.website_url {
        manifest["homepage"] = url.as_str().into();
    }
    if !server.needs().is_empty() {
        let asked = server.needs().iter().map(|need| (key(need), setting(need)));
        manifest["user_config"] = asked.collect::<Map<String, Value>>().into();
    }
    Ok(manifest)
}

fn key(need: &Env) -> String {
    need.name().to_lowercase()
}

/// The setting for which the app asks the person.
fn setting(need: &Env) -> Value {
    let kind = match need.value_kind() {
        EnvKind::Directory => "directory",
        EnvKind::File => "file",
        EnvKind::Number => "number",
        EnvKind::Text | EnvKind::Url => "string",
    };
    let why = if need.reason().is_empty() { need.name() } else { need.reason() };
    let mut asked = json!({"type": kind, "title": need.name(), "description": why, "required": need.is_required()});
    if need.is_secret() {
        asked["sensitive"] = true.into();
    }
    if let Some(default) = need.default_value() {
        let number = default.parse::<serde_json::Number>().ok().filter(|_| kind == "number");
        asked["default"] = number.map_or_else(|| default.into(), Value::Number);
    }
    asked
}

fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        _ => "linux",
    }
}
