//! The client for tests, as the documentation shows it.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::testing::{self, json};
use mcp_runtime::{Result, server, tool};
use serde::Deserialize;

/// Adds two numbers.
#[tool]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    b: i64,
) -> i64 {
    a + b
}

/// Never ends.
#[tool]
async fn wait() -> String {
    std::future::pending().await
}

#[tokio::test]
async fn a_server_is_tested_in_three_lines() -> Result<()> {
    let client = testing::connect(server!().tool::<add>()).await?;
    assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3");

    let server = server!().tool::<add>().build()?;
    testing::lint(&server)?;
    Ok(())
}

#[tokio::test]
async fn a_client_speaks_the_newest_revision_that_is_served() -> Result<()> {
    let server = server!().tool::<add>().build()?;
    assert_eq!(testing::connect(server.clone()).await?.version(), ProtocolVersion::LATEST);
    let old: ProtocolVersion = "2025-03-26".parse().unwrap();
    let legacy = server!().versions([old]);
    assert_eq!(testing::connect(legacy).await?.version(), old);
    for version in ProtocolVersion::ALL {
        let client = testing::connect_as(server.clone(), version).await?;
        assert_eq!(client.version(), version);
        assert_eq!(client.server_info().name, "mcp-tests");
    }
    Ok(())
}

#[tokio::test]
async fn a_revision_that_is_not_served_is_an_error() {
    let [oldest, .., newest] = ProtocolVersion::ALL;
    for (served, spoken) in
        [(newest, oldest), (oldest, newest), (oldest, ProtocolVersion::LATEST_LEGACY)]
    {
        let connected = testing::connect_as(server!().versions([served]), spoken).await;
        assert!(connected.is_err(), "{spoken} with a server of {served}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_built_is_an_error() {
    let twice = server!().tool::<add>().tool::<add>();
    let error = testing::connect(twice).await.err().unwrap();
    assert!(error.to_string().contains("two tools are called `add`"), "{error}");
}

#[tokio::test]
async fn results_are_read_as_types() -> Result<()> {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Sum {
        sum: i64,
    }
    /// Adds and names the sum.
    #[tool]
    fn named(a: i64, b: i64) -> mcp_runtime::Json<std::collections::BTreeMap<String, i64>> {
        mcp_runtime::Json([("sum".to_owned(), a + b)].into())
    }
    let client = testing::connect(server!().tool::<named>().tool::<add>()).await?;
    let arguments = json!({"a": 1, "b": 2});
    let sum: Sum = client.call_tool("named", arguments.clone()).await?.structured()?;
    assert_eq!(sum, Sum { sum: 3 });
    let text = client.call_tool("add", arguments).await?;
    assert!(text.structured::<Sum>().is_err(), "there is only text");
    Ok(())
}

#[tokio::test]
async fn a_request_that_is_dropped_is_cancelled() -> Result<()> {
    let client = testing::connect(server!().tool::<add>().tool::<wait>().max_in_flight(1)).await?;
    for _ in 0..3 {
        let wait = client.call_tool("wait", json!({}));
        let sum = client.call_tool("add", json!({"a": 1, "b": 1}));
        tokio::select! {
            result = wait => panic!("it ended: {result:?}"),
            sum = sum => assert_eq!(sum?.text(), "2"),
        }
    }
    client.close().await
}

#[tokio::test]
async fn what_still_waits_when_the_server_ends_is_an_error() -> Result<()> {
    let server = server!().tool::<wait>().drain_timeout(std::time::Duration::ZERO);
    let client = testing::connect(server).await?;
    client.notify("notifications/no-such", json!({}));
    let too_long = "x".repeat(17 * 1024 * 1024);
    let error = client.call_tool("wait", json!({ "text": too_long })).await.unwrap_err();
    assert_eq!(super::code(&error), Some(-32600), "{error}");
    client.close().await
}
