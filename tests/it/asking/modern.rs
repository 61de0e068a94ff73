//! Questions as results that ask.

use super::*;

#[tokio::test]
async fn a_client_that_cannot_is_told_exactly_what_is_missing() {
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    let mut person = Person::with(server(), MODERN, json!({ "sampling": {} })).await;
    for (method, target, missing) in [
        ("tools/call", json!({ "name": "confirm" }), json!({ "elicitation": { "form": {} } })),
        ("tools/call", json!({ "name": "sign_in" }), json!({ "elicitation": { "url": {} } })),
        ("tools/call", json!({ "name": "compute" }), json!({ "sampling": { "tools": {} } })),
        ("tools/call", json!({ "name": "places" }), json!({ "roots": {} })),
        ("prompts/get", json!({ "name": "write" }), json!({ "elicitation": { "form": {} } })),
        (
            "resources/read",
            json!({ "uri": "test://secret" }),
            json!({ "elicitation": { "form": {} } }),
        ),
    ] {
        let error = person.request(method, target, never).await["error"].take();
        assert_eq!(error["code"], -32021, "{error}");
        assert_eq!(error["data"], json!({ "requiredCapabilities": missing }));
    }
    assert_eq!(text(&person.call("may_ask", json!({}), never).await), "nobody to ask");
}
