//! Texts in the format of an address or a date. A client should check them for the user; this is
//! for clients that do not.

use crate::pattern;
use mcp_runtime_protocol::StringFormat;
use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use mcp_runtime_protocol::step_limit::{Steps, TooComplex};

/// Returns the violation if the text does not match the format.
pub(super) fn refusal(path: &str, text: &str, format: StringFormat) -> Option<Violation> {
    let (words, like) = match format {
        StringFormat::Email => ("an e-mail address", r"^[^@\s]+@[^@\s]+$"),
        StringFormat::Uri => ("a URI", r"^[A-Za-z][A-Za-z0-9+.-]*:\S+$"),
        StringFormat::Date => ("a date such as 2026-01-31", DATE),
        StringFormat::DateTime => ("a date and time such as 2026-01-31T12:30:00Z", DATE_TIME),
        _ => return None,
    };
    let matches = pattern::own(like)?.matches(text, &mut Steps::default());
    match matches {
        Ok(true) => None,
        Ok(false) => Some(Violation::new(
            path,
            format!("expected {words}, got {:?}", truncate_for_display(text)),
        )),
        Err(TooComplex) => Some(Violation::new(path, TooComplex::WORDS)),
    }
}

const DATE: &str = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$";

/// RFC 3339 section 5.6.
const DATE_TIME: &str = concat!(
    r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ]",
    r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$"
);

#[cfg(test)]
mod tests {
    use super::{StringFormat, refusal};

    #[test]
    fn formats_are_distinguished() {
        for (format, right, wrong) in [
            (StringFormat::Email, "ada@example.org", "ada at example"),
            (StringFormat::Uri, "https://example.org/a?b", "example.org"),
            (StringFormat::Date, "2026-01-31", "2026-13-01"),
            (StringFormat::DateTime, "2026-01-31T12:30:00.5+02:00", "2026-01-31 12:30"),
        ] {
            assert_eq!(refusal("x", right, format), None);
            assert!(refusal("x", wrong, format).is_some(), "{wrong}");
        }
    }
}
