//! Tools that call an API, in front of one.

use axum::extract::{Path, Query, Request};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;

use crate::program::{Program, Ran, objections};

const PETS: &str = env!("CARGO_BIN_EXE_pets");

fn rex() -> Value {
    json!({ "id": "a/7", "name": "Rex", "category": "dog", "photoUrls": ["https://pets.example/7.png"] })
}

/// Only those who know the token get in.
async fn authorized(request: Request, next: Next) -> Response {
    let token = request.headers().get(header::AUTHORIZATION);
    if token.is_some_and(|token| token == "Bearer xyzzy") {
        next.run(request).await
    } else {
        StatusCode::UNAUTHORIZED.into_response()
    }
}

async fn find(Query(query): Query<HashMap<String, String>>) -> Json<Value> {
    let is_right = query["status"] == "available" && query["limit"] == "10";
    Json(if is_right { json!([rex()]) } else { json!([]) })
}

async fn pet(Path(id): Path<String>) -> Response {
    if id == "a/7" {
        return Json(rex()).into_response();
    }
    let problem = json!({ "title": "There is no such pet", "detail": format!("{id} is unknown") });
    let kind = [(header::CONTENT_TYPE, "application/problem+json")];
    (StatusCode::NOT_FOUND, kind, problem.to_string()).into_response()
}

async fn order(Json(order): Json<Value>) -> impl IntoResponse {
    assert_eq!(order, json!({ "petId": "a/7", "quantity": 2 }));
    (StatusCode::CREATED, Json(json!({ "id": 3, "petId": "a/7", "shipDate": null })))
}

/// Starts the API, and returns its URL.
async fn start() -> String {
    let routes = Router::new()
        .route("/v1/pet/findByStatus", get(find))
        .route("/v1/pet/{id}", get(pet))
        .route("/v1/store/order", post(order))
        .layer(middleware::from_fn(authorized));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    url
}

async fn run(token: &'static str, arguments: &'static [&'static str]) -> Ran {
    let url = start().await;
    let program = Program::new(PETS).env("PETS_URL", url).env("PETS_TOKEN", token);
    tokio::task::spawn_blocking(move || program.run(arguments)).await.unwrap()
}

#[tokio::test]
async fn operations_are_called() {
    let found = run("xyzzy", &["call", "find", "status=available"]).await;
    assert_eq!(found.stdout.trim(), r#"[{"id":"a/7","name":"Rex","category":"dog"}]"#, "{found:?}");
    let found = run("xyzzy", &["call", "pet", "id=a/7"]).await;
    assert!(found.stdout.contains("Rex"), "{found:?}");
    let ordered = run("xyzzy", &["call", "--yes", "order", "pet=a/7", "quantity=2"]).await;
    assert_eq!(ordered.stdout.trim(), r#"{"id":3}"#, "{ordered:?}");
}

#[tokio::test]
async fn errors_of_the_api_are_shown() {
    let unknown = run("xyzzy", &["call", "pet", "id=8"]).await;
    let expected = "GET /pet/{petId}: 404 Not Found: There is no such pet: 8 is unknown";
    assert!(unknown.stderr.contains(expected), "{unknown:?}");
    let outside = run("xyzzy", &["call", "pet", "id=../store"]).await;
    assert!(outside.stderr.contains("`id`: it must not have `.` or `..`"), "{outside:?}");
    let refused = run("plugh", &["call", "pet", "id=8"]).await;
    assert!(refused.stderr.contains("GET /pet/{petId}: 401 Unauthorized"), "{refused:?}");
}

#[test]
fn the_environment_is_declared() {
    let help = Program::new(PETS).run(&["--help"]).stdout;
    assert!(help.contains("PETS_TOKEN") && help.contains("PETS_URL"), "{help}");
    let listed = Program::new(PETS).run(&["list"]);
    assert!(listed.stdout.contains("find status="), "{listed:?}");
    let unset = Program::new(PETS).run(&["call", "find", "status=sold"]);
    assert!(unset.stderr.contains("`PETS_TOKEN` is not set"), "{unset:?}");
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(PETS).env("PETS_TOKEN", "xyzzy")), []);
}
