//! What another server offers, offered once more.

use mcp_runtime::client::Client;
use mcp_runtime::protocol::{
    CallToolResult, ClientCapabilities, ClientCapability, ContentBlock, ElicitFormParams,
    ElicitParams, ElicitResult, GetPromptResult, InputRequest, InputResponse,
    MissingRequiredClientCapability, Prompt, PromptMessage, ProtocolVersion, ReadResourceResult,
    RequestedSchema, Resource, ResourceContents, ResourceTemplate, Tool,
};
use mcp_runtime::testing::json;
use mcp_runtime::{Accepted, Error, ErrorObject, Server, server};

fn relaying() -> Server {
    let server = server!().dynamic_tools().dynamic_prompts().dynamic_resources().build().unwrap();
    let schema = json!({ "type": "object", "properties": { "a": { "const": 1 } } });
    let tool = Tool::new("any.name/at all", schema);
    server
        .relay_tool(tool, |_, arguments| async move {
            let text = serde_json::to_string(&arguments).unwrap();
            Ok(CallToolResult::new(vec![ContentBlock::text(text)]))
        })
        .unwrap();
    let refusing = Tool::new("refusing", json!({ "type": "object" }));
    server
        .relay_tool(refusing, |_, _| async { Err(ErrorObject::invalid_params("not this").into()) })
        .unwrap();
    let asking = Tool::new("asking", json!({ "type": "object" }));
    server
        .relay_tool(asking, |context, _| async move {
            let form = ElicitFormParams::new("Who?", RequestedSchema::default());
            let question = InputRequest::Elicit(ElicitParams::Form(form));
            match context.ask(question).await? {
                InputResponse::Elicit(ElicitResult { action, .. }) => {
                    Ok(CallToolResult::new(vec![ContentBlock::text(format!("{action:?}"))]))
                }
                other => Err(Error::other(format!("{other:?}"))),
            }
        })
        .unwrap();
    let prompt = Prompt::new("greet");
    server
        .relay_prompt(prompt, |_, arguments| async move {
            let text = format!("Hi, {}!", arguments["name"].as_str().unwrap());
            Ok(GetPromptResult::new(vec![PromptMessage::user(text)]))
        })
        .unwrap();
    let read = |_, uri: String| async move {
        let text = format!("this is {uri}");
        Ok(ReadResourceResult::new(vec![ResourceContents::text(uri, text)]))
    };
    server.relay_resource(Resource::new("other://one", "one"), read).unwrap();
    let template = ResourceTemplate::new("other://many/{id}", "many");
    server.relay_resource_template(template, read).unwrap();
    server
}

#[tokio::test]
async fn calls_are_passed_on_as_they_are() {
    for version in ProtocolVersion::ALL {
        let client = Client::builder("agent", "1.0").version(version);
        let client = client.connect(relaying()).await.unwrap();
        let tools = client.list_tools().await.unwrap();
        assert_eq!(tools[0].input_schema["properties"]["a"]["const"], 1, "{version}");
        let arguments = json!({ "a": 2, "b": [null] });
        let passed = client.call_tool("any.name/at all", &arguments).await.unwrap();
        assert_eq!(passed.text(), arguments.to_string(), "{version}");
        let refused = client.call_tool("refusing", ()).await.unwrap_err();
        assert_eq!(refused.to_string(), "not this (-32602)", "{version}");
        let prompt = client.get_prompt("greet", json!({ "name": "Ann" })).await.unwrap();
        assert_eq!(prompt.text(), "Hi, Ann!", "{version}");
        for uri in ["other://one", "other://many/7"] {
            let read = client.read_resource(uri).await.unwrap();
            assert_eq!(read.text(), format!("this is {uri}"), "{version}");
        }
    }
}

#[tokio::test]
async fn questions_are_passed_on_in_both_eras() {
    for version in [ProtocolVersion::V2025_06_18, ProtocolVersion::LATEST] {
        let client = Client::builder("agent", "1.0")
            .version(version)
            .on_elicit(|_| async { Ok(Accepted(json!({}))) })
            .connect(relaying())
            .await
            .unwrap();
        let asked = client.call_tool("asking", ()).await.unwrap();
        assert_eq!(asked.text(), "Accept", "{version}");
    }
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let server = relaying();
    let again = Tool::new("refusing", json!({ "type": "object" }));
    let error = server.relay_tool(again, |_, _| async { Err(Error::other("")) }).unwrap_err();
    assert_eq!(error.to_string(), "there is a tool `refusing` already");
    server.remove_tool("refusing").unwrap();
}

/// A relay of tools and a resource that another server refuses, or that fail here.
fn refusing() -> Server {
    let server = server!().dynamic_tools().dynamic_resources().build().unwrap();
    let lacking = || {
        let lacking = ClientCapabilities::from(ClientCapability::ElicitationForm);
        Error::from(ErrorObject::from(MissingRequiredClientCapability::new(lacking)))
    };
    let tool = |name| Tool::new(name, json!({ "type": "object" }));
    server.relay_tool(tool("lacking"), move |_, _| async move { Err(lacking()) }).unwrap();
    server.relay_tool(tool("failing"), |_, _| async { Err(Error::other("it is gone")) }).unwrap();
    let resource = Resource::new("other://lacking", "lacking");
    server.relay_resource(resource, move |_, _| async move { Err(lacking()) }).unwrap();
    server
}

#[tokio::test]
async fn what_the_client_lacks_is_told_as_in_its_revision() {
    for version in ProtocolVersion::ALL {
        let client = Client::builder("agent", "1.0").version(version);
        let client = client.connect(refusing()).await.unwrap();
        let called = client.call_tool("lacking", ()).await;
        let read = client.read_resource("other://lacking").await.unwrap_err();
        let read = read.rpc().unwrap();
        let missing = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
        assert_eq!(read.data.as_ref(), Some(&missing), "{version}");
        if version.is_modern() {
            assert_eq!(called.unwrap_err().rpc().unwrap().code.0, -32021);
            assert_eq!(read.code.0, -32021);
        } else {
            let said = "tool `lacking` needs elicitation.form, which the client did not declare";
            assert_eq!(called.unwrap().text(), said, "{version}");
            assert_eq!(read.code.0, -32600, "{version}");
        }
        let failed = client.call_tool("failing", ()).await.unwrap();
        assert_eq!((failed.is_error, failed.text().as_str()), (Some(true), "it is gone"));
    }
}
