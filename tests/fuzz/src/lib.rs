//! Fuzz tests for everything that parses peer input: seeds and random mutations of them.
//!
//! `CONTRIBUTING.md` has the command for a long run.

#![expect(clippy::unwrap_used, reason = "a corpus that cannot be read fails the test")]

use std::cell::Cell;
use std::{env, fmt};

use serde::de::{self, Deserialize, Deserializer};
use serde_json::value::RawValue;

/// How many inputs a target gets in ordinary test runs.
const FEW: u64 = 10_000;

/// The maximum length of an input.
const LONGEST: usize = 4096;

/// Bytes that are special to parsers.
const BYTES: &[u8] = b"{}[]:,\"\\/ \t\r\n\0\x1f\x7f\x80\xff019-+.eE%?=&#+truefalsnud;*_~@|<>";

/// Pieces that are special to parsers, or likely to break them.
const PIECES: &[&str] = &[
    "\\ud83d\\ude00",
    "\\ud800",
    "\\udc00",
    "\\u0000",
    "\\u0069d",
    "\\n",
    "\u{FEFF}",
    "\u{2028}",
    "é",
    "😀",
    "1e400",
    "-0",
    "-0.0",
    "01",
    "1.",
    "1E+2",
    "18446744073709551616",
    "9007199254740993",
    "null",
    "true",
    "false",
    "{}",
    "[]",
    "\"\"",
    "{\"a\":",
    "\"id\":1,",
    "\"id\":null,",
    "\"jsonrpc\":\"2.0\",",
    "\"method\":\"ping\",",
    "\"params\":{},",
    "\"_meta\":{},",
    "\"result\":{},",
    "\"error\":{},",
    "data: x\n",
    "data\n",
    "event: e\r",
    "id: 7\r\n",
    "retry: 9\n",
    "\n\n",
    "\r\r",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "=?base64?",
    "?=",
    "[::1]",
    "127.0.0.1:80",
    "q=0",
];

/// Calls `check` with `FUZZ_INPUTS` inputs; it panics on a failure.
///
/// The inputs are the same on every run, unless `FUZZ_SEED` is set.
pub fn fuzz<S: AsRef<[u8]>>(seeds: &[S], check: impl FnMut(&[u8])) {
    fuzz_at_least(FEW, seeds, check);
}

/// Calls `check` for a target that gets at least this many inputs even in ordinary test runs.
pub fn fuzz_at_least<S: AsRef<[u8]>>(few: u64, seeds: &[S], mut check: impl FnMut(&[u8])) {
    let inputs = number("FUZZ_INPUTS").unwrap_or(few);
    let chance = Chance::new(number("FUZZ_SEED").unwrap_or(1));
    for seed in seeds {
        shown_if_it_panics(seed.as_ref(), &mut check);
    }
    let seeds: Vec<&[u8]> =
        seeds.iter().map(AsRef::as_ref).filter(|seed| seed.len() <= LONGEST).collect();
    let mut input = Vec::new();
    for _ in 0..inputs {
        input.clear();
        let seed: &&[u8] = chance.one_of(&seeds);
        input.extend_from_slice(seed);
        for _ in 0..=chance.below(4) {
            mutate(&mut input, &seeds, &chance);
        }
        input.truncate(LONGEST);
        shown_if_it_panics(&input, &mut check);
    }
}

/// Messages that peers have sent to other servers, but should not have.
pub fn bad_messages() -> Vec<Vec<u8>> {
    let cases = include_str!("../../badinput/stdio.jsonl")
        .lines()
        .map(|case| serde_json::from_str::<serde_json::Value>(case).unwrap());
    let inputs = cases.filter_map(|case| case["input"].as_str().map(|text| text.into()));
    let seeds: Vec<Vec<u8>> = inputs.collect();
    assert!(seeds.len() > 100, "the corpus is there");
    seeds
}

/// Messages of well-behaved peers.
pub fn good_messages() -> Vec<Vec<u8>> {
    let examples = include_str!("../../data/versions/wire-examples.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let seeds: Vec<Vec<u8>> = examples.map(|example| example["json"].to_string().into()).collect();
    assert!(seeds.len() > 100, "the corpus is there");
    seeds
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.replace('_', "").parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

fn shown_if_it_panics(input: &[u8], check: &mut impl FnMut(&[u8])) {
    struct DisplayBytes<'a>(&'a [u8]);
    impl Drop for DisplayBytes<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the input is b\"{}\"", self.0.escape_ascii());
            }
        }
    }
    let _shown = DisplayBytes(input);
    check(input);
}

fn mutate(input: &mut Vec<u8>, seeds: &[&[u8]], chance: &Chance) {
    let from = chance.below(input.len() + 1);
    // Mostly short: a single change leaves the rest readable.
    let longest = if chance.below(4) == 0 { input.len() } else { 8 };
    let to = (from + chance.below(longest + 1)).min(input.len());
    match chance.below(8) {
        0 => input.truncate(from),
        1 => drop(input.drain(from..to)),
        2 => drop(input.splice(from..to, [*chance.one_of(BYTES)])),
        3 => drop(input.splice(from..from, chance.one_of(PIECES).bytes())),
        4 => drop(input.splice(from..to, chance.one_of(PIECES).bytes())),
        5 => {
            let seed = chance.one_of(seeds);
            let start = chance.below(seed.len() + 1);
            let end = start + chance.below(seed.len() - start + 1);
            drop(input.splice(from..to, seed[start..end].iter().copied()));
        }
        6 => {
            let times = [1, 2, 126, 127, 128][chance.below(5)];
            let part = input[from..to].repeat(times);
            let room = LONGEST.saturating_sub(input.len());
            drop(input.splice(from..from, part.into_iter().take(room)));
        }
        _ => {
            if let Some(byte) = input.get_mut(from) {
                *byte ^= 1 << chance.below(8);
            }
        }
    }
}

/// Random numbers that are reproducible from the seed: splitmix64.
struct Chance(Cell<u64>);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(Cell::new(seed))
    }

    fn below(&self, limit: usize) -> usize {
        self.0.set(self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15));
        let mut number = self.0.get();
        number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((number ^ (number >> 31)) % limit as u64).unwrap_or_default()
    }

    fn one_of<'a, T>(&self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// The members of an object in order, as serde_json parses them.
pub fn members(text: &str) -> Option<Vec<(String, &str)>> {
    struct Members<'a>(Vec<(String, &'a RawValue)>);
    impl<'a> Deserialize<'a> for Members<'a> {
        fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Visitor)
        }
    }
    struct Visitor;
    impl<'a> de::Visitor<'a> for Visitor {
        type Value = Members<'a>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: de::MapAccess<'a>>(self, mut map: A) -> Result<Members<'a>, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(Members(members))
        }
    }
    let Members(members) = serde_json::from_str(text).ok()?;
    Some(members.into_iter().map(|(key, value)| (key, value.get())).collect())
}
