//! Resources and resource templates: how they are listed and read.

use mcp_runtime::protocol::{CacheScope, ProtocolVersion, ResourceContents, Role};
use mcp_runtime::{Changes, Context, Json, NotFound, Result, ServerBuilder, resource, server};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

use super::{code, since};

/// The front page.
#[resource(
    "wiki://index",
    title = "Index",
    mime = "text/markdown",
    audience(user),
    priority = 0.5,
    cache(ttl = "60s", public)
)]
fn index() -> &'static str {
    "# Index"
}

/// A picture.
#[resource("wiki://logo", mime = "image/png")]
fn logo() -> Vec<u8> {
    vec![1, 2, 3]
}

/// Numbers.
#[resource("wiki://stats")]
async fn stats() -> Json<[u8; 2]> {
    Json([1, 2])
}

/// One page.
#[resource("wiki://pages/{name}", mime = "text/markdown", cache(ttl = "5s", private))]
fn page(name: &str) -> std::result::Result<String, NotFound> {
    if name == "no such" { Err(NotFound) } else { Ok(format!("page {name}")) }
}

/// A file, however deep.
#[resource("wiki://files/{+path}")]
fn file(path: &str, context: Context) -> Option<String> {
    (path != "gone").then(|| format!("{path} of {}", context.uri().unwrap_or_default()))
}

/// A line of a page.
#[resource("wiki://lines/{page}/{line}{?length}")]
fn line(page: &str, line: u32, length: Option<u8>) -> String {
    format!("{page} {line} {length:?}")
}

/// In two parts.
#[resource("wiki://parts")]
fn parts() -> Vec<ResourceContents> {
    vec![ResourceContents::text("wiki://parts/1", "one"), ResourceContents::text("", "two")]
}

/// Cannot be read.
#[resource("wiki://broken")]
fn broken() -> std::result::Result<String, String> {
    Err("the disk is gone".to_owned())
}

fn server() -> ServerBuilder {
    server!()
        .resource::<index>()
        .resource::<logo>()
        .resource::<stats>()
        .resource::<page>()
        .resource::<file>()
        .resource::<line>()
        .resource::<parts>()
        .resource::<broken>()
}

#[tokio::test]
async fn resources_and_templates_are_listed() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let resources = client.list_resources().await?;
        let uris: Vec<&str> = resources.iter().map(|resource| resource.uri.as_str()).collect();
        let expected =
            ["wiki://index", "wiki://logo", "wiki://stats", "wiki://parts", "wiki://broken"];
        assert_eq!(uris, expected);
        let index = &resources[0];
        assert_eq!(index.name, "index");
        assert_eq!(index.description.as_deref(), Some("The front page."));
        assert_eq!(index.mime_type.as_deref(), Some("text/markdown"));
        assert_eq!(index.title.is_some(), since(version, "2025-06-18"), "{version}");
        let annotations = index.annotations.clone().unwrap_or_default();
        assert_eq!(annotations.audience, Some(vec![Role::User]));
        assert_eq!(annotations.priority, Some(0.5));
        let listed = client.list_resource_templates().await?;
        let templates: Vec<&str> =
            listed.iter().map(|listed| listed.uri_template.as_str()).collect();
        let expected =
            ["wiki://pages/{name}", "wiki://files/{+path}", "wiki://lines/{page}/{line}{?length}"];
        assert_eq!(templates, expected);
    }
    Ok(())
}

