//! Credentials come from the environment, and go to one origin.

use mcp_runtime::server;
use mcp_runtime_openapi::{Api, OpenApi as _, openapi};
use serde_json::json;

use crate::api::{Answer, TestApi};
use crate::pets::{Pets, called, connect, refused};

// Variables that cargo sets for each test, with values that are known.
const SECRET: &str = "CARGO_PKG_NAME";
const VALUE: &str = env!("CARGO_PKG_NAME");
const USER: &str = "CARGO_PKG_VERSION";

#[tokio::test]
async fn credentials_are_sent_where_the_api_wants_them() {
    let api = TestApi::start(|_, _| Answer::json("null")).await;
    let pet = json!({ "pet": "7" });
    let at = || Api::new(&api.url);
    called(&connect(at().bearer_env(SECRET)).await, "pet", pet.clone()).await;
    assert_eq!(api.last().header("authorization").unwrap(), format!("Bearer {VALUE}"));
    called(&connect(at().basic_env(USER, SECRET)).await, "pet", pet.clone()).await;
    let basic = "Basic MC4xLjA6bWNwLW9wZW5hcGktdGVzdHM=";
    assert_eq!(api.last().header("authorization").unwrap(), basic);
    called(&connect(at().header_env("X-Api-Key", SECRET)).await, "pet", pet.clone()).await;
    assert_eq!(api.last().header("x-api-key"), Some(VALUE));
    called(&connect(at().query_env("key", SECRET)).await, "pet", pet.clone()).await;
    assert_eq!(api.last().line(), format!("GET /pet/7?key={VALUE}"));
    called(&connect(at().cookie_env("key", SECRET)).await, "pet", pet).await;
    assert_eq!(api.last().header("cookie").unwrap(), format!("key={VALUE}"));
}

#[tokio::test]
async fn a_cookie_of_an_argument_stays_beside_that_of_the_api() {
    let api = TestApi::start(|_, _| Answer::json("[]")).await;
    let client = connect(Api::new(&api.url).cookie_env("key", SECRET)).await;
    called(&client, "search", json!({ "session": "x" })).await;
    assert_eq!(api.last().header("cookie").unwrap(), format!("session=x; key={VALUE}"));
}

#[tokio::test]
async fn a_redirect_to_another_origin_gets_nothing() {
    let other = TestApi::start(|_, _| Answer::json("null")).await;
    let to = format!("{}/pet/7?token=x", other.url);
    let api = TestApi::start(move |_, _| Answer::empty(307).header("location", to.clone())).await;
    let client = connect(Api::new(&api.url).bearer_env(SECRET)).await;
    let said = refused(&client, "pet", json!({ "pet": "7" })).await;
    assert!(said.contains("which is not followed"), "{said}");
    assert!(!said.contains("token"), "{said}");
    assert_eq!((api.requests().len(), other.requests().len()), (1, 0));
}

