//! DNS rebinding and cross-origin requests, with the defaults and with allow lists.
//!
//! Every SDK had the same vulnerability: CVE-2026-42559 (GHSA-89vp-x53w-74fx), CVE-2025-66414,
//! CVE-2025-66416, CVE-2026-34742, CVE-2026-35568, CVE-2026-59950.

use http::request::Builder;
use http::{Request, StatusCode};
use regex_lite::Regex;

use super::*;
use crate::http::head::OwnedHead;

fn request() -> Builder {
    Request::builder().method("POST").uri("/mcp")
}

/// The status with which a request is refused.
fn refused(policy: &HostOriginPolicy, request: Builder) -> Option<StatusCode> {
    let (head, ()) = request.body(()).unwrap().into_parts();
    policy.check(&Head::read(&OwnedHead::Owned(head))).err().map(|refusal| refusal.status)
}

fn from_host(host: impl AsRef<[u8]>) -> Option<StatusCode> {
    refused(&HostOriginPolicy::default(), request().header(HOST, host.as_ref()))
}

fn from_origin(policy: &HostOriginPolicy, host: &str, origin: &str) -> Option<StatusCode> {
    refused(policy, request().header(HOST, host).header(ORIGIN, origin))
}

#[test]
fn by_default_only_names_of_this_machine_are_hosts() {
    let allowed = [
        "localhost",
        "localhost:8080",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.255.0.3:65535",
        "[::1]",
        "[::1]:8080",
    ];
    for host in allowed {
        assert_eq!(from_host(host), None, "{host}");
    }
    let forbidden = [
        "",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "2130706433.evil.example",
        "evil.example.localhost",
        "xlocalhost",
        "127.0.0.1@evil.example",
        "localhost:80@evil.example",
        "evil.example@localhost",
        "localhost.",
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "0.0.0.0",
        "128.0.0.1",
        "[::]",
        "::1",
        "[::ffff:127.0.0.1]",
        "[::1%25lo]",
        "[::1].evil.example",
        "[::1]evil.example:80",
        "localhost:",
        "localhost:+80",
        "localhost:65536",
        "localhost:80:80",
        "localhost:80.evil.example",
        "localhost/evil.example",
        "localhost, evil.example",
        "localhost evil.example",
        "localhost%00.evil.example",
        "http://localhost",
        "*",
    ];
    for host in forbidden {
        assert_eq!(from_host(host), Some(StatusCode::FORBIDDEN), "{host}");
    }
    assert_eq!(from_host(b"localhost\xff"), Some(StatusCode::FORBIDDEN));
    assert_eq!(from_host("lоcalhost"), Some(StatusCode::FORBIDDEN), "with a Cyrillic letter");
}

/// All texts of up to four pieces, checked against a pattern.
#[test]
fn hosts_agree_with_a_plain_model() {
    let pieces = [
        "",
        "localhost",
        "127.0.0.1",
        "127.1",
        "[::1]",
        "evil",
        ".",
        ":",
        "80",
        "65536",
        "@",
        "[",
        "]",
    ];
    let octet = r"(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])";
    let pattern = format!(r"^(localhost|127\.{octet}\.{octet}\.{octet}|\[::1\])(:(?<port>\d+))?$");
    let model = Regex::new(&pattern).unwrap();
    let mut allowed = 0;
    for code in 0..pieces.len().pow(4) {
        let digits = (0..4).map(|place| code / pieces.len().pow(place) % pieces.len());
        let host: String = digits.map(|digit| pieces[digit]).collect();
        let expected = model.captures(&host).is_some_and(|found| {
            found.name("port").is_none_or(|port| port.as_str().parse::<u16>().is_ok())
        });
        assert_eq!(from_host(&host).is_none(), expected, "{host}");
        allowed += usize::from(expected);
    }
    assert!(allowed > 20, "some are allowed: {allowed}");
}

/// <https://www.rfc-editor.org/rfc/rfc9112#section-3.2>
#[test]
fn a_request_has_one_host() {
    let policy = HostOriginPolicy::default();
    let bad = Some(StatusCode::BAD_REQUEST);
    assert_eq!(refused(&policy, request()), bad);
    assert_eq!(refused(&policy, request().version(Version::HTTP_10)), bad);
    assert_eq!(refused(&policy, request().version(Version::HTTP_2)), bad);
    assert_eq!(refused(&policy, request().uri("http://localhost/mcp")), bad);
    let twice = || request().header(HOST, "localhost").header(HOST, "localhost");
    assert_eq!(refused(&policy, twice()), bad);
    assert_eq!(refused(&policy, twice().version(Version::HTTP_2)), bad);
}

#[test]
fn the_target_is_checked_beside_the_host() {
    let policy = HostOriginPolicy::default();
    let at = |version, target, host: Option<&str>| {
        let request = request().version(version).uri(format!("http://{target}/mcp"));
        refused(&policy, host.into_iter().fold(request, |request, host| request.header(HOST, host)))
    };
    let forbidden = Some(StatusCode::FORBIDDEN);
    for version in [Version::HTTP_11, Version::HTTP_2] {
        assert_eq!(at(version, "localhost:80", Some("localhost:80")), None);
        assert_eq!(at(version, "evil.example", Some("localhost:80")), forbidden);
        assert_eq!(at(version, "localhost:80", Some("evil.example")), forbidden);
        assert_eq!(at(version, "localhost:80@evil.example", Some("localhost:80")), forbidden);
    }
    assert_eq!(at(Version::HTTP_2, "localhost:80", None), None);
    assert_eq!(at(Version::HTTP_2, "evil.example", None), forbidden);
}

