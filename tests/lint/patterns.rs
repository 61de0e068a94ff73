//! `pattern` is read as ECMA-262 does with the `u` flag.

use mcp_runtime_lint::{Lint, Listing, Rule};
use serde_json::json;

use super::tool_with;

/// Whether a pattern is refused, and whether it has lookaround.
fn read(pattern: &str) -> (bool, bool) {
    let property = json!({"type": "string", "description": "Words.", "pattern": pattern});
    let listing = Listing::new().page(json!({"tools": [tool_with(&property)]}));
    let report = Lint::ordinary().check(&listing);
    let has = |rule| report.findings.iter().any(|finding| finding.rule == rule);
    (has(Rule::PatternNotEcma), has(Rule::PatternLookaround))
}

#[test]
fn patterns_of_ecma_are_accepted() {
    let patterns = [
        "",
        "^[a-z]{2,8}(-\\d+)?$",
        "a|b|",
        "()",
        "(?:a|b)*?c+?d??e{2}?f{2,}?",
        "(?<year>\\d{4})-\\k<year>\\1",
        "[^\\]\\-\\b\\d_-]",
        "[-a]",
        "[]",
        "[^]",
        "[[:]",
        "\\u0041\\u{1F600}\\x41\\cA\\0\\t\\n\\v\\f\\r",
        "\\p{L}\\P{Script=Greek}",
        "\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/\\\\",
        "\\bé\\B☃",
    ];
    for pattern in patterns {
        assert_eq!(read(pattern), (false, false), "{pattern}");
    }
}

#[test]
fn lookaround_is_ecma_but_reported() {
    for pattern in ["^(?!undefined$)", "(?=a)b", "(?<=a)b", "(?<!a)b", "x(y(?!z))*"] {
        assert_eq!(read(pattern), (false, true), "{pattern}");
    }
    assert_eq!(read("\\(?=a"), (false, false), "an optional parenthesis");
}

#[test]
fn other_dialects_and_mistakes_are_refused() {
    let patterns = [
        "(?i)^abc$",
        "(?i:a)",
        "(?P<y>\\d)",
        "(?P=y)",
        "(?#c)",
        "(?>a)",
        "\\Aabc\\z",
        "\\Ga",
        "[[:alpha:]]",
        "\\x{41}",
        "a*+",
        "a++",
        "\\@",
        "\\-",
        "\\_",
        "a[",
        "a]",
        "a{",
        "a}",
        "(a",
        "a)",
        "*a",
        "a**",
        "{2}",
        "a{2,1}",
        "a{,2}",
        "[z-a]",
        "[\\d-z]",
        "\\",
        "\\c1",
        "\\x4",
        "\\u12",
        "\\u{110000}",
        "\\p",
        "\\p{}",
        "\\01",
        "\\2(a)",
        "\\k<b>(?<a>x)",
        "(?<a>x)(?<a>y)",
        "(?<>x)",
        "(?<1>x)",
        "^*",
        "\\b+",
        "(?=a)*",
    ];
    for pattern in patterns {
        assert!(read(pattern).0, "{pattern}");
    }
}

#[test]
fn deep_nesting_is_refused_without_exhausting_the_stack() {
    assert!(read(&"(".repeat(100_000)).0);
}
