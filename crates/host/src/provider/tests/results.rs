//! Results that a provider would refuse, and each later request of the conversation with them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::PROVIDERS;
use crate::provider::media::tests::{encode, png_of};
use crate::{CallAnswer, Tools};

/// What each provider gets of a result.
fn results(content: &[Value]) -> Vec<(&'static str, String)> {
    PROVIDERS.map(|(name, _)| (name, result_of(name, content))).to_vec()
}

/// What one provider gets of a result.
fn result_of(name: &str, content: &[Value]) -> String {
    let result = serde_json::from_value(json!({ "content": content })).unwrap();
    let answers = [CallAnswer::new(Some("c".to_owned()), "s__t", result)];
    let (_, provider) = PROVIDERS.iter().find(|(known, _)| *known == name).unwrap();
    json!(Tools::default().format(*provider).results(&answers)).to_string()
}

fn image(mime_type: &str, data: &str) -> Value {
    json!({ "type": "image", "mimeType": mime_type, "data": data })
}

fn blob(mime_type: &str, uri: &str, data: &str) -> Value {
    json!({ "type": "resource", "resource": { "uri": uri, "mimeType": mime_type, "blob": data } })
}

#[test]
fn pictures_are_what_their_first_bytes_say() {
    let jpeg = encode(b"\xff\xd8\xff\xc0\0\x11\x08\0\x02\0\x03...");
    for (name, text) in results(&[image("image/png", &jpeg)]) {
        let format = if name == "bedrock" { "\"jpeg\"" } else { "image/jpeg" };
        // Ollama's images have no type.
        assert!(name == "ollama" || text.contains(format), "{name}: {text}");
        assert!(text.contains(&jpeg) && !text.contains("png"), "{name}: {text}");
    }
    for (name, text) in results(&[blob("application/octet-stream", "a:b", &png_of(3, 3))]) {
        assert!(text.contains(&png_of(3, 3)), "{name}: {text}");
    }
}