#[tokio::test]
async fn a_redirect_within_the_origin_is_followed() {
    let api = TestApi::start(|request, _| match request.target.as_str() {
        "/pet/7" => Answer::empty(302).header("location", "/pet/8"),
        "/pet/8" => Answer::json(r#"{ "id": 8, "name": "Rex" }"#),
        _ => Answer::empty(302).header("location", "/circle"),
    })
    .await;
    let client = connect(Api::new(&api.url).bearer_env(SECRET)).await;
    let said = called(&client, "pet", json!({ "pet": "7" })).await;
    assert_eq!(said, r#"{"id":8,"name":"Rex"}"#);
    assert_eq!(api.last().header("authorization").unwrap(), format!("Bearer {VALUE}"));
    // One that would make a GET of a POST is not.
    let said = refused(&client, "order", json!({ "pet": 7 })).await;
    assert!(said.contains("the method would change"), "{said}");
    let said = refused(&client, "pet", json!({ "pet": "9" })).await;
    assert_eq!(said, "GET /pet/{petId}: too many redirects");
}

#[tokio::test]
async fn an_error_that_repeats_a_secret_does_not_show_it() {
    let body = format!("{{ \"error\": \"bad token {VALUE}\" }}");
    let api = TestApi::start(move |_, _| Answer::new(401, "application/json", body.clone())).await;
    let client = connect(Api::new(&api.url).bearer_env(SECRET)).await;
    let said = refused(&client, "pet", json!({ "pet": "7" })).await;
    let expected = r#"GET /pet/{petId}: 401 Unauthorized: {"error":"bad token [redacted]"}"#;
    assert_eq!(said, expected);
}

async fn problem(api: Api) -> String {
    server!().openapi::<dyn Pets>(api).open().await.unwrap_err().to_string()
}

#[tokio::test]
async fn what_cannot_be_used_is_said_at_start() {
    let at = |url: &str| problem(Api::new(url));
    assert_eq!(
        at("pets.example").await,
        "\"pets.example\" is not a URL: relative URL without a base"
    );
    let plain = "\"http://pets.example\" is not encrypted: use https, or `allow_plain_http`";
    assert_eq!(at("http://pets.example").await, plain);
    assert!(
        at("https://me:pass@pets.example").await.ends_with("contains credentials: use `basic_env`")
    );
    let query = "has a query or a fragment: a base URL ends with its path";
    assert!(at("https://pets.example?a=b").await.ends_with(query));
    assert_eq!(at("file:///pets").await, "\"file:///pets\" is not an http or https URL");
    let api = || Api::new("https://pets.example");
    assert_eq!(problem(api().bearer_env("PETS_UNSET")).await, "`PETS_UNSET` is not set");
    let wrong = problem(api().header("a b", "c")).await;
    assert_eq!(wrong, "invalid name of the header \"a b\"");
    let wrong = problem(api().cookie_env("a;b", SECRET)).await;
    assert_eq!(wrong, "\"a;b\" cannot be the name of a cookie");
    let wrong = problem(api().cookie_env("Session", SECRET)).await;
    assert_eq!(
        wrong,
        "the argument `session` is also a credential of the API: remove it from the trait"
    );
}

/// A trait of an API that needs what no argument may be.
#[openapi("documents/petstore.json")]
trait Versioned {
    #[get("/search")]
    async fn search(#[arg(name = "Store-Version")] version: &str) -> Vec<u32>;
}

#[tokio::test]
async fn a_header_of_the_document_can_be_an_argument() {
    let api = TestApi::start(|_, _| Answer::json("[1]")).await;
    let server = server!().openapi::<dyn Versioned>(Api::new(&api.url)).open().await.unwrap();
    let client = mcp_runtime_testing::connect(server).await.unwrap();
    called(&client, "search", json!({ "version": "4" })).await;
    assert_eq!(api.last().header("store-version"), Some("4"));
}

/// A trait whose argument has members of any name.
#[openapi("documents/petstore.json", provided("Store-Version"))]
trait Open {
    #[get("/search")]
    async fn search(labels: std::collections::BTreeMap<String, String>) -> Vec<u32>;
}

#[tokio::test]
async fn members_of_an_object_do_not_take_the_place_of_a_credential() {
    let api = TestApi::start(|_, _| Answer::json("[1]")).await;
    let at = Api::new(&api.url).query_env("api key", SECRET);
    let server = server!().openapi::<dyn Open>(at).open().await.unwrap();
    let client = mcp_runtime_testing::connect(server).await.unwrap();
    called(&client, "search", json!({ "labels": { "a": "b" } })).await;
    assert_eq!(api.last().line(), format!("GET /search?a=b&api%20key={VALUE}"));
    let said = refused(&client, "search", json!({ "labels": { "api key": "b" } })).await;
    assert_eq!(
        said,
        "the query parameter `api key` is set by the server: remove it from the object"
    );
}
