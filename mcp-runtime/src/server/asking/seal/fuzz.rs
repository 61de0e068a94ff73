//! Sealed states that were not sealed here.

use super::*;
use mcp_fuzz::fuzz;

#[test]
fn nothing_opens_but_what_was_sealed() {
    let sealer = Sealer::new(vec![Zeroizing::new([7; 32]).into()]);
    let texts = [&b""[..], b"{}", b"{\"asked\":[1,2,3]}", &[b'x'; 500]];
    let mut seeds = texts.map(|text| sealer.seal(text, b"binding").unwrap().1);
    seeds.sort();
    fuzz(&seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let was_sealed = seeds.iter().any(|sealed| sealed == text);
        assert_eq!(sealer.open(text, b"binding").is_some(), was_sealed);
        assert!(sealer.open(text, b"another").is_none());
    });
}