#[test]
fn what_is_no_picture_or_document_is_not_shown() {
    let cases = [
        image("image/png", &encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>")),
        image("image/gif", &encode(b"<!doctype html>")),
        image("image/webp", &encode(b"RIFF\0\0\0\0WAVEfmt ")),
        image("image/bmp", &encode(b"BM\0\0\0\0")),
        image("image/jpeg", &encode(b"\xff\xd8\xff\xd9")),
        image("image/png", &png_of(1, 20_000)),
        image("image/png", &png_of(0, 1)),
        blob("application/pdf", "a:b", &encode(b"just text")),
        blob("image/png", "a:b", &encode(b"%PD")),
        json!({ "type": "audio", "mimeType": "audio/midi", "data": "AAAA" }),
        json!({ "type": "audio", "mimeType": "audio/x-none", "data": "AAAA" }),
    ];
    for case in cases {
        for (name, text) in results(std::slice::from_ref(&case)) {
            let data = case["data"].as_str().or(case["resource"]["blob"].as_str()).unwrap();
            assert!(!text.contains(&format!("{data}\"")), "{name}: {text}");
            assert!(text.contains("not shown"), "{name}: {text}");
        }
    }
    let tall = results(&[image("image/png", &png_of(1, 20_000))]);
    assert!(tall[0].1.contains("[image/png of 29 bytes and 1 x 20000 pixels, not shown]"));
}

#[test]
fn blocks_of_white_space_are_left_out() {
    for blank in [" ", "\n\t", "\u{3000}\u{a0}", "\u{1c}", "\r\n\u{2028}"] {
        let block = json!({ "type": "text", "text": blank });
        for (name, text) in results(&[block.clone(), block.clone()]) {
            assert!(!text.contains(&block["text"].to_string()), "{name}: {text}");
        }
        let resource = json!({ "type": "resource", "resource": { "uri": "a:b", "text": blank } });
        for (name, text) in results(&[resource]) {
            assert!(!text.contains("\"document\""), "{name}: {text}");
        }
    }
}

#[test]
fn pictures_of_a_turn_are_bounded_in_all() {
    let many: Vec<Value> = (0..100).map(|_| image("image/png", &png_of(3, 3))).collect();
    for (name, text) in results(&many) {
        assert_eq!(text.matches(&png_of(3, 3)).count(), 20, "{name}");
        assert_eq!(text.matches("not shown").count(), 80, "{name}");
    }
    let png = png_of(3, 3).trim_end_matches('=').to_owned();
    let large = format!("{}{}", &png[..png.len() / 4 * 4], "AAAA".repeat(1 << 20));
    for (name, text) in results(&(0..20).map(|_| image("image/png", &large)).collect::<Vec<_>>()) {
        assert!(text.len() < 45 << 20, "{name}: {}", text.len());
    }
    let pdf = encode(b"%PDF-1.7");
    let many: Vec<Value> = (0..4_000).map(|_| blob("application/pdf", "a:b", &pdf)).collect();
    for (name, text) in results(&many) {
        assert!(text.matches(&pdf).count() <= 20, "{name}");
    }
}

/// Data of so many bytes, which begins as these do.
fn long(start: &str, bytes: usize) -> String {
    let unpadded = start.trim_end_matches('=');
    let start = &unpadded[..unpadded.len() / 4 * 4];
    format!("{start}{}", "A".repeat(bytes / 3 * 4 - start.len()))
}

#[test]
fn pictures_and_pdfs_are_shown_up_to_the_bound_of_the_provider() {
    let png = png_of(3, 3);
    let pdf = encode(b"%PDF-1.7");
    let bounds = [
        ("anthropic", 3_750_000, 12 << 20),
        ("bedrock", 3_750_000, 4_500_000),
        ("gemini", 7_000_000, 14 << 20),
        ("openai-chat", 20_000_000, 0),
        ("openai-responses", 20_000_000, 30 << 20),
        ("ollama", 20_000_000, 0),
    ];
    for (name, of_picture, of_pdf) in bounds {
        let is_shown = |content: Value, data: &str| result_of(name, &[content]).contains(data);
        let picture = |bytes| {
            let data = long(&png, bytes);
            is_shown(image("image/png", &data), &data)
        };
        assert_eq!([picture(of_picture), picture(of_picture + 3)], [true, false], "{name}");
        let document = |bytes| {
            let data = long(&pdf, bytes);
            is_shown(blob("application/pdf", "a:b", &data), &data)
        };
        assert_eq!(
            [document(of_pdf.max(9)), document(of_pdf.max(9) + 3)],
            [of_pdf > 0, false],
            "{name}"
        );
    }
}

#[test]
fn the_bound_of_text_counts_all_of_it() {
    let long = "x".repeat(300_000);
    let text = |uri: &str| json!({ "type": "resource", "resource": { "uri": uri, "text": "a" } });
    let link = json!({ "type": "resource_link", "uri": long, "name": long, "description": long });
    let pdf = encode(b"%PDF-1.7");
    let short = json!({ "type": "text", "text": "a" });
    let cases: [(&str, Vec<Value>); 7] = [
        ("URIs of texts", vec![text(&long), text(&long)]),
        ("a link", vec![link]),
        ("URIs of documents", (0..20).map(|_| blob("application/pdf", &long, &pdf)).collect()),
        ("types of pictures", vec![image(&long, "AAAA")]),
        ("types of blobs", (0..20).map(|_| blob(&long, &long, "AAAA")).collect()),
        ("many short texts", vec![short; 50_000]),
        ("many URIs", (0..5_000).map(|at| text(&format!("{at}{}", &long[..100]))).collect()),
    ];
    for (what, content) in cases {
        for (name, text) in results(&content) {
            assert!(text.len() < 160_000, "{what}, {name}: {}", text.len());
        }
    }
}

#[test]
fn four_thousand_blocks_take_no_minute() {
    let pdf = encode(b"%PDF-1.7");
    let kinds: [fn(&str) -> Value; 4] = [
        |pdf| blob("application/pdf", "file:///a.pdf", pdf),
        |_| json!({ "type": "resource", "resource": { "uri": "a:b", "text": "a" } }),
        |_| json!({ "type": "text", "text": "a" }),
        |_| image("image/png", &png_of(3, 3)),
    ];
    for kind in kinds {
        let content: Vec<Value> = (0..4_000).map(|_| kind(&pdf)).collect();
        let started = Instant::now();
        results(&content);
        println!("4,000 blocks such as {}: {:?}", content[0], started.elapsed());
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}
