//! Regular expression patterns: which ones all clients support, and matching them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use regex_lite::{Regex, RegexBuilder};

use super::ecma;
use mcp_runtime_protocol::step_limit::{Steps, TooComplex};
use mcp_runtime_protocol::sync::Mutex;

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    /// The maximum work per byte of a text, in states of the automaton.
    states: usize,
}

impl Pattern {
    /// The maximum size of the automaton of a foreign pattern, in bytes. Patterns for dates,
    /// addresses and names stay below a tenth of it.
    const MAX_FOREIGN_BYTES: usize = 16 * 1024;

    /// The minimum size of a state, as regex-lite counts.
    const STATE: usize = 32;

    /// How many states a step may visit.
    const MAX_VISITS_PER_STEP: usize = 32;

    /// The cost of building the largest automaton, in steps.
    const BUILD_STEPS: usize = 500;

    /// Compiles a foreign pattern; `None` if it is invalid or too large.
    ///
    /// It is dropped with the check that encountered it.
    pub fn foreign(pattern: &str, steps: &mut Steps) -> Result<Option<Self>, TooComplex> {
        steps.take(Self::BUILD_STEPS)?;
        // Each group adds a column to a table with a row for each state.
        let groups = pattern.bytes().filter(|byte| *byte == b'(').count();
        if pattern.len() > Self::MAX_FOREIGN_BYTES || groups > 32 {
            return Ok(None);
        }
        Ok(Self::compile(pattern, Self::MAX_FOREIGN_BYTES))
    }

    /// Whether a text matches; costs steps in proportion to the states visited.
    ///
    /// # Errors
    ///
    /// If the text is too long for the pattern.
    pub fn matches(&self, text: &str, steps: &mut Steps) -> Result<bool, TooComplex> {
        steps.take(text.len().saturating_mul(self.states) / Self::MAX_VISITS_PER_STEP)?;
        Ok(self.regex.is_match(text))
    }

    /// Compiles a pattern; the size of its automaton is found by building it with doubling limits.
    fn compile(pattern: &str, most: usize) -> Option<Self> {
        let limits = (0..).map(|doubled| 512 << doubled).take_while(|limit| *limit <= most);
        limits.into_iter().find_map(|limit| {
            let regex = RegexBuilder::new(pattern).size_limit(limit).build().ok()?;
            Some(Self { regex, states: limit / Self::STATE })
        })
    }
}

/// Returns one of our own patterns. One that does not compile was refused when the server was
/// built.
pub fn own(pattern: &str) -> Option<Arc<Pattern>> {
    type PatternCache = HashMap<String, Option<Arc<Pattern>>>;
    /// They come from types, so they are few and worth caching.
    static COMPILED: LazyLock<Mutex<PatternCache>> = LazyLock::new(Mutex::default);
    /// A limit, in case some come from elsewhere.
    const MAX_COMPILED: usize = 1000;
    let mut compiled = COMPILED.lock();
    if let Some(pattern) = compiled.get(pattern) {
        return pattern.clone();
    }
    let made = Pattern::compile(pattern, MAX_OWN_BYTES).map(Arc::new);
    if compiled.len() < MAX_COMPILED {
        compiled.insert(pattern.to_owned(), made.clone());
    }
    made
}

/// The maximum size of the automaton of our own patterns, in bytes.
const MAX_OWN_BYTES: usize = 8 * 1024 * 1024;

