//! The least that a server can do: `floor stdio | http PORT` finds the id and the name of the tool, and writes a result that was
//! prepared; `echo` gives back the text as it was written. Over HTTP it is hyper on tokio.

use std::io::{self, Read as _, Write as _};

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: &'a str,
    #[serde(borrow)]
    params: Option<Params<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(default)]
    name: &'a str,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Text<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

const INITIALIZE: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"floor","version":"0.1.0"}}"#;
const DISCOVER: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"floor","version":"0.1.0"}},"ttlMs":0,"cacheScope":"public"}"#;
const ADD: &str = r#"{"resultType":"complete","content":[{"type":"text","text":"{\"sum\":42}"}],"structuredContent":{"sum":42}}"#;
const ORDER: &str = r#"{"resultType":"complete","content":[{"type":"text","text":"{\"total\":138.0,\"count\":3}"}],"structuredContent":{"total":138.0,"count":3}}"#;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Response,
    Initialize,
    Notification,
}

/// Appends the response; a notification gets none.
fn answer(message: &[u8], out: &mut Vec<u8>) -> Kind {
    let Ok(message) = serde_json::from_slice::<Message<'_>>(message) else {
        out.extend_from_slice(br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}"#);
        return Kind::Response;
    };
    let Some(id) = message.id else { return Kind::Notification };
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.get().as_bytes());
    let before = out.len();
    out.extend_from_slice(b",\"result\":");
    let done = match message.method {
        "tools/call" => message.params.as_ref().and_then(|params| call(params, out)),
        "initialize" => Some(out.extend_from_slice(INITIALIZE.as_bytes())),
        "server/discover" => Some(out.extend_from_slice(DISCOVER.as_bytes())),
        _ => None,
    };
    if done.is_none() {
        out.truncate(before);
        out.extend_from_slice(b",\"error\":{\"code\":-32602,\"message\":\"unknown\"}");
    }
    out.push(b'}');
    if message.method == "initialize" { Kind::Initialize } else { Kind::Response }
}

fn call(params: &Params<'_>, out: &mut Vec<u8>) -> Option<()> {
    match params.name {
        "add" => out.extend_from_slice(ADD.as_bytes()),
        "order" => out.extend_from_slice(ORDER.as_bytes()),
        "echo" => {
            let text: Text<'_> = serde_json::from_str(params.arguments?.get()).ok()?;
            out.extend_from_slice(br#"{"resultType":"complete","content":[{"type":"text","text":"#);
            out.extend_from_slice(text.text.get().as_bytes());
            out.extend_from_slice(b"}]}");
        }
        _ => return None,
    }
    Some(())
}

fn stdio() -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    let mut stdout = unbuffered_stdout()?;
    let mut input = vec![0; 1 << 20];
    let mut from = 0;
    let mut searched = 0;
    let mut end = 0;
    let mut out = Vec::with_capacity(1 << 20);
    loop {
        if end == input.len() {
            input.copy_within(from..end, 0);
            (end, searched, from) = (end - from, searched - from, 0);
            input.resize(input.len().max(2 * end), 0);
        }
        // A read that is larger than the buffer of the standard library goes straight to the pipe.
        let length = stdin.read(&mut input[end..])?;
        if length == 0 {
            return Ok(());
        }
        end += length;
        while let Some(found) = memchr::memchr(b'\n', &input[searched..end]) {
            if answer(&input[from..searched + found], &mut out) != Kind::Notification {
                out.push(b'\n');
            }
            searched += found + 1;
            from = searched;
        }
        searched = end;
        if from == end {
            (from, searched, end) = (0, 0, 0);
        }
        stdout.write_all(&out)?;
        out.clear();
    }
}

/// Standard output without the buffer for lines.
fn unbuffered_stdout() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd as _;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

fn http(port: u16) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_io().build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let connection = hyper::server::conn::http1::Builder::new();
            tokio::spawn(connection.serve_connection(TokioIo::new(stream), service_fn(respond)));
        }
    })
}

async fn respond(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let body = request.into_body().collect().await?.to_bytes();
    let mut out = Vec::with_capacity(256);
    let kind = answer(&body, &mut out);
    let mut response = Response::new(Full::new(Bytes::from(out)));
    if kind == Kind::Notification {
        *response.status_mut() = StatusCode::ACCEPTED;
    } else {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    if kind == Kind::Initialize {
        response.headers_mut().insert("mcp-session-id", HeaderValue::from_static("floor"));
    }
    Ok(response)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stdio"] => stdio(),
        ["http", port] => http(port.parse().map_err(io::Error::other)?),
        _ => Err(io::Error::other("usage: floor stdio | http PORT")),
    }
}
