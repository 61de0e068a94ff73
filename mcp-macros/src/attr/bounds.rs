//! Bounds written as a range: `range(1..=100)`, `length(1..=64)`.

use super::json;
use super::refusal::{refused, wrong};
use darling::FromMeta;
use syn::{Expr, ExprRange, Lit, Meta, RangeLimits, UnOp};

/// One end of a range.
#[derive(Clone)]
pub(crate) struct Number {
    /// As JSON text.
    pub(crate) text: String,
    pub(crate) value: f64,
    whole: bool,
}

impl Number {
    /// Reads a literal number, which may be negative.
    pub(crate) fn of(expression: &Expr) -> Option<Self> {
        match expression {
            Expr::Lit(literal) => {
                // The suffix of `0u8` adds nothing: the type is that of the argument.
                let (whole, text) = match &literal.lit {
                    Lit::Int(number) => (true, number.base10_digits().to_owned()),
                    Lit::Float(number) => (false, json::float(number)),
                    _ => return None,
                };
                Some(Self { value: text.parse().ok()?, text, whole })
            }
            Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => {
                let Self { text, value, whole } = Self::of(&negated.expr)?;
                Some(Self { text: format!("-{text}"), value: -value, whole })
            }
            Expr::Group(group) => Self::of(&group.expr),
            Expr::Paren(inner) => Self::of(&inner.expr),
            _ => None,
        }
    }
}

/// `range(..)`: the bounds of a number.
#[derive(Clone)]
pub(crate) struct Range {
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    /// `..` instead of `..=`.
    pub(crate) half_open: bool,
    pub(crate) tokens: Meta,
}

impl Range {
    pub(crate) fn contains(&self, number: f64) -> bool {
        self.min.as_ref().is_none_or(|min| min.value <= number)
            && self
                .max
                .as_ref()
                .is_none_or(|max| number < max.value || (number == max.value && !self.half_open))
    }

    /// The keywords of the schema.
    pub(crate) fn keywords(&self) -> Vec<(&'static str, String)> {
        let mut keywords = Vec::new();
        if let Some(min) = &self.min {
            keywords.push(("minimum", min.text.clone()));
        }
        if let Some(max) = &self.max {
            let keyword = if self.half_open { "exclusiveMaximum" } else { "maximum" };
            keywords.push((keyword, max.text.clone()));
        }
        keywords
    }
}

impl FromMeta for Range {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let wrong =
            || wrong(item, |name| format!("write the bounds as a range: `{name}(1..=100)`"));
        let Meta::List(list) = item else {
            return Err(wrong());
        };
        let range: ExprRange = list.parse_args().map_err(|_| wrong())?;
        let end = |end: &Option<Box<Expr>>| match end {
            None => Ok(None),
            Some(end) => Number::of(end).map(Some).ok_or_else(|| {
                refused(end, "a bound has to be a literal number, since it is part of the schema")
            }),
        };
        let read = Self {
            min: end(&range.start)?,
            max: end(&range.end)?,
            half_open: matches!(range.limits, RangeLimits::HalfOpen(_)),
            tokens: item.clone(),
        };
        match (&read.min, &read.max) {
            (None, None) => Err(refused(
                &range,
                "the range has no bounds: add one, as in `1..=100`, or remove it",
            )),
            (Some(min), Some(max))
                if !read.contains(min.value) || !read.contains(max.value) && !read.half_open =>
            {
                Err(refused(
                    &range,
                    format!(
                        "the range is empty: no value is between {} and {}",
                        min.text, max.text
                    ),
                ))
            }
            _ => Ok(read),
        }
    }
}

/// `length(..)`: the bounds of a string, a list or a map. A single number is exact.
#[derive(Clone)]
pub(crate) struct Length {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) tokens: Meta,
}

impl FromMeta for Length {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let whole = |number: &Number| number.text.parse::<u64>().ok().filter(|_| number.whole);
        let wrong =
            || wrong(item, |name| format!("write the length as `{name}(1..=64)` or `{name} = 64`"));
        let exact = match item {
            Meta::NameValue(pair) => Some(pair.value.clone()),
            Meta::List(list) => list.parse_args().ok().filter(|value| Number::of(value).is_some()),
            Meta::Path(_) => None,
        };
        if let Some(exact) = exact {
            let exact = Number::of(&exact).as_ref().and_then(whole).ok_or_else(wrong)?;
            return Ok(Self { min: Some(exact), max: Some(exact), tokens: item.clone() });
        }
        let range = Range::from_meta(item)?;
        let end = |end: &Option<Number>| match end {
            None => Ok(None),
            Some(number) => whole(number).map(Some).ok_or_else(wrong),
        };
        let max = match end(&range.max)? {
            Some(0) if range.half_open => {
                return Err(refused(
                    item,
                    "a length cannot be less than 0: write `..=0`, or remove it",
                ));
            }
            Some(max) if range.half_open => Some(max - 1),
            max => max,
        };
        Ok(Self { min: end(&range.min)?, max, tokens: item.clone() })
    }
}