#[tokio::test]
async fn resources_are_read() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        for (uri, text) in [
            ("wiki://index", "# Index"),
            ("wiki://stats", "[1,2]"),
            ("wiki://parts", "one\ntwo"),
            ("wiki://pages/home", "page home"),
            ("wiki://pages/a%20b%2Fc", "page a b/c"),
            ("wiki://files/a/b.md", "a/b.md of wiki://files/a/b.md"),
            ("wiki://lines/home/7", "home 7 None"),
            ("wiki://lines/home/7?length=3", "home 7 Some(3)"),
        ] {
            let result = client.read_resource(uri).await?;
            assert_eq!(result.text(), text, "{version}: {uri}");
        }
        let index = client.read_resource("wiki://index").await?.contents;
        assert_eq!(
            index,
            [ResourceContents::text("wiki://index", "# Index").with_mime_type("text/markdown")]
        );
        let logo = client.read_resource("wiki://logo").await?.contents;
        assert_eq!(
            logo,
            [ResourceContents::blob("wiki://logo", "AQID").with_mime_type("image/png")]
        );
        let stats = client.read_resource("wiki://stats").await?.contents;
        assert_eq!(
            stats,
            [ResourceContents::text("wiki://stats", "[1,2]").with_mime_type("application/json")]
        );
        let parts = client.read_resource("wiki://parts").await?.contents;
        assert_eq!(parts[1], ResourceContents::text("wiki://parts", "two"), "what is left open");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_not_there_has_the_code_of_its_revision() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let not_found = if version.is_modern() { -32602 } else { -32002 };
        for uri in [
            "wiki://nothing",
            "wiki://pages/no%20such",
            "wiki://files/gone",
            "wiki://pages/a/b",
            "",
        ] {
            let error = client.read_resource(uri).await.unwrap_err();
            assert_eq!(code(&error), Some(not_found), "{version}: {uri}: {error}");
            let data = error.rpc().and_then(|error| error.data.clone());
            assert_eq!(data, Some(json!({ "uri": uri })), "{version}");
        }
        let error = client.read_resource("wiki://broken").await.unwrap_err();
        assert_eq!(code(&error), Some(-32603));
        assert!(error.to_string().contains("the disk is gone"), "{error}");
        let error = client.read_resource("wiki://lines/home/x").await.unwrap_err();
        assert_eq!(code(&error), Some(-32602), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn only_the_newest_revision_has_cache_hints() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        for (uri, ttl_ms, scope) in [
            ("wiki://index", 60_000, CacheScope::Public),
            ("wiki://logo", 0, CacheScope::Private),
            ("wiki://pages/home", 5_000, CacheScope::Private),
        ] {
            let result = client.read_resource(uri).await?;
            let hints = (result.ttl_ms, result.cache_scope);
            let expected = version.is_modern().then_some((ttl_ms, scope)).unzip();
            assert_eq!(hints, expected, "{version}: {uri}");
        }
    }
    Ok(())
}

/// Anything.
#[resource("months://{+rest}")]
fn rest(rest: &str) -> String {
    format!("rest {rest}")
}

/// A month.
#[resource("months://{year}/{month}")]
fn month(year: u16, month: u8) -> String {
    format!("month {month} of {year}")
}

/// A month of this year.
#[resource("months://now/{month}")]
fn month_of_now(month: u8) -> String {
    format!("month {month} of now")
}

#[tokio::test]
async fn the_most_specific_template_is_read() -> Result<()> {
    let any_order = [
        server!().resource::<rest>().resource::<month>().resource::<month_of_now>(),
        server!().resource::<month_of_now>().resource::<month>().resource::<rest>(),
    ];
    for server in any_order {
        let client = testing::connect(server).await?;
        for (uri, text) in [
            ("months://now/3", "month 3 of now"),
            ("months://2026/3", "month 3 of 2026"),
            ("months://2026", "rest 2026"),
            ("months://2026/3/1", "rest 2026/3/1"),
        ] {
            assert_eq!(client.read_resource(uri).await?.text(), text, "{uri}");
        }
    }
    Ok(())
}

/// A picture in a size.
#[resource("scaled://{factor}/{smooth}")]
fn scaled(factor: f64, smooth: bool) -> String {
    format!("{factor} {smooth}")
}

#[tokio::test]
async fn a_number_in_a_uri_is_written_in_one_way() -> Result<()> {
    let client = testing::connect(server!().resource::<month_of_now>()).await?;
    assert_eq!(client.read_resource("months://now/1").await?.text(), "month 1 of now");
    for month in ["01", "1.0", "1e0", "10e-1", "-0", " 1"] {
        let uri = format!("months://now/{}", month.replace(' ', "%20"));
        let refused = client.read_resource(&uri).await.unwrap_err().to_string();
        let expected = format!("`month`: expected an integer from 0 to 255, got {month:?}");
        assert!(refused.contains(&expected), "{refused}");
    }
    let client = testing::connect(server!().resource::<scaled>()).await?;
    for (written, read) in [("0.5", "0.5 true"), ("2", "2 true"), ("-1.25", "-1.25 true")] {
        let uri = format!("scaled://{written}/true");
        assert_eq!(client.read_resource(&uri).await?.text(), read);
    }
    for other in ["0.50/true", "2.0/true", "5e-1/true", "-0/true", "2/%20true"] {
        assert!(client.read_resource(&format!("scaled://{other}")).await.is_err(), "{other}");
    }
    Ok(())
}