/// Returns why a pattern cannot be advertised, if so.
///
/// JSON Schema patterns are ECMA-262 (<https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3>);
/// clients compile them and throw on anything else.
pub fn refusal(pattern: &str) -> Option<String> {
    let compiled = || RegexBuilder::new(pattern).size_limit(MAX_OWN_BYTES).build();
    let unchecked = |error| format!("a server cannot check it ({error}): simplify it");
    let refusal = ecma::read(pattern).refusal.or_else(|| compiled().err().map(unchecked))?;
    Some(format!("the pattern `{pattern}`: {refusal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clients_read_and_servers_check_passes() {
        for pattern in [
            "^[a-z]+$",
            r"^\d{4}-\d{2}$",
            "^(?:a|b)*?$",
            "(?<year>[0-9]{4})",
            r"^\(?a\)?$",
            r"[(\]+\-]",
            r"\u{1F600}+",
            "é+",
            "a|",
        ] {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_clients_cannot_read_is_refused() {
        for (pattern, part) in [
            ("(?i)abc", "no `(?i)`: list both cases"),
            ("(?s)a.c", "no `(?s)`: rewrite the pattern without it"),
            ("(?i:abc)", "many clients cannot read `(?i:`: list both cases"),
            ("(?>a)", "no `(?>a)`: leave it out"),
            ("^(?!x)", "lookaround `(?!`"),
            ("(?<=a)b", "lookaround `(?<=`"),
            (r"\Aabc\z", r"no `\A`: write `^`"),
            (r"abc\z", r"no `\z`: write `$`"),
            ("(?P<n>a)", "no `(?P<`: write `(?<`"),
            ("[[:alpha:]]", "no `[:..:]`"),
            (r"\-", r"no `\-`: write `-`"),
            (r"a\@b", r"no `\@`"),
            (r"\ ", r"no `\ `"),
            (r"\x{41}", r"write `\u{`"),
            (r"\h", "list the characters"),
            ("a]", "unmatched `]`"),
            ("a}", "unmatched `}`"),
            ("{a", "unmatched `{`"),
            ("a{x}", "`{` begins a quantifier"),
            ("a{2,1}", "`{` begins a quantifier"),
            ("a{1,2}{3}", "`{` follows another quantifier"),
            ("a++", "`+` follows another quantifier"),
            ("^*", "nothing to repeat before `*`"),
            ("[z-a]", "character range out of order"),
            (r"[\w-.]", "`-` cannot form a range"),
            ("(a", "`(` is not closed"),
            ("a)", "unmatched `)`"),
            ("[a", "`[` is not closed"),
            ("a\\", "the pattern ends in `\\`"),
            ("(?<a>x)(?<a>y)", "two groups are called `a`"),
            (r"\u{110000}", "regular expression from character 9 on"),
        ] {
            let refusal = refusal(pattern).unwrap_or_default();
            assert!(refusal.contains(part), "{pattern}: {refusal}");
        }
    }

    #[test]
    fn what_a_server_cannot_check_is_refused() {
        for (pattern, part) in [
            (r"\p{L}+", r"patterns cannot contain `\p{L}`: list the characters"),
            (r"(a)\1", r"patterns cannot contain `\1`"),
            (r"(?<a>x)\k<a>", r"patterns cannot contain `\k<a>`"),
            (r"\cJ", r"write `\x0a`"),
            (r"\0", r"write `\x00`"),
            (r"[\b]", r"write `\x08`"),
            (r"\uD83D\uDE00", r"`\uD83D`"),
            ("[]a]", "empty character class"),
            ("[^]", "empty character class"),
            ("[a[]", r"in a character class write `\[`"),
            ("[a&&b]", r"in a character class write `\x26`"),
            ("[+--]", r"in a character class write `\-`"),
            ("[~~]", r"in a character class write `\x7e`"),
            (r"(?:\w{1000}){1000}", "a server cannot check it"),
        ] {
            let refusal = refusal(pattern).unwrap_or_default();
            assert!(refusal.contains(part), "{pattern}: {refusal}");
        }
    }

    #[test]
    fn what_passes_can_be_checked() {
        let parts =
            ["a", "[", "]", "^", "-", "\\", "{2}", "(", ")", "?", "*", "|", "&&", "\\d", "\\u{41}"];
        let mut passed = 0;
        let mut patterns = vec![String::new()];
        for _ in 0..4 {
            patterns = patterns
                .iter()
                .flat_map(|pattern| parts.map(|part| format!("{pattern}{part}")))
                .collect();
            for pattern in &patterns {
                if ecma::read(pattern).refusal.is_none() {
                    assert_eq!(refusal(pattern), None, "{pattern}");
                    passed += 1;
                }
            }
        }
        assert!(passed > 1000, "{passed}");
    }

    #[test]
    fn a_pattern_is_not_anchored() {
        let matches =
            |pattern, text| own(pattern).unwrap().matches(text, &mut Steps::default()).unwrap();
        assert!(matches("b+", "abbc"));
        assert!(!matches("^b+$", "abbc"));
    }

    #[test]
    fn patterns_that_people_write_can_be_foreign() {
        let mut steps = Steps::default();
        for (pattern, text) in [
            (r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$", "2026-01-31"),
            (
                "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
                "00112233-4455-6677-8899-aabbccddeeff",
            ),
            (r"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$", "ada@example.org"),
            ("^[a-zA-Z0-9_-]{1,64}$", "name"),
        ] {
            let compiled = Pattern::foreign(pattern, &mut steps).unwrap().expect(pattern);
            assert_eq!(compiled.matches(text, &mut steps), Ok(true), "{pattern}");
        }
    }

    #[test]
    fn a_foreign_pattern_that_grows_is_not_built() {
        for pattern in [
            "((a?){900}){40}z".to_owned(),
            "(?:){4000000000}".to_owned(),
            "()".repeat(1_000),
            r"\w{1,1000}".to_owned(),
            "a".repeat(Pattern::MAX_FOREIGN_BYTES + 1),
        ] {
            let mut steps = Steps::default();
            assert!(Pattern::foreign(&pattern, &mut steps).unwrap().is_none(), "{pattern:.40}");
            assert_eq!(steps.taken(), Pattern::BUILD_STEPS);
        }
    }

    #[test]
    fn a_long_text_costs_by_the_size_of_the_pattern() {
        let mut steps = Steps::default();
        let pattern = Pattern::foreign("(a?){30}z", &mut steps).unwrap().unwrap();
        let before = steps.taken();
        assert_eq!(pattern.matches(&"a".repeat(100), &mut steps), Ok(false));
        assert!(
            steps.taken() - before >= 100 * 30 / Pattern::MAX_VISITS_PER_STEP,
            "{}",
            steps.taken()
        );
        assert_eq!(pattern.matches(&"a".repeat(1_000_000), &mut steps), Err(TooComplex));
    }
}
