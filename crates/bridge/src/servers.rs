//! The servers that are offered.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use mcp_runtime::{Error, Feature, Result, ServerBuilder};
use mcp_runtime_auth::{FileTokenStore, OAuth};
use mcp_runtime_client::{HttpTransport, Stdio};
use mcp_runtime_host::Config;
use mcp_runtime_relay::{Backend, IntoBackend as _, Relay as _};

use crate::options::BridgeOptions;

/// What the login page shows as the name of the client.
const CLIENT: &str = "mcp-bridge";

/// How long a login may take.
const LOGIN: Duration = Duration::from_secs(300);

/// Adds the servers that the options name.
///
/// # Errors
///
/// When they name none, or what they name cannot be read.
pub(crate) fn add(mut server: ServerBuilder, options: BridgeOptions) -> Result<ServerBuilder> {
    let BridgeOptions { url, program, config, headers, login, tokens, tools } = options;
    if url.is_none() && (login || !headers.is_empty()) {
        return Err(Error::other(
            "`--header` and `--login` are for a server at a URL: give the URL",
        ));
    }
    server = match (url, &program[..], config) {
        (Some(url), [], None) => {
            let transport = with_headers(HttpTransport::new(&*url), &headers)?;
            let backend = if login {
                let store = FileTokenStore::new(tokens.map_or_else(tokens_file, Ok)?);
                let transport = transport.authorize(OAuth::login(CLIENT).store(store));
                transport.into_backend().startup(LOGIN)
            } else {
                transport.into_backend()
            };
            // What comes after it may be secret.
            let name = url.split('?').next().unwrap_or_default();
            server.relay_flat(name, backend.required())
        }
        (None, [program, arguments @ ..], None) => {
            let command = program.clone();
            let arguments = arguments.to_vec();
            let connect = move || Stdio::spawn(&command).args(&arguments).inherit_all();
            server.relay_flat(program, Backend::new(connect).required())
        }
        (None, [], Some(config)) => of_config(server, &Config::read(config)?),
        _ => {
            let hint = "give exactly one of the URL of a server, `-- PROGRAM` and `--config FILE`; `--help` shows all options";
            return Err(Error::other(hint));
        }
    };
    if !tools.is_empty() {
        server = server.visible(move |_, feature| match feature {
            Feature::Tool(tool) => tools.contains(&tool.name),
            _ => true,
        });
    }
    Ok(server)
}

fn of_config(server: ServerBuilder, config: &Config) -> ServerBuilder {
    config.servers().fold(server, |server, (name, entry)| server.relay(plain(name), entry))
}

/// The name of a server with the characters that names of tools may have.
fn plain(name: &str) -> String {
    let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.chars().map(|c| if fits(&c) { c } else { '-' }).collect()
}

fn with_headers(transport: HttpTransport, headers: &[String]) -> Result<HttpTransport> {
    headers.iter().try_fold(transport, |transport, header| {
        // What it has instead may be secret.
        let (name, value) = header
            .split_once(':')
            .ok_or_else(|| Error::other("`--header`: expected a name, a colon and a value"))?;
        Ok(transport.header(name.trim(), &expanded(value.trim())?))
    })
}

/// A text with the variables of the environment that it names as `${NAME}`.
fn expanded(text: &str) -> Result<String> {
    let mut parts = text.split("${");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) =
            part.split_once('}').ok_or_else(|| Error::other("`--header`: a `${` has no `}`"))?;
        let value = env::var(name)
            .map_err(|_| Error::other(format!("the environment variable {name} is not set")))?;
        all.push_str(&value);
        all.push_str(rest);
    }
    Ok(all)
}

/// The file that keeps logins by default.
fn tokens_file() -> Result<PathBuf> {
    let named = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = named
        .or_else(|| Some(env::home_dir()?.join(".local/state")))
        .ok_or_else(|| Error::other("there is no home directory: use `--tokens`"))?;
    let folder = state.join(CLIENT);
    fs::create_dir_all(&folder)?;
    Ok(folder.join("tokens.json"))
}
