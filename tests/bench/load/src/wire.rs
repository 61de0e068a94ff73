//! The messages that are sent. Each request is a copy of a template, in which the id is written: that costs little.

use serde_json::{Value, json};

/// All ids have as many digits, and fit into an i32.
pub const FIRST_ID: u64 = 1_000_000_000;
const ID_WIDTH: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Wire {
    /// 2025-11-25, which opens with `initialize`.
    Legacy,
    /// 2026-07-28, of which each request carries `_meta`.
    Modern,
}

impl Wire {
    pub fn version(self) -> &'static str {
        match self {
            Self::Legacy => "2025-11-25",
            Self::Modern => "2026-07-28",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Case {
    Add,
    Echo,
    Order,
}

impl Case {
    pub fn tool(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Echo => "echo",
            Self::Order => "order",
        }
    }
}

/// The method that is measured.
pub const CALL: &str = "tools/call";
pub const ECHO_TEXT: &str = "the same again";
const ADD_A: i64 = 19;
const ADD_B: i64 = 23;
pub const ADD_SUM: f64 = 42.0;
pub const ORDER_TOTAL: f64 = 138.0;
pub const ORDER_COUNT: f64 = 3.0;

fn arguments(case: Case) -> Value {
    match case {
        Case::Add => json!({"a": ADD_A, "b": ADD_B}),
        Case::Echo => json!({"text": ECHO_TEXT}),
        Case::Order => json!({
            "customer": {
                "name": "Ada Lovelace",
                "email": "ada@example.com",
                "address": {"street": "12 St James's Square", "city": "London", "zip": "SW1Y 4JH"}
            },
            "items": [
                {"sku": "GEAR-001", "qty": 2, "price": 12.5},
                {"sku": "CARD-144", "qty": 4, "price": 3.25},
                {"sku": "MILL-010", "qty": 1, "price": 100.0}
            ],
            "note": "Deliver to the engine room"
        }),
    }
}

fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": Wire::Modern.version(),
        "io.modelcontextprotocol/clientInfo": {"name": "mcpload", "version": env!("CARGO_PKG_VERSION")},
        "io.modelcontextprotocol/clientCapabilities": {}
    })
}

/// A request with a hole for the id; it may have an HTTP head before it.
pub struct Template {
    bytes: Vec<u8>,
    id_at: usize,
}

impl Template {
    /// Appends the request with this id.
    pub fn push(&self, out: &mut Vec<u8>, id: u64) {
        let start = out.len();
        out.extend_from_slice(&self.bytes);
        write_id(&mut out[start + self.id_at..start + self.id_at + ID_WIDTH], id);
    }
}

fn write_id(hole: &mut [u8], mut id: u64) {
    for digit in hole.iter_mut().rev() {
        *digit = b'0' + (id % 10) as u8;
        id /= 10;
    }
}

fn request(method: &str, params: &Value) -> Template {
    let head = "{\"jsonrpc\":\"2.0\",\"id\":";
    let id = "0".repeat(ID_WIDTH);
    let bytes = format!("{head}{id},\"method\":\"{method}\",\"params\":{params}}}").into_bytes();
    Template { bytes, id_at: head.len() }
}

pub fn call(case: Case, wire: Wire) -> Template {
    let mut params = json!({"name": case.tool(), "arguments": arguments(case)});
    if wire == Wire::Modern {
        params["_meta"] = modern_meta();
    }
    request(CALL, &params)
}

/// The first request of a connection: `initialize`, or `server/discover`.
pub fn hello(wire: Wire) -> (Template, &'static str) {
    match wire {
        Wire::Legacy => {
            let params = json!({
                "protocolVersion": wire.version(),
                "capabilities": {},
                "clientInfo": {"name": "mcpload", "version": env!("CARGO_PKG_VERSION")}
            });
            (request("initialize", &params), "initialize")
        }
        Wire::Modern => {
            (request("server/discover", &json!({"_meta": modern_meta()})), "server/discover")
        }
    }
}

pub const INITIALIZED: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

/// A request as an HTTP/1.1 POST.
pub fn http_post(body: &Template, head: &HttpHead<'_>) -> Template {
    let mut bytes = head.bytes(body.bytes.len());
    let id_at = bytes.len() + body.id_at;
    bytes.extend_from_slice(&body.bytes);
    Template { bytes, id_at }
}

pub struct HttpHead<'a> {
    pub host: &'a str,
    pub wire: Wire,
    pub session: Option<&'a str>,
    /// Not in the first request of the legacy wire.
    pub version_header: bool,
    pub method: &'a str,
    pub name: Option<&'a str>,
}

impl HttpHead<'_> {
    pub fn bytes(&self, content_length: usize) -> Vec<u8> {
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nUser-Agent: mcpload\r\n",
            self.host
        );
        if self.version_header {
            head += &format!("MCP-Protocol-Version: {}\r\n", self.wire.version());
        }
        if self.wire == Wire::Modern {
            head += &format!("Mcp-Method: {}\r\n", self.method);
            if let Some(name) = self.name {
                head += &format!("Mcp-Name: {name}\r\n");
            }
        }
        if let Some(session) = self.session {
            head += &format!("Mcp-Session-Id: {session}\r\n");
        }
        head += &format!("Content-Length: {content_length}\r\n\r\n");
        head.into_bytes()
    }
}
