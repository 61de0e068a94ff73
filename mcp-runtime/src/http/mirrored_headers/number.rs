//! Numbers as text, compared exactly by value: `42.0` is `42`, and no digit is rounded away.

use crate::jsonrpc::Scan;

/// Whether two texts are the same number in JSON.
pub(crate) fn equal(a: &str, b: &str) -> bool {
    Decimal::parse(a).is_some_and(|a| Some(a) == Decimal::parse(b))
}

/// Digits times a power of ten, without leading or trailing zeros.
#[derive(PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        if !is_number(text) {
            return None;
        }
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{}{fraction}", whole.trim_start_matches('-'));
        let digits = all.trim_end_matches('0');
        let dropped = i64::try_from(all.len() - digits.len()).ok()?;
        let after_point = i64::try_from(fraction.len()).ok()?;
        let exponent = exponent.parse::<i64>().ok()?.checked_add(dropped - after_point)?;
        let digits = digits.trim_start_matches('0').to_owned();
        let is_zero = digits.is_empty();
        Some(Self {
            is_negative: text.starts_with('-') && !is_zero,
            digits,
            exponent: if is_zero { 0 } else { exponent },
        })
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && Scan::new(text).value() == Ok(text)
}

#[cfg(test)]
mod tests {
    use super::equal;

    #[test]
    fn numbers_are_equal_by_value() {
        let same = [
            ("42", "42"),
            ("42.0", "42"),
            ("42", "4.2e1"),
            ("4200e-2", "42.00E+0"),
            ("0", "-0"),
            ("0.0", "0e999999"),
            ("-7", "-7.000"),
            ("100", "1e2"),
            ("9007199254740993", "9007199254740993.0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
        ];
        for (a, b) in same {
            assert!(equal(a, b) && equal(b, a), "{a} {b}");
        }
    }

    #[test]
    fn numbers_are_compared_exactly() {
        let different = [
            ("42", "43"),
            ("42", "-42"),
            ("42", "420"),
            ("42", "42.000000000000000000001"),
            ("9007199254740992", "9007199254740993"),
            ("18446744073709551616", "18446744073709551617"),
            ("1e400", "1e401"),
            ("1", "1e99999999999999999999"),
        ];
        for (a, b) in different {
            assert!(!equal(a, b) && !equal(b, a), "{a} {b}");
        }
    }

    #[test]
    fn what_is_no_number_equals_nothing() {
        for text in
            ["", "042", "+42", " 42", "42 ", "0x2a", "42.", ".5", "4_2", "NaN", "true", "{}"]
        {
            assert!(!equal(text, text), "{text}");
            assert!(!equal(text, "42"), "{text}");
        }
    }

    /// Integers written with zeros and points in all places, checked against integer arithmetic.
    #[test]
    fn agrees_with_a_plain_model() {
        let numbers: Vec<i32> = (-120..=120).chain([1000, 1010, -9900]).collect();
        for a in &numbers {
            for b in &numbers {
                for shown in [format!("{b}"), format!("{b}.00"), format!("{b}.0e0")] {
                    assert_eq!(equal(&a.to_string(), &shown), a == b, "{a} {shown}");
                }
            }
        }
    }
}
