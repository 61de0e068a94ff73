//! Regular expression patterns: which ones all clients support, and matching them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use regex_lite::{Regex, RegexBuilder};

use super::step_limit::{Steps, TooComplex};
use crate::sync::Mutex;

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
    if let Some(found) = LOOKAROUND.iter().find(|open| has(pattern, open)) {
        return Some(format!(
            "lookaround `{found}` in the pattern `{pattern}`: some model providers refuse the \
             whole request"
        ));
    }
    if let Some(found) = not_ecma(pattern) {
        return Some(format!(
            "`{found}` in the pattern `{pattern}` is not ECMA-262: validators in clients throw"
        ));
    }
    let error = RegexBuilder::new(pattern).size_limit(MAX_OWN_BYTES).build().err()?;
    Some(format!("the pattern `{pattern}` cannot be checked here: {error}; write it more simply"))
}

const LOOKAROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];

/// Returns a feature of Rust's regular expressions that those of JavaScript lack.
fn not_ecma(pattern: &str) -> Option<String> {
    let groups = opened(pattern, "(?")
        .find(|rest| !rest.starts_with(':') && !rest.starts_with('<'))
        .map(|rest| {
            let end = rest.find([')', ':', '>']).map_or(rest.len(), |end| end + 1);
            format!("(?{}", &rest[..end])
        });
    let escapes = || {
        ["\\A", "\\z", "\\Z", "\\a", "\\<", "\\>", "\\x{", "\\U", "[[:"]
            .into_iter()
            .find(|escape| has(pattern, escape))
            .map(str::to_owned)
    };
    groups.or_else(escapes)
}

fn has(pattern: &str, token: &str) -> bool {
    opened(pattern, token).next().is_some()
}

/// Returns what follows each unescaped occurrence of `token`.
fn opened<'a>(pattern: &'a str, token: &str) -> impl Iterator<Item = &'a str> {
    pattern.match_indices(token).filter_map(|(at, token)| {
        let escapes = pattern[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        (escapes % 2 == 0).then(|| &pattern[at + token.len()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_patterns_pass() {
        for pattern in ["^[a-z]+$", r"^\d{4}-\d{2}$", "(?:a|b)", "(?<year>[0-9]+)", r"^\(?a\)?$"] {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_clients_cannot_read_is_refused() {
        for (pattern, part) in [
            ("(?i)abc", "`(?i)`"),
            ("^(?!x)", "lookaround"),
            ("(?<=a)b", "lookaround"),
            (r"\Aabc\z", "ECMA"),
            ("(?P<n>a)", "ECMA"),
            ("[[:alpha:]]", "ECMA"),
            (r"\p{L}", "cannot be checked"),
            ("(", "cannot be checked"),
        ] {
            let refusal = refusal(pattern).unwrap_or_default();
            assert!(refusal.contains(part), "{pattern}: {refusal}");
        }
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
