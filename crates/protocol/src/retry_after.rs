//! After what time a server wants to be asked again, as a response says.
//!
//! Source: [RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).

use std::time::{Duration, SystemTime};

/// For how long a server may ask us to wait.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(5 * 60);

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Reads `Retry-After`, which has seconds or a date, beside the `Date` of the response: the clock of the
/// server may differ from ours. What is too long is shortened, and no time is left of a date that is
/// over.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime_protocol::retry_after::retry_after;
///
/// assert_eq!(retry_after("7", None), Some(Duration::from_secs(7)));
/// let now = Some("Sun, 06 Nov 1994 08:49:37 GMT");
/// assert_eq!(retry_after("Sun, 06 Nov 1994 08:50:07 GMT", now), Some(Duration::from_secs(30)));
/// ```
pub fn retry_after(value: &str, date: Option<&str>) -> Option<Duration> {
    let value = value.trim();
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let time = if is_number {
        value.parse().map_or(MAX_RETRY_AFTER, Duration::from_secs)
    } else {
        let until = http_date(value)?;
        let date = date.and_then(|date| http_date(date.trim()));
        until.duration_since(date.unwrap_or_else(SystemTime::now)).unwrap_or_default()
    };
    Some(time.min(MAX_RETRY_AFTER))
}

/// Reads a date in the only form that may be sent: `Sun, 06 Nov 1994 08:49:37 GMT`. All other parts are
/// those of RFC 3339 in another order, for which the crate has a parser already.
///
/// Source: [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
fn http_date(text: &str) -> Option<SystemTime> {
    let (_, text) = text.split_once(", ")?;
    let (day, text) = text.split_once(' ')?;
    let (month, text) = text.split_once(' ')?;
    let (year, time) = text.strip_suffix(" GMT")?.split_once(' ')?;
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    humantime::parse_rfc3339(&format!("{year}-{month:02}-{day}T{time}Z")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: &str, date: Option<&str>) -> Option<u64> {
        retry_after(value, date).map(|time| time.as_secs())
    }

    #[test]
    fn seconds_are_read_within_bounds() {
        let cases = [
            ("0", Some(0)),
            (" 9 ", Some(9)),
            ("300", Some(300)),
            ("301", Some(300)),
            ("86400", Some(300)),
            ("99999999999999999999999", Some(300)),
            ("", None),
            ("-1", None),
            ("+1", None),
            ("1.5", None),
            ("1s", None),
            ("soon", None),
        ];
        for (value, expected) in cases {
            assert_eq!(seconds(value, None), expected, "{value:?}");
        }
    }

    #[test]
    fn a_date_is_read_by_the_clock_of_the_server() {
        let now = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        let cases = [
            ("Sun, 06 Nov 1994 08:49:47 GMT", Some(10)),
            ("Sunday, 06-Nov-94 08:49:47 GMT", None),
            ("Sun Nov  6 08:49:47 1994", None),
            ("Sun, 6 Nov 1994 08:49:47 GMT", None),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:07 GMT", Some(0)),
            ("Mon, 07 Nov 1994 08:49:37 GMT", Some(300)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(300)),
            ("Sun, 06 Nov 1994 08:49:47", None),
            ("Sun, 31 Feb 1994 08:49:47 GMT", None),
            ("1994-11-06T08:49:47Z", None),
        ];
        for (value, expected) in cases {
            assert_eq!(seconds(value, now), expected, "{value:?}");
        }
        // By ours, if that of the server is not known.
        for date in [None, Some("now"), Some("")] {
            assert_eq!(seconds("Sun, 06 Nov 1994 08:49:47 GMT", date), Some(0), "{date:?}");
            assert_eq!(seconds("Fri, 31 Dec 9999 23:59:59 GMT", date), Some(300), "{date:?}");
        }
    }
}
