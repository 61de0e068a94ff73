//! The parameters of requests: their maximum size, and the directories in them.

use std::path::{Path, absolute};
use std::sync::Arc;

use super::connection_state::InitializedClient;
use super::settings::AgentSettings;
use super::{over_http, system_prompt};
use crate::protocol::{McpPlace, McpServer, NewSession, StdioServer, SystemPrompt, read_servers};
use mcp_runtime_protocol::jsonrpc::{
    ErrorObject, Scan, SyntaxError, memory_of, truncate_for_display,
};

/// The maximum size of the parameters of a request in bytes, except for prompts: sessions keep the
/// parameters that they were created with.
pub(crate) const MAX_PARAMS: usize = 64 * 1024;

/// The maximum size of a system prompt in bytes.
pub(crate) const MAX_SYSTEM_PROMPT: usize = 1024 * 1024;

/// How many bytes of memory a prompt may need.
pub(crate) const MAX_PROMPT: usize = 32 * 1024 * 1024;

/// The size of the parameters in bytes; for a prompt, the memory that they need once they are read.
///
/// # Errors
///
/// When the parameters exceed the limit.
pub(super) fn check_size(method: &str, params: Option<&str>) -> Result<usize, ErrorObject> {
    let params = params.unwrap_or_default();
    if method == "session/prompt" {
        let size = memory_of(params);
        return check_at_most("the parameters in memory", size, MAX_PROMPT).map(|()| size);
    }
    let system_prompt = match method {
        "session/new" | "session/load" | "session/resume" => system_prompt_size(params),
        _ => 0,
    };
    check_at_most("`systemPrompt`", system_prompt, MAX_SYSTEM_PROMPT)?;
    check_at_most("the parameters", params.len() - system_prompt, MAX_PARAMS)?;
    Ok(params.len())
}

fn check_at_most(what: &str, size: usize, most: usize) -> Result<(), ErrorObject> {
    if size <= most {
        return Ok(());
    }
    let message = format!("{what}: at most {most} bytes are allowed, not {size}");
    Err(ErrorObject::invalid_params(message))
}

/// The size of a system prompt as JSON text, in bytes.
fn system_prompt_size(params: &str) -> usize {
    let mut size = 0;
    let scanned = Scan::new(params).members::<SyntaxError>(|key, scan| {
        let value = scan.value()?;
        if key == "systemPrompt" {
            size = value.len();
        }
        Ok(())
    });
    scanned.map_or(0, |_| size)
}

/// What a session is opened with, apart from its directories.
pub(super) struct CheckedSetup {
    pub(super) servers: Vec<McpServer>,
    pub(super) system_prompt: Option<Arc<SystemPrompt>>,
}

/// Checks what a session is opened with, and makes its directories absolute.
///
/// # Errors
///
/// When a path is relative, a server cannot be read, or the system prompt cannot be applied.
pub(super) fn check_setup(
    client: &InitializedClient,
    settings: &AgentSettings,
    setup: &mut NewSession,
) -> Result<CheckedSetup, ErrorObject> {
    let system_prompt = system_prompt::read(setup.system_prompt.take(), settings.system_prompt)?;
    resolve(client, "cwd", &mut setup.cwd)?;
    let mut directories = setup.additional_directories.iter_mut();
    directories.try_for_each(|directory| resolve(client, "additionalDirectories", directory))?;
    let servers = read_servers(std::mem::take(&mut setup.mcp_servers), over_http::IS_SUPPORTED)?;
    check_commands(client, &servers)?;
    Ok(CheckedSetup { servers, system_prompt: system_prompt.map(Arc::new) })
}

/// Checks the commands of MCP servers. A relative path would name a program in the directory of the
/// session, which may be anybody's; some clients of version 1 send the names of programs that are
/// found on the `PATH`.
///
/// # Errors
///
/// When a command is relative in a version that does not allow that.
fn check_commands(client: &InitializedClient, servers: &[McpServer]) -> Result<(), ErrorObject> {
    if client.codec.takes_relative_paths() {
        return Ok(());
    }
    for McpServer { name, place } in servers {
        if let McpPlace::Process(StdioServer { command, .. }) = place
            && !Path::new(command).is_absolute()
        {
            let name = truncate_for_display(name);
            let command = truncate_for_display(command);
            return Err(ErrorObject::invalid_params(format!(
                "`mcpServers`: the `command` of `{name}` must be an absolute path, such as \
                 `/usr/bin/node`, not {command:?}"
            )));
        }
    }
    Ok(())
}

/// Makes a directory of a session absolute. It should be absolute already, but some clients of
/// version 1 send `.` for the directory in which they have started the agent.
///
/// # Errors
///
/// When it is empty, or relative in a version that does not allow that.
pub(super) fn resolve(
    client: &InitializedClient,
    name: &str,
    directory: &mut String,
) -> Result<(), ErrorObject> {
    let fits = client.codec.takes_relative_paths() || Path::new(directory).is_absolute();
    let path = absolute(&*directory).ok().filter(|_| fits);
    *directory =
        path.and_then(|path| path.into_os_string().into_string().ok()).ok_or_else(|| {
            let given = truncate_for_display(directory);
            let message =
                format!("`{name}` must be an absolute path, such as `/home`, not {given:?}");
            ErrorObject::invalid_params(message)
        })?;
    Ok(())
}
