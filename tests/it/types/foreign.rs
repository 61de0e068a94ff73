//! Types of other crates, which have a schema by the feature of the crate's name: as arguments, in
//! lists and structs, and as results.

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use indexmap::{IndexMap, IndexSet};
use mcp_runtime::protocol::Tool;
use mcp_runtime::{Schema, server, tool};
use mcp_runtime_testing::{TestClient, connect};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

/// A tool that returns its argument, and one that takes a list of it, lent.
macro_rules! returned {
    ($name:ident, $lent:ident: $ty:ty) => {
        #[tool]
        fn $name(x: $ty) -> $ty {
            x
        }

        #[tool]
        fn $lent(first: Option<&$ty>, #[arg(description = "More.")] more: Vec<$ty>) -> Vec<$ty> {
            first.into_iter().chain(&more).cloned().collect()
        }
    };
}

returned!(instant, instants: DateTime<Utc>);
returned!(day, days: NaiveDate);
returned!(id, ids: Uuid);
returned!(page, pages: Url);
returned!(price, prices: Decimal);
returned!(map, maps: IndexMap<String, u8>);
returned!(set, sets: IndexSet<String>);
returned!(raw, raws: Bytes);
returned!(release, releases: semver::Version);
returned!(stamp, stamps: jiff::Timestamp);
returned!(span, spans: jiff::SignedDuration);
returned!(date, dates: jiff::civil::Date);

#[derive(Clone, Serialize, Deserialize, Schema)]
struct Order {
    id: Uuid,
    at: Option<DateTime<Utc>>,
    total: Decimal,
    from: Url,
    rows: IndexMap<String, Vec<semver::Version>>,
    due: jiff::civil::Date,
    seal: Bytes,
}

#[tool]
fn order(order: Order) -> Result<Order, std::fmt::Error> {
    Ok(order)
}

// As the documentation of `Schema` tells for `time`, whose own JSON is a list of numbers.
#[derive(Clone, Copy, Serialize, Deserialize, Schema)]
struct When(
    #[serde(with = "time::serde::rfc3339")]
    #[schema(as = "String", format = "date-time")]
    OffsetDateTime,
);

#[tool]
fn when(x: When, also: Vec<When>) -> Vec<When> {
    [x].into_iter().chain(also).collect()
}

async fn client() -> TestClient {
    let server = server!()
        .tool::<instant>()
        .tool::<instants>()
        .tool::<day>()
        .tool::<days>()
        .tool::<id>()
        .tool::<ids>()
        .tool::<page>()
        .tool::<pages>()
        .tool::<price>()
        .tool::<prices>()
        .tool::<map>()
        .tool::<maps>()
        .tool::<set>()
        .tool::<sets>()
        .tool::<raw>()
        .tool::<raws>()
        .tool::<release>()
        .tool::<releases>()
        .tool::<stamp>()
        .tool::<stamps>()
        .tool::<span>()
        .tool::<spans>()
        .tool::<date>()
        .tool::<dates>()
        .tool::<order>()
        .tool::<when>();
    connect(server).await.unwrap()
}

