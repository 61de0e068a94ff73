//! The server that asks, in another one: `mounted | REVISION stdio | http PORT`. With a revision it is
//! relayed, and speaks that.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Error, Result, server};
use mcp_runtime_relay::Relay as _;
use mcp_test_support::interaction::interaction;
use mcp_test_support::serve_as;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [how, rest @ ..] = &arguments[..] else {
        return Err(Error::other("relayed-server mounted | REVISION stdio | http PORT"));
    };
    let server = if how == "mounted" {
        server!().mount_flat(interaction())
    } else {
        let version: ProtocolVersion = how.parse().map_err(Error::other)?;
        server!().relay_flat("interaction", move || interaction().versions([version]))
    };
    serve_as(server, rest)
}
