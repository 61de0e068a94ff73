//! What is looked at when a server with pages is built.

use mcp_runtime::protocol::Resource;
use mcp_runtime::{Changes, resource, server, tool};

#[tool(ui = "ui://missing")]
fn show() {}

#[tool(meta("ui" = {"resourceUri": "ui://missing"}))]
fn by_hand() {}

#[resource("ui://missing")]
fn not_a_page() -> &'static str {
    "<!doctype html>"
}

#[resource("ui://{+path}", mime = "text/html;profile=mcp-app")]
fn all(path: String) -> String {
    path
}

/// P14.
#[test]
fn a_tool_whose_page_is_not_there_is_refused() {
    let error = server!().tools::<(show, by_hand)>().build().unwrap_err().to_string();
    for tool in ["show", "by_hand"] {
        assert!(error.contains(&format!("tool `{tool}` (")), "{error}");
    }
    assert!(error.contains("the page `ui://missing`, which the server does not have"), "{error}");
    assert!(error.contains("#[resource(\"ui://missing\", app)]"), "{error}");
}

#[test]
fn a_tool_whose_page_is_another_resource_is_refused() {
    let error = server!().tool::<show>().resource::<not_a_page>().build().unwrap_err().to_string();
    assert!(error.contains("which is not a page"), "{error}");
    assert!(error.contains("building.rs:"), "{error}");
}

#[test]
fn a_page_may_come_from_a_template_or_later() {
    assert!(server!().tool::<show>().resource::<all>().build().is_ok());
    let server = server!().tool::<show>().changes(Changes::new().resources()).build().unwrap();
    let page = Resource::new("ui://missing", "page").with_mime_type("text/html;profile=mcp-app");
    server.add_resource(page, async || "<!doctype html>").unwrap();
}
