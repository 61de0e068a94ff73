//! The processes of the servers, as `/proc` shows them.

use std::fs;
use std::process;

use rustix::process::Pid;

/// The fields of `/proc/PID/stat` that follow the name of the program.
fn stat(process: &str) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(") ")?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// What this process has worked, in hundredths of a second.
pub(super) fn ticks() -> u64 {
    let fields = stat("self").unwrap();
    fields[11..13].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

/// The processes that this one has started, and their command lines.
pub(super) fn of_ours() -> Vec<(Pid, String)> {
    let mut ours = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let Some(pid) = name.parse().ok().and_then(Pid::from_raw) else { continue };
        // It may have ended meanwhile.
        let Some(fields) = stat(&name) else { continue };
        if fields[1] == process::id().to_string() {
            let command = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
            ours.push((pid, command.replace('\0', " ")));
        }
    }
    ours
}
