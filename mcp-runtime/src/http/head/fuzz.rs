//! Arbitrary headers.

use http::Request;
use regex_lite::Regex;

use super::*;
use crate::http::host_and_origin::HostOriginPolicy;
use crate::http::{EventId, media};
use mcp_fuzz::fuzz;

#[test]
fn no_value_of_a_header_leads_further_than_it_should() {
    let seeds = [
        "localhost:8080\nhttp://localhost:8080\napplication/json, text/event-stream\n\
         application/json; charset=utf-8\n2025-11-25\n1-2",
        "[::1]:80\nhttps://[::1]\n*/*;q=0.1, text/*\napplication/json\n2026-07-28\n0-18446744073709551615",
        "127.0.0.1\nnull\ntext/event-stream;q=0\ntext/plain\nDRAFT\n1",
    ];
    let own =
        Regex::new(r"^((?i:localhost)|127(\.(0|[1-9][0-9]{0,2})){3}|\[::1\])(:0*[0-9]{1,5})?$")
            .unwrap();
    let mut let_in = 0;
    let mut taken = 0;
    fuzz(&seeds, |input| {
        const NAMES: [&str; 6] =
            ["host", "origin", "accept", "content-type", PROTOCOL_VERSION, LAST_EVENT_ID];
        let values = input.split(|byte| *byte == b'\n');
        let headers = NAMES.into_iter().zip(values).filter_map(|(name, value)| {
            HeaderValue::from_bytes(value).ok().map(|value| (name, value))
        });
        let request = headers.fold(Request::builder().method("POST"), |request, (name, value)| {
            request.header(name, value)
        });
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let parts = OwnedHead::Owned(parts);
        let head = Head::read(&parts);
        if HostOriginPolicy::default().check(&head).is_ok() {
            let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
            let host = head.headers.host.map(text).unwrap();
            assert!(own.is_match(&host), "{host}");
            if let Some(origin) = head.headers.origin.map(text) {
                assert!(own.is_match(origin.split_once("://").unwrap().1), "{origin}");
            }
            let_in += 1;
        }
        if media::post(&head).is_ok() {
            let content = head.headers.content_type.unwrap().to_str().unwrap().to_ascii_lowercase();
            assert!(content.trim_ascii().starts_with("application/json"), "{content}");
            taken += 1;
        }
        let _ = media::get(&head);
        if let Ok(Some(version)) = head.version() {
            assert_eq!(head.parts.headers[PROTOCOL_VERSION], version.as_str());
        }
        let id = head.headers.last_event_id.and_then(|id| id.to_str().ok());
        if let Some(Ok(id)) = id.map(str::parse::<EventId>) {
            assert_eq!(id.to_string().parse::<EventId>().unwrap(), id);
        }
    });
    assert!(let_in > 100 && taken > 100, "{let_in} are let in, {taken} are taken");
}