/// What is told of a type, what it takes with the value that comes back, and what it refuses.
struct Case {
    tools: [&'static str; 2],
    told: Value,
    taken: Vec<[Value; 2]>,
    refused: Value,
}

fn case(tools: [&'static str; 2], told: Value, taken: &[[Value; 2]], refused: Value) -> Case {
    Case { tools, told, taken: taken.to_vec(), refused }
}

fn texts() -> Vec<Case> {
    let format = |format: &str| json!({ "type": "string", "format": format });
    let text = |given: &str, back: &str| [[json!(given), json!(back)]];
    let same = |given: &str| text(given, given);
    let at = "2026-01-31T12:30:00Z";
    vec![
        case(
            ["instant", "instants"],
            format("date-time"),
            &text("2026-01-31T14:30:00+02:00", at),
            json!("2026-01-31"),
        ),
        case(["day", "days"], format("date"), &same("2026-01-31"), json!("2026-02-31")),
        case(
            ["id", "ids"],
            format("uuid"),
            &same("67e55044-10b1-426f-9247-bb680e5fe0c8"),
            json!("67e5"),
        ),
        case(
            ["page", "pages"],
            format("uri"),
            &text("HTTPS://example.com", "https://example.com/"),
            json!("example"),
        ),
        case(["stamp", "stamps"], format("date-time"), &same(at), json!("x")),
        case(["span", "spans"], format("duration"), &same("PT1H30M"), json!("x")),
        case(["date", "dates"], format("date"), &same("2026-01-31"), json!("2026-02-31")),
    ]
}

fn others() -> Vec<Case> {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    let same = |given: Value| [given.clone(), given];
    vec![
        case(
            ["price", "prices"],
            json!({ "anyOf": [
                { "type": "string", "pattern": r"^-?\d+(\.\d+)?([eE]\d+)?$" },
                { "type": "number" },
            ] }),
            &[same(json!("12.50")), [json!(3), json!("3")]],
            json!("x"),
        ),
        case(
            ["map", "maps"],
            json!({ "type": "object", "properties": {}, "additionalProperties": byte }),
            &[same(json!({ "b": 1, "a": 2 })), [json!("{\"b\": \"1\"}"), json!({ "b": 1 })]],
            json!({ "a": 256 }),
        ),
        case(
            ["set", "sets"],
            json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true }),
            &[same(json!(["b", "a"])), [json!("[\"b\"]"), json!(["b"])]],
            json!([1]),
        ),
        case(
            ["raw", "raws"],
            json!({ "anyOf": [{ "type": "array", "items": byte }, { "type": "string" }] }),
            &[same(json!([104, 105]))],
            json!([256]),
        ),
    ]
}

async fn check(client: &TestClient, tools: &[Tool], case: &Case) {
    let [one, list] = case.tools;
    let tool = tools.iter().find(|tool| tool.name == one).unwrap();
    assert_eq!(tool.input_schema["properties"]["x"], case.told, "{one}");
    assert!(tool.output_schema.is_some(), "{one}");
    for [given, back] in &case.taken {
        assert_eq!(data(client, one, json!({ "x": given })).await, *back);
        let several = json!({ "first": given, "more": [given] });
        assert_eq!(data(client, list, several).await, json!([back, back]));
    }
    let refused = client.call_tool(one, json!({ "x": case.refused })).await.unwrap();
    assert_eq!(refused.is_error, Some(true), "{one}");
}

async fn data(client: &TestClient, tool: &str, arguments: Value) -> Value {
    let result = client.call_tool(tool, arguments).await.unwrap();
    assert_eq!(result.is_error, None, "{}", result.text());
    result.structured().unwrap()
}

#[tokio::test]
async fn types_of_other_crates_are_arguments_and_results() {
    let client = client().await;
    let tools = client.list_tools().await.unwrap();
    for case in texts().iter().chain(&others()) {
        check(&client, &tools, case).await;
    }
    // Its pattern is that of the specification of versions.
    assert_eq!(data(&client, "release", json!({ "x": "1.2.3-rc.1" })).await, "1.2.3-rc.1");
    assert_eq!(data(&client, "releases", json!({ "more": ["1.2.3"] })).await, json!(["1.2.3"]));
    let refused = client.call_tool("release", json!({ "x": "1.2" })).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
}

#[tokio::test]
async fn types_of_other_crates_are_fields() {
    let order = json!({
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "at": "2026-01-31T12:30:00Z",
        "total": "12.50",
        "from": "https://example.com/",
        "rows": { "b": ["1.0.0"], "a": [] },
        "due": "2026-02-01",
        "seal": [1],
    });
    let client = client().await;
    assert_eq!(data(&client, "order", json!({ "order": order })).await, order);
    let text = Value::from(order.to_string());
    assert_eq!(data(&client, "order", json!({ "order": text })).await, order);
}

#[tokio::test]
async fn a_type_of_time_is_wrapped() {
    let client = client().await;
    let tools = client.list_tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "when").unwrap();
    let told = json!({ "type": "string", "format": "date-time" });
    assert_eq!(tool.input_schema["properties"]["x"], told);
    assert_eq!(tool.output_schema.as_ref().unwrap()["items"], told);
    let at = "2026-01-31T12:30:00Z";
    assert_eq!(data(&client, "when", json!({ "x": at, "also": [at] })).await, json!([at, at]));
    let refused = client.call_tool("when", json!({ "x": "2026", "also": [] })).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
}
