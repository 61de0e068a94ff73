//! Errors that `?` converts into an [`Error`]: those whose message clients may see.

use std::array::TryFromSliceError;
use std::borrow::Cow;
use std::char::{CharTryFromError, ParseCharError};
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::AddrParseError;
use std::num::{ParseFloatError, ParseIntError, TryFromIntError};
use std::str::{ParseBoolError, Utf8Error};
use std::string::FromUtf8Error;
use std::time::SystemTimeError;

use super::Error;

/// An error whose message clients may see: `?` converts it into an [`Error`].
///
/// Implemented for text, and for the I/O and parse errors of the standard library and serde_json:
/// these describe a value or a file, and reveal nothing about the program. The error of another
/// crate may name hosts, tables and queries. Decide where it occurs: `.map_err(Error::other)?`
/// shows its message, `.map_err(Error::internal)?` only logs it.
///
/// Your own errors can be public, too:
///
/// ```
/// use std::fmt;
///
/// #[derive(Debug)]
/// struct SoldOut(u32);
///
/// impl fmt::Display for SoldOut {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "item {} is sold out", self.0)
///     }
/// }
///
/// impl std::error::Error for SoldOut {}
/// impl mcp_runtime::PublicError for SoldOut {}
///
/// fn order(item: &str) -> mcp_runtime::Result<u32> {
///     let item: u32 = item.parse()?;
///     if item > 7 { Err(SoldOut(item))? }
///     Ok(item)
/// }
/// # assert_eq!(order("8").unwrap_err().to_string(), "item 8 is sold out");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be converted to `mcp_runtime::Error` by `?`",
    label = "write `.map_err(mcp_runtime::Error::internal)?` to log its message, or `.map_err(mcp_runtime::Error::other)?` to show it to the client",
    note = "if the type is your own, and clients may read all its errors, write `impl mcp_runtime::PublicError for {Self} {{}}`"
)]
pub trait PublicError: Into<Box<dyn std::error::Error + Send + Sync>> {}

impl<E: PublicError> From<E> for Error {
    fn from(error: E) -> Self {
        Self::other(error)
    }
}

macro_rules! public {
    ($($error:ty),* $(,)?) => { $(impl PublicError for $error {})* };
}

public! {
    &str, String, Cow<'_, str>,
    io::Error, serde_json::Error, fmt::Error, Infallible,
    ParseIntError, ParseFloatError, ParseBoolError, ParseCharError, AddrParseError,
    TryFromIntError, TryFromSliceError, CharTryFromError, Utf8Error, FromUtf8Error, SystemTimeError,
}