#[test]
fn by_default_only_the_own_origin_is_allowed() {
    let policy = HostOriginPolicy::default();
    let allowed = [
        ("localhost:8080", "http://localhost:8080"),
        ("localhost:8080", "HTTP://LOCALHOST:8080"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
        ("localhost", "https://localhost:443"),
        ("[::1]:8080", "http://[::1]:8080"),
    ];
    for (host, origin) in allowed {
        assert_eq!(from_origin(&policy, host, origin), None, "{origin} at {host}");
    }
    let forbidden = [
        "",
        "null",
        "http://evil.example",
        "http://evil.example:80",
        "http://evil.example:8080",
        "http://localhost",
        "http://localhost:3000",
        "http://127.0.0.1:8080",
        "http://localhost.evil.example:8080",
        "http://127.0.0.1.evil.example",
        "https://localhost@evil.example",
        "http://evil.example@localhost:8080",
        "http://localhost:8080@evil.example",
        "http://localhost:8080/",
        "http://localhost:8080.evil.example",
        "http://localhost:8080 http://evil.example",
        "http://localhost:8080, http://evil.example",
        "http:localhost:8080",
        "://localhost:8080",
        "localhost:8080",
        "chrome-extension://abcdef",
        "file://localhost:8080",
        "*",
    ];
    for origin in forbidden {
        let status = from_origin(&policy, "localhost:8080", origin);
        assert_eq!(status, Some(StatusCode::FORBIDDEN), "{origin}");
    }
}

#[test]
fn a_request_has_at_most_one_origin() {
    let policy = HostOriginPolicy::default();
    let host = || request().header(HOST, "localhost:80");
    assert_eq!(refused(&policy, host()), None);
    for second in ["http://evil.example", "http://localhost:80"] {
        let request = host().header(ORIGIN, "http://localhost:80").header(ORIGIN, second);
        assert_eq!(refused(&policy, request), Some(StatusCode::FORBIDDEN));
    }
}

#[test]
fn the_own_origin_is_that_of_the_target() {
    let request = |origin| {
        request().uri("http://localhost:80/mcp").header(HOST, "127.0.0.1:80").header(ORIGIN, origin)
    };
    assert_eq!(refused(&HostOriginPolicy::default(), request("http://localhost:80")), None);
    assert!(refused(&HostOriginPolicy::default(), request("http://127.0.0.1:80")).is_some());
}

#[test]
fn allowed_hosts_come_beside_those_of_this_machine() {
    let mut policy = HostOriginPolicy::default();
    policy.allow_hosts(["mcp.example.com", "fixed.example.com:8443", "*", "evil.example/"]);
    let status = |host: &str| refused(&policy, request().header(HOST, host));
    for host in ["localhost", "mcp.example.com", "MCP.example.com:99", "fixed.example.com:8443"] {
        assert_eq!(status(host), None, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example/",
        "*",
        "fixed.example.com",
        "fixed.example.com:443",
        "mcp.example.com.",
        "mcp.example.com.evil.example",
        "evil-mcp.example.com",
    ] {
        assert_eq!(status(host), Some(StatusCode::FORBIDDEN), "{host}");
    }
    assert_eq!(from_origin(&policy, "mcp.example.com", "https://mcp.example.com"), None);
    assert!(from_origin(&policy, "mcp.example.com", "https://localhost").is_some());
}

#[test]
fn allowed_origins_are_exact() {
    let mut policy = HostOriginPolicy::default();
    policy.allow_origins(["https://app.example.com", "tauri://localhost", "null", "*"]);
    let status = |origin: &str| from_origin(&policy, "localhost:80", origin);
    for origin in ["https://app.example.com", "https://APP.example.com:443", "tauri://localhost"] {
        assert_eq!(status(origin), None, "{origin}");
    }
    for origin in [
        "http://app.example.com",
        "https://app.example.com:8443",
        "https://app.example.com.evil.example",
        "https://evil.example",
        "tauri://localhost:1",
        "null",
        "*",
    ] {
        assert_eq!(status(origin), Some(StatusCode::FORBIDDEN), "{origin}");
    }
}

/// CVE-2026-33032: an empty allow list admitted everyone.
#[test]
fn an_empty_list_allows_nobody() {
    let mut policy = HostOriginPolicy::default();
    policy.allow_hosts(Vec::<String>::new());
    policy.allow_origins(Vec::<String>::new());
    assert!(refused(&policy, request().header(HOST, "evil.example")).is_some());
    assert!(from_origin(&policy, "localhost", "http://evil.example").is_some());
}

#[test]
fn a_refusal_tells_what_to_call() {
    let message = |request: Builder| {
        let (head, ()) = request.body(()).unwrap().into_parts();
        HostOriginPolicy::default()
            .check(&Head::read(&OwnedHead::Owned(head)))
            .unwrap_err()
            .error
            .message
            .clone()
    };
    let host = message(request().header(HOST, "mcp.example.com"));
    assert!(host.contains(r#""mcp.example.com""#) && host.contains("allow_hosts"), "{host}");
    let foreign = request().header(HOST, "localhost").header(ORIGIN, "https://app.example.com");
    let origin = message(foreign);
    assert!(origin.contains("https://app.example.com"), "{origin}");
    assert!(origin.contains("allow_origins"), "{origin}");
    let long = message(request().header(HOST, "x".repeat(9000)));
    assert!(long.len() < 200, "{long}");
}
