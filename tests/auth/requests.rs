//! How tokens are carried, and what everybody may read.

use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::Authority;
use mcp_test_support::http::{Request, serve};
use serde_json::json;

use super::{METADATA, RESOURCE, call, invalid, protected, refusal, start, token, with_token};

#[tokio::test]
async fn a_request_without_a_usable_token_is_told_what_it_lacks() {
    let (authority, client) = start().await;
    let absent = |scheme: &str| {
        let challenge = format!("Bearer resource_metadata=\"{METADATA}\"");
        let message = "the request needs an access token: see WWW-Authenticate for its issuer";
        (scheme.to_owned(), (401, Some(challenge), message.to_owned()))
    };
    for (header, expected) in
        [absent("Basic YTpi"), absent("Bearer"), absent("Bearer "), absent("DPoP x"), absent("")]
    {
        let response = client.send(call("whoami").header("Authorization", &header)).await;
        assert_eq!(refusal(response).await, expected, "{header:?}");
    }
    let response = client.send(call("whoami")).await;
    assert_eq!(refusal(response).await, absent("").1);
    let good = token(&authority, "");
    for scheme in ["bearer", "BEARER"] {
        let header = format!("{scheme} {good}");
        let response = client.send(call("whoami").header("Authorization", &header)).await;
        assert_eq!(response.status, 200, "{scheme}");
    }
    let malformed = |why: &str| {
        let challenge = format!(
            "Bearer resource_metadata=\"{METADATA}\", error=\"invalid_request\", error_description=\"{why}\""
        );
        (400, Some(challenge), why.to_owned())
    };
    let twice = with_token(with_token(call("whoami"), &good), &good);
    let why = "a request must have only one Authorization header";
    assert_eq!(refusal(client.send(twice).await).await, malformed(why));
    for odd in ["a b", "a,b", "a\"b"] {
        let why = "the token has invalid characters";
        let response = client.send(with_token(call("whoami"), odd)).await;
        assert_eq!(refusal(response).await, malformed(why), "{odd}");
    }
    let query = |name: &str| call("whoami").at(&format!("/mcp?{name}={good}"));
    for name in ["access_token", "ACCESS_TOKEN", "x=1&access%5Ftoken"] {
        let why = "a token in the URL is not accepted: send it in the `Authorization` header";
        assert_eq!(refusal(client.send(query(name)).await).await, invalid(why), "{name}");
    }
    let why = "a request must have only one token, in the `Authorization` header";
    let both = client.send(with_token(query("access_token"), &good)).await;
    assert_eq!(refusal(both).await, malformed(why));
}

#[tokio::test]
async fn every_route_and_method_is_guarded_and_health_is_not() {
    let authority = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE).issuer(authority.issuer());
    let http = protected(resource).deprecated_http_sse("/sse").health("/health");
    let client = serve(http).await;
    for path in ["/mcp", "/sse", "/mcp?x=1"] {
        for method in ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD"] {
            let response = client.send(Request::new(method).at(path)).await;
            assert_eq!(response.status, 401, "{method} {path}");
        }
    }
    assert_eq!(client.send(Request::new("GET").at("/health")).await.status, 200);
    assert_eq!(client.send(Request::new("GET").at("/other")).await.status, 404);
}

#[tokio::test]
async fn the_metadata_are_for_everybody_and_name_what_is_configured() {
    let authority = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE)
        .issuer(authority.issuer())
        .require_scopes(["notes:read"])
        .name("Notes");
    let client = serve(protected(resource)).await;
    let expected = json!({
        "resource": RESOURCE,
        "authorization_servers": [authority.issuer()],
        "scopes_supported": ["notes:read"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Notes",
    });
    for path in
        ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]
    {
        // Nothing of it is taken from what the client says.
        let request = Request::new("GET").at(path).header("Origin", "https://page.example");
        let response = client.send(request.with("Host", "evil.example")).await;
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert_eq!(response.header("access-control-allow-credentials"), None);
        assert_eq!(response.json().await, expected);
        assert_eq!(client.send(Request::new("OPTIONS").at(path)).await.status, 204);
        assert_eq!(client.send(Request::new("POST").at(path)).await.status, 405);
    }
    let (status, challenge, _) = refusal(client.send(call("whoami")).await).await;
    let expected = format!("Bearer resource_metadata=\"{METADATA}\", scope=\"notes:read\"");
    assert_eq!((status, challenge), (401, Some(expected)));
    // The server is known by the host of its resource; others are still refused.
    let good = token(&authority, "notes:read");
    let by = |host: &str| with_token(call("whoami"), &good).with("Host", host);
    assert_eq!(client.send(by("mcp.example.com")).await.status, 200);
    assert_eq!(client.send(by("evil.example")).await.status, 403);
}

#[test]
fn what_nobody_could_use_is_refused_when_it_is_set_up() {
    let issuer = "https://login.example.com";
    let cases = [
        (ProtectedResource::new(RESOURCE), "it has no issuer of tokens"),
        (ProtectedResource::new("mcp.example.com").issuer(issuer), "is not a URL"),
        (ProtectedResource::new("http://mcp.example.com/mcp").issuer(issuer), "is not https"),
        (ProtectedResource::new(RESOURCE).issuer("http://login.example.com"), "is not https"),
        (ProtectedResource::new(RESOURCE).issuer("https://u:p@login.example.com"), "has a user"),
        (
            ProtectedResource::new(RESOURCE).issuer(issuer).audiences(Vec::<String>::new()),
            "no audience",
        ),
        (ProtectedResource::new(RESOURCE).issuer(issuer).require_scopes(["a b"]), "is not a scope"),
        (
            ProtectedResource::new(RESOURCE).issuer(issuer).require_scopes(["offline_access"]),
            "for clients",
        ),
        (ProtectedResource::new(RESOURCE).authorization_server(issuer), "exactly one of"),
    ];
    for (resource, why) in cases {
        let error = super::files().into_http().protect(resource).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
