//! An entry: a server, and its limits.

use std::time::Duration;

use serde_json::Value;

use super::launch::ConfigLaunch;
use super::variables::Variables;
use crate::approval::Approval;
use crate::server_settings::{ServerSettings, ToolFilter};

/// A server of a file.
#[derive(Debug)]
pub(crate) struct ConfigEntry {
    /// How it is reached, or what is wrong with that.
    pub(crate) launch: Result<ConfigLaunch, String>,
    pub(crate) settings: ServerSettings,
    pub(crate) is_required: bool,
}

impl ConfigEntry {
    /// Reads an entry of a file whose servers are in this member.
    pub(super) fn read(entry: &Value, member: &str, variables: &Variables<'_>) -> Self {
        let names = |members: &[&str]| -> Option<Vec<String>> {
            let names = members.iter().find_map(|name| entry.get(*name)?.as_array())?;
            Some(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
        };
        let is = |member: &str| entry.get(member).and_then(Value::as_bool);
        let only = ["enabled_tools", "includeTools", "available_tools", "tools"];
        let settings = ServerSettings {
            startup: time(entry, "startup_timeout_sec", 1.0)
                .or_else(|| time(entry, "startup_timeout_ms", 0.001)),
            timeout: time(entry, "tool_timeout_sec", 1.0)
                .or_else(|| time(entry, "timeout", seconds_per_unit(member))),
            keepalive: time(entry, "keepalive", 1.0),
            lock: entry.get("lock").and_then(Value::as_str).map(|lock| variables.folder.join(lock)),
            approval: Approval::read(entry),
            is_disabled: is("disabled") == Some(true) || is("enabled") == Some(false),
            tools: ToolFilter {
                only: names(&only).filter(|names| !names.is_empty()),
                without: names(&["disabled_tools", "excludeTools"]).unwrap_or_default(),
            },
        };
        let is_required = is("required") == Some(true);
        Self { launch: ConfigLaunch::read(entry, variables), settings, is_required }
    }
}

/// What `timeout` is counted in: seconds in Goose's file, milliseconds in all others.
fn seconds_per_unit(member: &str) -> f64 {
    if member == "extensions" { 1.0 } else { 0.001 }
}

fn time(entry: &Value, member: &str, seconds: f64) -> Option<Duration> {
    let units = entry.get(member)?.as_f64().filter(|units| *units > 0.0)?;
    Duration::try_from_secs_f64(units * seconds).ok()
}
