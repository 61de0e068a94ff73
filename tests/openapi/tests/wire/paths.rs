//! No argument leads a request away from the path of its operation.

use percent_encoding::percent_decode_str;
use serde_json::json;

use crate::api::{Answer, TestApi};
use crate::pets::{call, called, caption, connect, refused};
use mcp_runtime_openapi::Api;

async fn start() -> (TestApi, mcp_runtime_testing::TestClient) {
    let api = TestApi::start(|_, _| Answer::new(200, "text/plain", "done")).await;
    let client = connect(Api::new(format!("{}/v1/", api.url))).await;
    (api, client)
}

#[tokio::test]
async fn values_arrive_as_one_segment() {
    let (api, client) = start().await;
    for (value, segment) in [
        ("7", "7"),
        ("a/b", "a%2Fb"),
        ("a\\b", "a%5Cb"),
        ("//evil.example/x", "%2F%2Fevil.example%2Fx"),
        ("a?x=1#y", "a%3Fx%3D1%23y"),
        ("a;v=1", "a%3Bv%3D1"),
        ("a%2fb", "a%252fb"),
        ("@evil.example:80", "%40evil.example%3A80"),
        ("ä ö", "%C3%A4%20%C3%B6"),
    ] {
        called(&client, "caption", caption("7", value)).await;
        let expected = format!("PUT /v1/pet/7/photos/{segment}");
        assert_eq!(api.last().line(), expected, "{value}");
        assert_eq!(api.last().body, "A cat");
    }
}

#[tokio::test]
async fn values_that_may_be_taken_for_more_never_arrive() {
    let (api, client) = start().await;
    for value in [
        "",
        ".",
        "..",
        "../../admin",
        "..\\admin",
        "..%2fadmin",
        "%2e%2e",
        "%2e%2e/",
        "%252e%252e",
        "%252e%252e%252fadmin",
        "..;/admin",
        "./x",
        "a\0",
        "a\r\nX-Admin: 1",
        "a%0d%0aX-Admin: 1",
        "%00",
    ] {
        let said = refused(&client, "caption", caption("7", value)).await;
        assert!(said.starts_with("`photo`: it must not "), "{value:?}: {said}");
        let said = refused(&client, "caption", caption(value, "7")).await;
        assert!(said.starts_with("`pet`: it must not "), "{value:?}: {said}");
    }
    for value in [json!(null), json!([]), json!({}), json!([".."])] {
        let said = refused(&client, "caption", caption("7", value)).await;
        assert!(said.starts_with("`photo`: "), "{said}");
    }
    assert_eq!(api.requests().len(), 0);
}

#[tokio::test]
async fn a_thousand_hostile_values_stay_in_their_segments() {
    const PIECES: [&str; 25] = [
        "..", ".", "/", "\\", "%2e", "%2f", "%5c", "%252e", "%00", ";", "?", "#", "@", ":", "//",
        "\r\n", "\0", "admin", "é", "%", "{photo}", "&", " ", "a", "\u{202e}",
    ];
    let (api, client) = start().await;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    for _ in 0..1000 {
        let mut value =
            || -> String { (0..=next(4)).map(|_| PIECES[next(PIECES.len())]).collect() };
        let pet = value();
        let photo = value();
        let before = api.requests().len();
        let (said, is_error) = call(&client, "caption", caption(&pet, photo.as_str())).await;
        let arrived = api.requests().split_off(before);
        assert_eq!(is_error, arrived.is_empty(), "{pet:?} {photo:?}: {said}");
        for request in arrived {
            let target = request.target.as_str();
            let segments: Vec<&str> = target.split('/').collect();
            let ["", "v1", "pet", one, "photos", other] = segments.as_slice() else {
                panic!("{pet:?} {photo:?}: {target}");
            };
            let decoded = |text| percent_decode_str(text).decode_utf8().unwrap().into_owned();
            assert_eq!((decoded(one), decoded(other)), (pet.clone(), photo.clone()));
            assert!(!target.contains(['?', '#', '\\', ';']), "{target}");
            assert_eq!(request.method, "PUT");
            assert!(!leads_away(target), "{target}");
        }
    }
    assert!(api.requests().len() > 50, "{}", api.requests().len());
}

/// Whether a server that decodes the path several times would see other segments.
fn leads_away(target: &str) -> bool {
    let mut text = target.to_owned();
    (0..4).any(|_| {
        text = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        text.split(['/', '\\']).any(|part| part == "." || part == "..")
    })
}
