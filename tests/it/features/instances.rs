//! Templates that list their resources.

use mcp_runtime::protocol::{ProtocolVersion, Resource};
use mcp_runtime::{Changes, Context, Error, Feature, Limits, Result, handlers, resource, server};
use mcp_runtime_client::Change;
use mcp_runtime_testing::{connect, connect_as};

/// A note of everybody.
#[resource("notes://everybody", mime = "text/plain")]
fn everybody() -> &'static str {
    "everybody"
}

/// A page of a book.
#[resource("books://{book}/{page}", mime = "text/markdown", list = pages)]
fn page(book: &str, page: u32) -> String {
    format!("{book} {page}")
}

async fn pages(context: &Context) -> Result<Vec<Resource>> {
    tokio::task::yield_now().await;
    match context.caller().principal() {
        Some("eve") => Err(Error::other("the shelf is closed")),
        _ => {
            let first = Resource::new("books://a/1", "first").with_title("Page 1").with_size(3);
            let second = Resource::new("books://a/2", "second").with_description("the last one");
            Ok(vec![first, second.with_mime_type("text/plain")])
        }
    }
}

struct Notes(u64);

#[handlers]
impl Notes {
    /// A note.
    #[resource("notes://{id}", list = Self::ids)]
    fn note(&self, id: u64, context: &Context) -> String {
        format!("{} {id}", context.caller().principal().unwrap_or("nobody"))
    }

    fn ids(&self, context: &Context) -> impl Iterator<Item = u64> + use<> {
        let skipped = u64::from(context.caller().principal() == Some("bob"));
        skipped + 1..=self.0
    }
}

fn server(notes: u64) -> mcp_runtime::ServerBuilder {
    server!().resource::<everybody>().resource::<page>().handlers(Notes(notes))
}

#[tokio::test]
async fn each_caller_sees_what_its_functions_return() -> Result<()> {
    for version in ProtocolVersion::ALL {
        for (name, first) in [("ada", "notes://1"), ("bob", "notes://2")] {
            let client = connect_as(server(3), *version).principal(name).await?;
            let listed = client.list_resources().await?;
            let uris: Vec<_> = listed.iter().map(|resource| resource.uri.as_str()).collect();
            let all = &["notes://1", "notes://2", "notes://3"];
            let notes = &all[all.iter().position(|uri| *uri == first).unwrap()..];
            let fixed = ["notes://everybody", "books://a/1", "books://a/2"];
            assert_eq!(uris, [&fixed[..], notes].concat(), "{version}");
            assert_eq!(listed[1].mime_type.as_deref(), Some("text/markdown"));
            assert_eq!(listed[1].size, Some(3), "{version}");
            assert_eq!(listed[2].mime_type.as_deref(), Some("text/plain"));
            assert_eq!(listed[2].description.as_deref(), Some("the last one"));
            for resource in &listed[3..] {
                let id = resource.uri.trim_start_matches("notes://");
                assert_eq!(resource.name, id);
                let read = client.read_resource(&resource.uri).await?;
                assert_eq!(read.text(), format!("{name} {id}"));
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn they_are_read_page_by_page() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        for (most, count) in [(usize::MAX, 2_500), (2, 5), (1, 1), (4, 1)] {
            let server = server(count).limits(Limits::new().page_size(most)).build()?;
            let client = connect_as(server, version).await?;
            let listed = client.list_resources().await?;
            let mut uris: Vec<_> = listed.into_iter().map(|resource| resource.uri).collect();
            assert_eq!(uris.len() as u64, count + 3);
            assert_eq!(*uris.last().unwrap(), format!("notes://{count}"));
            uris.dedup();
            assert_eq!(uris.len() as u64, count + 3);
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_fails_or_is_hidden_is_not_listed() -> Result<()> {
    let client = connect(server(1)).principal("eve").await?;
    let error = client.list_resources().await.unwrap_err().to_string();
    assert!(error.contains("the shelf is closed"), "{error}");
    let hidden = server(3).visible(|_, feature| match feature {
        Feature::Resource(resource) => resource.uri != "notes://2",
        Feature::ResourceTemplate(template) => template.name != "page",
        _ => true,
    });
    let client = connect(hidden).await?;
    let uris: Vec<_> = client.list_resources().await?.into_iter().map(|it| it.uri).collect();
    assert_eq!(uris, ["notes://everybody", "notes://1", "notes://3"]);
    Ok(())
}

#[tokio::test]
async fn a_change_of_what_is_listed_is_announced() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let changing = server(3).changes(Changes::new().resources()).build()?;
        let client = connect_as(changing.clone(), *version).await?;
        let mut lists = client.listen([Change::Resources]).await?;
        changing.resources_changed()?;
        assert_eq!(lists.next().await, Some(Change::Resources), "{version}");
    }
    let error = server(3).build()?.resources_changed().unwrap_err().to_string();
    assert!(error.contains("build it with .changes(Changes::new().resources())"), "{error}");
    Ok(())
}
