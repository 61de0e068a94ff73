//! An entry: a server, and its limits.

use std::time::Duration;

use mcp_runtime_protocol::client_apps::ToolFilter;
use serde_json::Value;

use super::file::TimeUnit;
use super::launch::ConfigLaunch;
use super::variables::Variables;
use crate::approval::Approval;
use crate::server_settings::ServerSettings;

/// A server of a file.
#[derive(Debug)]
pub(crate) struct ConfigEntry {
    /// How it is reached, or what is wrong with that.
    pub(crate) launch: Result<ConfigLaunch, String>,
    pub(crate) settings: ServerSettings,
    pub(crate) is_required: bool,
}

impl ConfigEntry {
    /// Reads an entry of a file that counts `timeout` in this unit.
    pub(super) fn read(entry: &Value, unit: TimeUnit, variables: &Variables<'_>) -> Self {
        let is = |member: &str| entry.get(member).and_then(Value::as_bool);
        let settings = ServerSettings {
            startup: time(entry, "startup_timeout_sec", 1.0)
                .or_else(|| time(entry, "startup_timeout_ms", 0.001)),
            timeout: time(entry, "tool_timeout_sec", 1.0)
                .or_else(|| time(entry, "timeout", seconds_per_unit(entry, unit))),
            keepalive: time(entry, "keepalive", 1.0),
            lock: entry.get("lock").and_then(Value::as_str).map(|lock| variables.folder.join(lock)),
            approval: Approval::read(entry),
            is_disabled: is("disabled") == Some(true) || is("enabled") == Some(false),
            tools: ToolFilter::read(entry),
        };
        let is_required = is("required") == Some(true);
        Self { launch: ConfigLaunch::read(entry, variables), settings, is_required }
    }
}

/// A `timeout` that is lower is in seconds, whatever its file counts in: no server answers in less
/// than a second each time, and people write `60`.
const LEAST_MILLISECONDS: f64 = 1000.0;

fn seconds_per_unit(entry: &Value, unit: TimeUnit) -> f64 {
    let is_low = entry.get("timeout").and_then(Value::as_f64) < Some(LEAST_MILLISECONDS);
    if unit == TimeUnit::Seconds || is_low { 1.0 } else { 0.001 }
}

fn time(entry: &Value, member: &str, seconds: f64) -> Option<Duration> {
    let units = entry.get(member)?.as_f64().filter(|units| *units > 0.0)?;
    Duration::try_from_secs_f64(units * seconds).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Config;
    use super::*;

    /// What is read of the only server of a file of this name.
    fn read(file: &str, servers: &str, entry: &Value) -> ServerSettings {
        let folder = std::env::temp_dir().join(format!(
            "mcp-entry-{}-{}",
            std::process::id(),
            file.replace('/', "-")
        ));
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, json!({ servers: { "a": entry } }).to_string()).unwrap();
        let config = Config::read(&path).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let (_, entry) = config.read_entries().next().unwrap();
        entry.settings
    }

    #[test]
    fn a_timeout_is_in_the_unit_of_its_client() {
        let cases = [
            ("mcp.json", "mcpServers", json!(60_000), 60.0),
            ("mcp.json", "mcpServers", json!(60), 60.0),
            ("mcp.json", "servers", json!(999), 999.0),
            ("mcp.json", "mcpServers", json!(1500), 1.5),
            ("mcp.json", "mcpServers", json!(0.5), 0.5),
            ("cline_mcp_settings.json", "mcpServers", json!(60), 60.0),
            ("cline_mcp_settings.json", "mcpServers", json!(3600), 3600.0),
            ("globalStorage/mcp_settings.json", "mcpServers", json!(1800), 1800.0),
            (".roo/mcp.json", "mcpServers", json!(1800), 1800.0),
            (".kilocode/mcp.json", "mcpServers", json!(1800), 1800.0),
            ("config.yaml", "extensions", json!(3000), 3000.0),
        ];
        for (file, servers, timeout, seconds) in cases {
            let settings = read(file, servers, &json!({ "command": "a", "timeout": timeout }));
            let expected = Duration::from_secs_f64(seconds);
            assert_eq!(settings.timeout, Some(expected), "{file}: {timeout}");
        }
    }
}
