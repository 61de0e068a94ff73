//! The audit log against those who fill it, and what it does when it cannot be written.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mcp_runtime::http::Principal;
use mcp_runtime::observe::Telemetry;
use mcp_runtime::{Result, server, tool};
use mcp_runtime_observe::Audit;
use mcp_runtime_testing::json;
use mcp_test_support::http::Request;
use mcp_test_support::peer::{Peer, initialize_with, notification, request};
use serde_json::Value;
use tower::Service as _;

/// What a line may take of what its peer has chosen.
const MAX_LINE: usize = 2 * 1024;

/// Keeps a note.
#[tool]
fn keep(note: Option<String>) -> usize {
    note.map_or(0, |note| note.len())
}

/// A log that can be looked at, and whose disk is full after so many bytes.
#[derive(Clone)]
struct Disk(Arc<Mutex<(Vec<u8>, usize)>>);

impl Disk {
    fn with_room(room: usize) -> Self {
        Self(Arc::new(Mutex::new((Vec::new(), room))))
    }

    fn lines(&self) -> Vec<String> {
        let written = self.0.lock().unwrap().0.clone();
        String::from_utf8(written).unwrap().lines().map(str::to_owned).collect()
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (written, room) = &mut *self.0.lock().unwrap();
        let taken = bytes.len().min(*room);
        if taken == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        *room -= taken;
        written.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes that are kept of each call, whose session has said its name once.
#[tokio::test]
async fn what_a_client_says_of_itself_is_not_repeated_in_full_in_every_line() -> Result<()> {
    let long = "n".repeat(24 * 1024);
    let wide = "\u{1}ä\"".repeat(1024);
    for (name, version) in [(&*long, "1"), ("a", &*long), (&*long, &*long), (&*wide, &*wide)] {
        let disk = Disk::with_room(usize::MAX);
        let server = server!()
            .telemetry(Telemetry::new().observer(Audit::to(disk.clone())))
            .tool::<keep>()
            .build()?;
        let mut peer = Peer::memory(server);
        let mut params = initialize_with("2025-11-25", &json!({}));
        params["clientInfo"] = json!({ "name": name, "version": version });
        peer.request("initialize", params).await;
        peer.send(notification("notifications/initialized", json!({}))).await;
        for _ in 0..10 {
            peer.request("tools/call", json!({ "name": "keep" })).await;
        }
        let lines = disk.lines();
        assert_eq!(lines.len(), 10);
        println!("{} bytes for each call", lines[9].len());
        for line in lines {
            assert!(line.len() <= MAX_LINE, "{} bytes for each call", line.len());
            let client = serde_json::from_str::<Value>(&line).unwrap()["client"].take();
            assert!(client.as_str().unwrap().starts_with(&name[..1]), "{client}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn names_of_principals_and_arguments_are_cut_in_the_log() -> Result<()> {
    let disk = Disk::with_room(usize::MAX);
    let audit = Audit::to(disk.clone()).arguments(["note"]);
    let mut http =
        server!().telemetry(Telemetry::new().observer(audit)).tool::<keep>().build()?.into_http();
    for note in [json!("x".repeat(1_000_000)), json!(vec!["y"; 100_000]), json!("short")] {
        let call = json!({ "name": "keep", "arguments": { "note": note } });
        let mut request = Request::modern("tools/call", call).to_service();
        request.extensions_mut().insert(Principal::new("p".repeat(100_000)));
        http.call(request).await.unwrap();
    }
    let lines = disk.lines();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        assert!(line.len() <= 4 * MAX_LINE, "{} bytes", line.len());
        assert!(line.contains("ppp") && line.contains("note"), "{line}");
    }
    assert!(lines[2].contains("\"note\":\"short\""), "{}", lines[2]);
    Ok(())
}

#[tokio::test]
async fn a_line_that_was_cut_by_a_full_disk_does_not_swallow_the_next() -> Result<()> {
    for room in [1, 40, 150] {
        let disk = Disk::with_room(room);
        let server = server!()
            .telemetry(Telemetry::new().observer(Audit::to(disk.clone())))
            .tool::<keep>()
            .build()?;
        let mut peer = Peer::memory(server);
        peer.initialize("2025-11-25").await;
        for _ in 0..3 {
            peer.request("tools/call", json!({ "name": "keep" })).await;
        }
        // Somebody makes room.
        disk.0.lock().unwrap().1 = usize::MAX;
        for _ in 0..3 {
            peer.request("tools/call", json!({ "name": "keep" })).await;
        }
        let lines = disk.lines();
        let read = |line: &String| serde_json::from_str::<Value>(line).ok();
        let whole: Vec<Value> = lines.iter().filter_map(read).collect();
        let of_calls = whole.iter().filter(|line| line["tool"] == "keep").count();
        assert!(of_calls >= 3, "{lines:?}");
        // It also says that something is missing, and how much.
        let lost: u64 = whole.iter().filter_map(|line| line["lost"].as_u64()).sum();
        assert_eq!(of_calls as u64 + lost, 6, "{lines:?}");
    }
    Ok(())
}

/// A process was killed while it wrote.
#[tokio::test]
async fn a_log_that_ends_in_the_middle_of_a_line_continues_on_the_next() -> Result<()> {
    for (number, before) in
        ["", "{\"tool\":\"keep\"}\n", "{\"tool\":\"ke", "\n\n{"].iter().enumerate()
    {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("audit-torn-{}-{number}", std::process::id()));
        std::fs::write(&path, before).unwrap();
        let server = server!()
            .telemetry(Telemetry::new().observer(Audit::file(&path)?))
            .tool::<keep>()
            .build()?;
        let mut peer = Peer::memory(server);
        peer.initialize("2025-11-25").await;
        peer.send(request(7, "tools/call", json!({ "name": "keep" }))).await;
        peer.receive().await;
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(before), "{text}");
        let last = text.lines().last().unwrap();
        assert!(
            serde_json::from_str::<Value>(last).is_ok_and(|line| line["ms"].is_u64()),
            "{text}"
        );
        std::fs::remove_file(&path).unwrap();
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_log_is_for_its_owner_alone_and_one_that_is_there_stays_as_it_is() -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("audit-mode-{}", std::process::id()));
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    drop(Audit::file(&path)?);
    assert_eq!(mode(), 0o600);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    drop(Audit::file(&path)?);
    assert_eq!(mode(), 0o640);
    std::fs::remove_file(&path).unwrap();
    Ok(())
}
