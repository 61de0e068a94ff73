//! The server as its clients see it, in memory.

use mcp_runtime::{Result, json};
use mcp_runtime_testing as testing;

use super::server;

#[tokio::test]
async fn words_are_counted_in_every_revision() -> Result<()> {
    let test = testing::everywhere(server);
    test.run(async |client| {
        let result = client
            .call_tool("measure", json!({ "text": "One. Two words." }))
            .await?;
        assert_eq!(result.text(), r#"{"words":3,"minutes":1}"#);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_model_learns_what_is_wrong_with_its_arguments() -> Result<()> {
    let client = testing::connect(server()).await?;
    let refused = client
        .call_tool("measure", json!({ "words_per_minute": 0 }))
        .await?;
    assert_eq!(refused.is_error, Some(true));
    assert!(
        refused.text().contains("`text`: missing"),
        "{}",
        refused.text()
    );
    assert!(
        refused.text().contains("from 50 to 1000"),
        "{}",
        refused.text()
    );
    Ok(())
}

/// Clients and model providers accept it, and it offers what `mcp.lock` says.
#[test]
fn clients_get_along_with_it() -> Result<()> {
    let server = server().build()?;
    testing::lint(&server)?;
    testing::lock(&server, "mcp.lock")?;
    Ok(())
}
