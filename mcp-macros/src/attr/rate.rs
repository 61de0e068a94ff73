//! Rates in attributes: `rate = "10/min"`.

use super::refusal::{name, refused};
use super::values::Text;
use darling::FromMeta;
use std::time::Duration;
use syn::Meta;

/// A number of calls per period, parsed at compile time: `rate = "10/min"`.
#[derive(Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) units: u32,
    pub(crate) period: Duration,
}

impl FromMeta for Rate {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let name = name(item);
        let hint =
            format!("write it like `{name} = \"10/min\"`, or with any other period: `\"5/30s\"`");
        let Ok(Text(literal)) = Text::from_meta(item) else {
            return Err(refused(
                item,
                format!("`{name}` takes a number of calls per period: {hint}"),
            ));
        };
        let written = literal.value();
        let Some((units, period)) = written.split_once('/') else {
            return Err(refused(&literal, format!("the period is missing: {hint}")));
        };
        let Ok(units @ 1..) = units.trim().parse() else {
            return Err(refused(
                &literal,
                format!("the number of calls is not a positive integer: {hint}"),
            ));
        };
        let period = period.trim();
        // `min` alone means one minute.
        let is_unit = period.starts_with(|first: char| first.is_alphabetic());
        let duration = if is_unit { format!("1{period}") } else { period.to_owned() };
        let period = humantime::parse_duration(&duration)
            .map_err(|error| refused(&literal, format!("invalid period ({error}): {hint}")))?;
        if period.is_zero() {
            return Err(refused(&literal, format!("the period is zero: {hint}")));
        }
        Ok(Self { units, period })
    }
}
