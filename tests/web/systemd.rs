//! Sockets that were opened for the program, as systemd opens them.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::process::{Command, Stdio};

use mcp_test_support::http::Client;
use serde_json::json;

use super::{DEADLINE, Served, WEB, command, complaint, folder};

/// The fixture as systemd starts it: with sockets from descriptor 3 on.
fn activated(variables: &str, sockets: &str, words: &[&str]) -> Command {
    let plain = command(&[]);
    let mut command = Command::new("sh");
    let script = format!("export {variables}; exec \"$@\" {sockets} </dev/null >/dev/null");
    command.args(["-c", &script, "sh", WEB, "--http", "systemd", "-v"]).args(words);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stderr(Stdio::piped());
    command
}

fn tcp(address: &str) -> (Client, OwnedFd) {
    let listener = TcpListener::bind(address).unwrap();
    (Client(listener.local_addr().unwrap()), listener.into())
}

#[tokio::test]
async fn it_serves_on_the_sockets_that_it_is_given() {
    let folder = folder("it_serves_on_the_sockets");
    let unix = UnixListener::bind(folder.join("web.sock")).unwrap();
    let (client, socket) = tcp("127.0.0.1:0");
    let mut command = activated("LISTEN_PID=$$ LISTEN_FDS=2", "3<&0 4<&1", &[]);
    command.stdin(socket).stdout(OwnedFd::from(unix));
    let served = Served::spawn(command);
    served.logged("serving url=systemd");
    assert_eq!(client.call("add", json!({"a": 1, "b": 2})).await, "3");
    let stream = UnixStream::connect(folder.join("web.sock")).unwrap();
    assert!(answers(stream), "the second socket is served, too");
    assert_not_inherited(served.program.0.id());
}

/// Whether somebody answers a request.
fn answers(mut stream: UnixStream) -> bool {
    use std::io::{Read as _, Write as _};
    stream
        .write_all(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.starts_with("HTTP/1.1 404 ")
}

/// No socket of a process is left to its children.
fn assert_not_inherited(process: u32) {
    const CLOSED_IN_CHILDREN: u32 = 0o2_000_000;
    let Ok(open) = fs::read_dir(format!("/proc/{process}/fd")) else { return };
    let mut sockets = 0;
    for entry in open.map(Result::unwrap) {
        let target = fs::read_link(entry.path()).unwrap_or_default();
        if !target.to_string_lossy().starts_with("socket:") {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        let info = fs::read_to_string(format!("/proc/{process}/fdinfo/{name}")).unwrap();
        let octal = info.lines().find_map(|line| line.strip_prefix("flags:")).unwrap().trim();
        let flags = u32::from_str_radix(octal, 8).unwrap();
        assert!(flags & CLOSED_IN_CHILDREN != 0, "descriptor {name}: {info}");
        sockets += 1;
    }
    assert!(sockets >= 2, "{sockets}");
}

#[test]
fn without_sockets_for_this_process_it_does_not_start() {
    let (_, socket) = tcp("127.0.0.1:0");
    let mut other = activated("LISTEN_PID=1 LISTEN_FDS=1", "3<&0", &[]);
    other.stdin(socket);
    let unnumbered = activated("LISTEN_PID=$$", "", &[]);
    for command in [other, unnumbered, command(&["--http", "systemd"])] {
        let complaint = complaint(command, 1);
        assert!(complaint.contains("systemd passed no sockets to this process"), "{complaint}");
    }
    let malformed = complaint(activated("LISTEN_PID=$$ LISTEN_FDS=x", "", &[]), 1);
    assert!(malformed.contains("malformed"), "{malformed}");
    let mut file = activated("LISTEN_PID=$$ LISTEN_FDS=1", "3</dev/null", &[]);
    file.stdin(Stdio::null());
    let file = complaint(file, 1);
    assert!(file.contains("cannot take over the sockets of systemd: "), "{file}");
    let datagrams = OwnedFd::from(UdpSocket::bind("127.0.0.1:0").unwrap());
    let mut command = activated("LISTEN_PID=$$ LISTEN_FDS=1", "3<&0", &[]);
    command.stdin(datagrams);
    let datagrams = complaint(command, 1);
    assert!(datagrams.contains("an inherited socket is not listening"), "{datagrams}");
}

#[test]
fn what_the_network_reaches_needs_authorization() {
    let (_, socket) = tcp("0.0.0.0:0");
    let mut open = activated("LISTEN_PID=$$ LISTEN_FDS=1", "3<&0", &[]);
    open.stdin(socket);
    let complaint = complaint(open, 1);
    assert!(complaint.contains("can be reached from the network"), "{complaint}");
    let (_, socket) = tcp("0.0.0.0:0");
    let words = ["--open-to-network-without-authorization"];
    let mut open = activated("LISTEN_PID=$$ LISTEN_FDS=1", "3<&0", &words);
    open.stdin(socket);
    Served::spawn(open).logged("serving url=systemd");
}

#[test]
fn systemd_is_told_once_that_the_server_is_ready() {
    let folder = folder("systemd_is_told");
    let path = folder.join("notify");
    let ready = UnixDatagram::bind(&path).unwrap();
    let mut started = command(&["--http", "0", "-v"]);
    started.env("NOTIFY_SOCKET", &path);
    let (_, _served) = Served::run(started);
    assert_told(&ready);

    let unix = UnixListener::bind(folder.join("web.sock")).unwrap();
    let mut started = activated("LISTEN_PID=$$ LISTEN_FDS=1", "3<&0", &[]);
    started.stdin(OwnedFd::from(unix)).env("NOTIFY_SOCKET", &path);
    let _served = Served::spawn(started);
    assert_told(&ready);

    let address = format!("unix:{}", folder.join("named.sock").display());
    let mut started = command(&["--http", &address, "-v"]);
    started.env("NOTIFY_SOCKET", &path);
    let _served = Served::spawn(started);
    assert_told(&ready);

    let mut nowhere = command(&["--http", "0", "-v"]);
    nowhere.env("NOTIFY_SOCKET", folder.join("nowhere"));
    let (_, served) = Served::run(nowhere);
    served.logged("could not notify systemd");
}

#[test]
fn systemd_is_told_at_a_name_that_is_no_file() {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::SocketAddr;

    let name = format!("mcp-web-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let ready = UnixDatagram::bind_addr(&address).unwrap();
    let mut started = command(&["--http", "0", "-v"]);
    started.env("NOTIFY_SOCKET", format!("@{name}"));
    let (_, _served) = Served::run(started);
    assert_told(&ready);
}

fn assert_told(ready: &UnixDatagram) {
    ready.set_read_timeout(Some(DEADLINE)).unwrap();
    let mut bytes = [0; 64];
    let read = ready.recv(&mut bytes).unwrap();
    assert_eq!(&bytes[..read], b"READY=1");
    ready.set_nonblocking(true).unwrap();
    assert!(ready.recv(&mut bytes).is_err(), "it is told once");
    ready.set_nonblocking(false).unwrap();
}
