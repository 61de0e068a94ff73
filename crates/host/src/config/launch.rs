//! How a server of a file is reached.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime_client::Stdio;
use serde_json::Value;

use super::env_file;
use super::variables::Variables;
use crate::recipe::Recipe;

/// How long a program may take to exit after its input has ended, and again after it was asked to: as
/// long as with the SDKs for Python and TypeScript.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How a server is reached. What was a variable may be secret.
pub(crate) enum ConfigLaunch {
    Program {
        command: PathBuf,
        args: Vec<String>,
        env: Vec<(String, String)>,
        /// Variables of this process that are passed on.
        inherit: Vec<String>,
        folder: Option<PathBuf>,
    },
    Url {
        url: String,
        headers: Vec<(String, String)>,
    },
}

impl fmt::Debug for ConfigLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, shown) = match self {
            Self::Program { command, .. } => ("Program", command.display().to_string()),
            // It may have a token.
            Self::Url { url, .. } => ("Url", url.split('?').next().unwrap_or_default().to_owned()),
        };
        f.debug_tuple(name).field(&shown).finish()
    }
}

impl ConfigLaunch {
    /// Reads how a server is reached.
    ///
    /// # Errors
    ///
    /// What is wrong with the entry.
    pub(super) fn read(entry: &Value, variables: &Variables<'_>) -> Result<Self, String> {
        let fields = Fields { entry, variables };
        let url = fields.text(&["url", "httpUrl", "serverUrl", "uri"])?;
        let mut words = match entry.get("command") {
            Some(Value::Array(_)) => fields.texts(&["command"])?,
            _ => fields.text(&["command", "cmd"])?.into_iter().collect(),
        };
        match (url, words.is_empty()) {
            (Some(_), false) => Err("it has both a command and a URL".to_owned()),
            (None, true) => Err("it has neither a command nor a URL".to_owned()),
            (Some(url), true) => fields.url(url),
            (None, false) => {
                words.extend(fields.texts(&["args"])?);
                fields.program(words)
            }
        }
    }

    /// What reaches the server, each time anew.
    pub(crate) fn recipe(self) -> Recipe {
        match self {
            Self::Program { command, args, env, inherit, folder } => Recipe::new(move || {
                let base = Stdio::spawn(&command).args(&args).inherit(&inherit);
                let with_env =
                    env.iter().fold(base, |program, (name, value)| program.env(name, value));
                let program =
                    with_env.stderr(std::process::Stdio::piped()).exit_timeout(EXIT_TIMEOUT);
                match &folder {
                    Some(folder) => program.current_dir(folder),
                    None => program,
                }
            }),
            Self::Url { url, headers } => {
                let transport = mcp_runtime_client::HttpTransport::new(url);
                let add = |transport: mcp_runtime_client::HttpTransport,
                           (name, value): (String, String)| {
                    transport.header(&name, &value)
                };
                Recipe::url(headers.into_iter().fold(transport, add))
            }
        }
    }
}

/// The members of an entry, with their variables replaced.
struct Fields<'a> {
    entry: &'a Value,
    variables: &'a Variables<'a>,
}

impl Fields<'_> {
    /// The first of these members, if it is a text.
    fn text(&self, members: &[&str]) -> Result<Option<String>, String> {
        let found = members.iter().find_map(|member| self.entry.get(*member)?.as_str());
        found.map(|text| self.variables.expand(text)).transpose()
    }

    /// The texts of the first of these members that is a list.
    fn texts(&self, members: &[&str]) -> Result<Vec<String>, String> {
        let found = members.iter().find_map(|member| self.entry.get(*member)?.as_array());
        found
            .into_iter()
            .flatten()
            .filter_map(as_text)
            .map(|text| self.variables.expand(&text))
            .collect()
    }

    /// The members of the first of these that is an object; numbers become texts.
    fn pairs(&self, members: &[&str]) -> Result<Vec<(String, String)>, String> {
        let found = members.iter().find_map(|member| self.entry.get(*member)?.as_object());
        let pairs = found
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.clone(), as_text(value)?)));
        pairs.map(|(name, value)| Ok((name, self.variables.expand(&value)?))).collect()
    }

    fn program(&self, words: Vec<String>) -> Result<ConfigLaunch, String> {
        let mut words = words.into_iter();
        let command = PathBuf::from(words.next().unwrap_or_default());
        // Where a relative path is looked up with another directory depends on the platform.
        let has_folder = command.components().count() > 1;
        let command = if has_folder { self.variables.folder.join(command) } else { command };
        let folder = self.text(&["cwd"])?.map(|folder| self.variables.folder.join(folder));
        let mut env = match self.text(&["envFile"])? {
            Some(file) => env_file::read(&self.variables.folder.join(file))?,
            None => Vec::new(),
        };
        env.extend(self.pairs(&["env", "environment", "envs"])?);
        let inherit =
            ["env_vars", "env_keys"].iter().find_map(|member| self.entry.get(*member)?.as_array());
        let name_of =
            |name: &Value| name.as_str().or_else(|| name.get("name")?.as_str()).map(str::to_owned);
        let inherit = inherit.into_iter().flatten().filter_map(name_of).collect();
        Ok(ConfigLaunch::Program { command, args: words.collect(), env, inherit, folder })
    }

    fn url(&self, url: String) -> Result<ConfigLaunch, String> {
        let variable = |name: &str| {
            (self.variables.environment)(name)
                .ok_or_else(|| format!("the environment variable {name} is not set"))
        };
        let mut headers = self.pairs(&["headers", "http_headers"])?;
        for (header, name) in self.pairs(&["env_http_headers"])? {
            headers.push((header, variable(&name)?));
        }
        if let Some(name) = self.text(&["bearer_token_env_var"])? {
            headers.push(("Authorization".to_owned(), format!("Bearer {}", variable(&name)?)));
        }
        Ok(ConfigLaunch::Url { url, headers })
    }
}

/// A text, or a number or a truth value where a text belongs.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}
