//! Compares events that arrive in chunks with the rules applied to the entire stream.

use super::*;
use mcp_fuzz::fuzz;

type Read = (Vec<Event>, Position);

fn found(stream: &[u8], size: usize) -> Read {
    let mut events = EventParser::new(1 << 20);
    let mut position = Position::default();
    let mut seen = Vec::new();
    for piece in stream.chunks(size) {
        let fed = events.feed(piece, &mut position, |event| {
            seen.push(event);
            false
        });
        assert_eq!(fed, Ok(false));
    }
    (seen, position)
}

fn expected(stream: &[u8]) -> Read {
    let normalised = String::from_utf8_lossy(stream).replace("\r\n", "\n").replace('\r', "\n");
    let text = normalised.strip_prefix('\u{FEFF}').unwrap_or(&normalised);
    let (complete, _) = text.rsplit_once('\n').unwrap_or_default();
    let mut events = Vec::new();
    let mut position = Position::default();
    let mut kind = String::new();
    let mut data = Vec::new();
    let mut id = None;
    for line in complete.split('\n').take(text.matches('\n').count()) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "" if line.is_empty() => {
                events.push(Event { kind: std::mem::take(&mut kind), data: data.join("\n") });
                data.clear();
                if let Some(id) = id.take() {
                    position.last_id = Some(id).filter(|id: &String| !id.is_empty());
                }
            }
            "event" => kind = value.to_owned(),
            "data" => data.push(value.to_owned()),
            "id" if value.len() > LONGEST_ID => id = Some(String::new()),
            "id" if !value.contains('\0') => id = Some(value.to_owned()),
            "retry" if value.chars().all(|c| c.is_ascii_digit()) => {
                let time = value.parse().ok().map(Duration::from_millis);
                position.retry = time.or(position.retry);
            }
            _ => {}
        }
    }
    (events, position)
}

#[test]
fn events_are_what_the_rules_say() {
    let seeds = [
        "\u{FEFF}: hello\r\n\r\nevent: endpoint\ndata: /messages?id=1\n\n",
        "id: 7\rretry: 20\rdata\r\rid: 8\r\ndata: \u{e4}\r\n\r\nid: 9\ndata: cut",
        "event: message\r\nid: 1-2\r\ndata: {\"jsonrpc\":\"2.0\",\ndata:\"id\":1,\"result\":{}}\n\n",
        "id\n\nid: a\0b\ndata:  two\ndata\n\nretry: 99999999999999999999\n:\n\n\n",
    ];
    fuzz(&seeds, |input| {
        // A carriage return at the end is a line end, whether or not a line feed follows.
        let expected = expected(input);
        for size in [1, 2, 5, 64, input.len().max(1)] {
            assert_eq!(found(input, size), expected, "in pieces of {size}");
        }
    });
}
