//! Numbers in the documents of authorization servers, which write them in many ways.

use std::time::Duration;

use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

/// Reads a number of seconds, which may be text, and may have a fraction. What is negative or no
/// number counts as not there: the document has more that matters.
pub(super) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let value = Value::deserialize(from)?;
    let whole = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok());
    Ok(whole.or_else(|| {
        let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
        Duration::try_from_secs_f64(number).ok().map(|time| time.as_secs())
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn seconds_are_read_however_they_are_written() {
        let read = |value: Value| seconds(value).unwrap();
        for written in [json!(3600), json!("3600"), json!(3600.0), json!(" 3600 "), json!("3.6e3")]
        {
            assert_eq!(read(written.clone()), Some(3600), "{written}");
        }
        assert_eq!(read(json!(u64::MAX)), Some(u64::MAX));
        for written in [
            json!(-1),
            json!("-1"),
            json!(-0.5),
            json!(1e300),
            json!("inf"),
            json!("NaN"),
            json!("soon"),
            json!(""),
            json!(null),
            json!(true),
            json!([3600]),
            json!({ "seconds": 3600 }),
        ] {
            assert_eq!(read(written.clone()), None, "{written}");
        }
    }
}
