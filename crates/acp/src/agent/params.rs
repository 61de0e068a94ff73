//! The parameters of requests: their maximum size, and the directories in them.

use std::path::{Path, absolute};

use super::connection_state::InitializedClient;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, memory_of};

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

/// Makes the directory of a session absolute. It should be absolute already, but some clients of
/// version 1 send `.` for the directory in which they have started the agent.
///
/// # Errors
///
/// When it is empty, or relative in a version that does not allow that.
pub(super) fn resolve(client: &InitializedClient, cwd: &mut String) -> Result<(), ErrorObject> {
    let fits = client.codec.takes_relative_directories() || Path::new(cwd).is_absolute();
    let path = absolute(&*cwd).ok().filter(|_| fits);
    *cwd = path.and_then(|path| path.into_os_string().into_string().ok()).ok_or_else(|| {
        ErrorObject::invalid_params("`cwd` must be an absolute path, such as `/home`")
    })?;
    Ok(())
}