/// Anything by another name.
#[resource("months://{+everything}")]
fn everything(everything: &str) -> String {
    everything.to_owned()
}

#[test]
fn templates_that_match_the_same_uris_are_refused() {
    let refused =
        server!().resource::<rest>().resource::<everything>().build().unwrap_err().to_string();
    assert!(refused.contains("`months://{+rest}`"), "{refused}");
    assert!(refused.contains("`months://{+everything}`"), "{refused}");
    assert!(refused.contains("match the same URIs"), "{refused}");
    assert_eq!(refused.matches("resources.rs:").count(), 2, "{refused}");
}

/// A page of a wiki in German.
#[resource("wiki://straße/{page}")]
fn street(page: &str, context: Context) -> String {
    format!("{page} of {}", context.uri().unwrap_or_default())
}

/// Where it begins.
#[resource("wiki://straße/größe")]
fn size(context: Context) -> String {
    format!("size of {}", context.uri().unwrap_or_default())
}

/// Notes, whose scheme is written as a name.
#[resource("Notes://Index")]
fn notes() -> &'static str {
    "notes"
}

/// One of them.
#[resource("Notes://by/{name}{?lang}")]
fn note(name: &str, lang: Option<String>) -> String {
    format!("{name} {lang:?}")
}

/// With an escape of its own.
#[resource("wiki://%c3%a9t%C3%A9/~")]
fn summer() -> &'static str {
    "summer"
}

/// What a client, or the library that it parses a URI with, makes of it.
#[tokio::test]
async fn what_is_listed_is_read_however_its_uri_is_spelled() -> Result<()> {
    let server = || {
        let server = server!().resource::<street>().resource::<size>().resource::<notes>();
        server.resource::<note>().resource::<summer>()
    };
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        for (uri, expected) in [
            ("wiki://straße/größe", "size of wiki://straße/größe"),
            ("wiki://stra%C3%9Fe/gr%C3%B6%C3%9Fe", "size of wiki://straße/größe"),
            ("wiki://stra%c3%9fe/größe", "size of wiki://straße/größe"),
            ("wiki://straße/a%20b", "a b of wiki://straße/a%20b"),
            ("wiki://stra%C3%9Fe/1", "1 of wiki://stra%C3%9Fe/1"),
            ("WIKI://stra%C3%9Fe/1", "1 of WIKI://stra%C3%9Fe/1"),
            ("Notes://Index", "notes"),
            ("notes://Index", "notes"),
            ("notes://by/Ada?lang=en", "Ada Some(\"en\")"),
            ("NOTES://by/%41da", "Ada None"),
            ("wiki://été/~", "summer"),
            ("wiki://%C3%A9t%C3%A9/%7e", "summer"),
        ] {
            let read = client.read_resource(uri).await?;
            assert_eq!(read.text(), expected, "{uri} {version}");
        }
        for uri in ["notes://index", "wiki://STRASSE/1", "wiki://stra%C3%9Fe%2F1", "wiki://straße"]
        {
            assert!(client.read_resource(uri).await.is_err(), "{uri} {version}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn two_spellings_of_a_uri_are_one_resource() -> Result<()> {
    /// Another one.
    #[resource("WIKI://stra%C3%9Fe/gr%C3%B6%C3%9Fe")]
    fn again() -> &'static str {
        "again"
    }

    /// Another one.
    #[resource("wiki://stra%C3%9Fe/{other}")]
    fn other(other: &str) -> String {
        other.to_owned()
    }

    for (server, why) in [
        (server!().resource::<size>().resource::<again>(), "two resources are called"),
        (server!().resource::<street>().resource::<other>(), "match the same URIs"),
    ] {
        let error = server.build().unwrap_err().to_string();
        assert_eq!(error.lines().count(), 2, "{error}");
        assert!(error.contains(why), "{error}");
    }
    let server = server!().changes(Changes::new().resources()).build()?;
    let resource = || mcp_runtime::protocol::Resource::new("wiki://my notes", "notes");
    server.add_resource(resource(), || async { "notes" })?;
    let client = testing::connect(server.clone()).await?;
    assert_eq!(client.read_resource("wiki://my%20notes").await?.text(), "notes");
    assert!(server.add_resource(resource(), || async { "notes" }).is_err());
    server.remove_resource("wiki://my%20notes")?;
    assert_eq!(client.list_resources().await?, []);
    server.add_resource(resource(), || async { "notes" })?;
    assert_eq!(client.list_resources().await?.len(), 1);
    Ok(())
}
