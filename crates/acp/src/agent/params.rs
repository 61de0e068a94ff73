//! The parameters of requests: their maximum size, and the directories in them.

use std::path::{Path, absolute};

use super::connection_state::InitializedClient;
use crate::protocol::{McpPlace, McpServer, NewSession, StdioServer};
use mcp_runtime_protocol::jsonrpc::{ErrorObject, memory_of, truncate_for_display};

/// The maximum size of the parameters of a request in bytes, except for prompts: sessions keep the
/// parameters that they were created with.
pub(crate) const MAX_PARAMS: usize = 64 * 1024;

/// How many bytes of memory a prompt may need.
pub(crate) const MAX_PROMPT: usize = 32 * 1024 * 1024;

/// The size of the parameters in bytes; for a prompt, the memory that they need once they are read.
///
/// # Errors
///
/// When the parameters exceed the limit.
pub(super) fn check_size(method: &str, params: Option<&str>) -> Result<usize, ErrorObject> {
    let params = params.unwrap_or_default();
    let (size, most) = match method {
        "session/prompt" => (memory_of(params), MAX_PROMPT),
        _ => (params.len(), MAX_PARAMS),
    };
    if size <= most {
        return Ok(size);
    }
    Err(ErrorObject::invalid_params(format!(
        "the parameters take {size} bytes; {most} are allowed"
    )))
}

/// Checks what a session is opened with, apart from its MCP servers, and makes its directory
/// absolute.
///
/// Source: [ACP, "Schema", "SystemPrompt"](https://agentclientprotocol.com/protocol/schema#systemprompt).
///
/// # Errors
///
/// When a directory is relative, or there is a system prompt. An agent that cannot apply one must
/// not open the session: the client would take its instructions as followed.
pub(super) fn check_setup(
    client: &InitializedClient,
    setup: &mut NewSession,
) -> Result<(), ErrorObject> {
    if setup.system_prompt.is_some() {
        let message = "`systemPrompt`: this agent does not support it; send none";
        return Err(ErrorObject::invalid_params(message));
    }
    resolve(client, "cwd", &mut setup.cwd)?;
    let mut directories = setup.additional_directories.iter_mut();
    directories.try_for_each(|directory| resolve(client, "additionalDirectories", directory))
}

/// Checks the commands of MCP servers. A relative path would name a program in the directory of the
/// session, which may be anybody's; some clients of version 1 send the names of programs that are
/// found on the `PATH`.
///
/// # Errors
///
/// When a command is relative in a version that does not allow that.
pub(super) fn check_commands(
    client: &InitializedClient,
    servers: &[McpServer],
) -> Result<(), ErrorObject> {
    if client.codec.takes_relative_paths() {
        return Ok(());
    }
    for McpServer { name, place } in servers {
        if let McpPlace::Process(StdioServer { command, .. }) = place
            && !Path::new(command).is_absolute()
        {
            let (name, command) = (truncate_for_display(name), truncate_for_display(command));
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
