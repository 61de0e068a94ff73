//! `manifest`: the files that registries, desktop apps and containers need about a program.

use std::path::{Path, PathBuf};

use mcp_runtime::clap::{Arg, ArgAction, Command, value_parser};

use crate::clients::Home;
use crate::install::{program, server_name};
use crate::manifest::{
    Container, IGNORED, Publisher, bundle, dockerfile, ignore, outside, registry_name, server_json,
};
use mcp_runtime::Server;
use mcp_runtime::SubcommandLine;
use mcp_runtime::terminal::{Terminal, stderr};
use mcp_runtime_protocol::{Error, Result};

/// The definition of the command.
pub(super) fn command() -> Command {
    let option = |id: &'static str, long: &'static str, value: &'static str, help: &'static str| {
        Arg::new(id).long(long).value_name(value).help(help)
    };
    Command::new("manifest")
        .about("Write a registry entry, a desktop bundle or a Dockerfile for this program")
        .after_help("Arguments that precede `manifest` are passed to the program when it is started.")
        .arg(
            Arg::new("mcp-kind")
                .value_name("KIND")
                .required(true)
                .value_parser(["server.json", "mcpb", "docker"])
                .help("server.json for the MCP registry, mcpb for desktop apps, docker for a Dockerfile"),
        )
        .arg(option("mcp-repository", "repository", "URL", "The URL of the source repository, such as https://github.com/me/notes"))
        .arg(option("mcp-as", "name", "NAME", "The name in the registry, such as io.github.me/notes [default: from the repository]"))
        .arg(option("mcp-crate", "crate", "CRATE", "The crate of the program [default: the one with the name of the program]"))
        .arg(option("mcp-author", "author", "NAME", "The author [default: the owner of the repository]"))
        .arg(
            option("mcp-out", "out", "FILE", "Write to this file [default: standard output; NAME.mcpb for mcpb]")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("mcp-stdio")
                .long("stdio")
                .action(ArgAction::SetTrue)
                .help("A container that clients start over stdio, instead of one that serves HTTP"),
        )
}

/// # Errors
///
/// When required information is missing, or when the file cannot be written.
pub(super) fn run(server: &Server, line: &SubcommandLine) -> Result<()> {
    let matches = line.matches();
    let text = |id: &str| matches.get_one::<String>(id).cloned();
    let publisher = Publisher {
        repository: text("mcp-repository"),
        name: text("mcp-as"),
        author: text("mcp-author"),
        package: text("mcp-crate").unwrap_or_else(|| server.info().name.clone()),
        args: line.words_before().to_vec(),
    };
    let out = matches.get_one::<PathBuf>("mcp-out").cloned();
    let kind = text("mcp-kind").unwrap_or_default();
    if kind == "mcpb" {
        let name = server_name(&server.info().name);
        let out = out.unwrap_or_else(|| PathBuf::from(format!("{name}.mcpb")));
        bundle(server, &publisher, &program(&Home::of_process())?, &out)?;
        stderr::line(&format!("{} runs only on this platform", out.display()));
        return Ok(());
    }
    let written = match kind.as_str() {
        "docker" => {
            let container =
                container(matches.get_flag("mcp-stdio"), line.serves_http(), out.as_deref())?;
            dockerfile(server, &publisher, &container)
        }
        _ => {
            let name = registry_name(&publisher)?;
            stderr::line(&format!(
                "the README of the crate must contain `mcp-name: {name}`, on a line of its own"
            ));
            let json = server_json(server, &publisher)?;
            serde_json::to_string_pretty(&json).map_err(Error::other)? + "\n"
        }
    };
    match out {
        Some(out) => std::fs::write(&out, written)
            .map_err(|error| Error::other(format!("cannot write {}: {error}", out.display()))),
        None => Terminal::take()?.text(written.trim_end()),
    }
}

/// What the container does, with the list of files that it does not get.
fn container(is_stdio: bool, has_http: bool, out: Option<&Path>) -> Result<Container> {
    if !has_http && !is_stdio {
        stderr::line(
            "the program does not serve HTTP: the container is for clients that start it over stdio",
        );
    }
    match out {
        None => stderr::line(&format!(
            "the container does not need `{}`: add them to .dockerignore, as --out does",
            IGNORED.join("`, `")
        )),
        Some(out) => {
            let written = ignore(out)
                .map_err(|error| Error::other(format!("cannot write .dockerignore: {error}")))?;
            if let Some(written) = written {
                stderr::line(&format!("also wrote {}", written.display()));
            }
        }
    }
    let outside = outside(&std::env::current_dir().unwrap_or_default());
    if !outside.is_empty() {
        stderr::line(&format!(
            "the build needs files outside of this directory: {}; let COPY and `cargo install \
             --path` start at a directory that contains all of them, or depend on published \
             versions",
            outside.join(", ")
        ));
    }
    Ok(Container { serves_http: has_http && !is_stdio, outside })
}
