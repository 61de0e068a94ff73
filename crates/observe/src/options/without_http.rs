//! What there is of `--metrics` in a program that cannot serve HTTP.

use mcp_runtime::ServerOptions;

pub(super) fn options() -> Option<ServerOptions> {
    None
}
