//! The revisions of the protocol and their two eras.
//!
//! A new one begins here, with a row of the table; what the one before does not have is a step in
//! `older_revisions`. Methods that came or went are in `method.rs`, and rules that it alone has are
//! those of a new `Target` of the lint.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! unknown {
    ($first:literal $($date:literal)*) => {
        concat!("unknown protocol version: expected one of `", $first, "`" $(, ", `", $date, "`")*)
    };
}

macro_rules! revisions {
    ($($(#[$doc:meta])* $version:ident = $date:literal, $era:ident;)*) => {
        /// A revision of the protocol; a newer one is greater.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ProtocolVersion {
            $($(#[$doc])* $version,)*
        }

        impl ProtocolVersion {
            /// Every revision, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$version),*];

            const UNKNOWN: &'static str = unknown!($($date)*);

            /// Returns the date that names the revision on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$version => $date,)*
                }
            }

            /// Returns the era of the revision.
            #[inline]
            pub const fn era(self) -> Era {
                match self {
                    $(Self::$version => Era::$era,)*
                }
            }
        }
    };
}

revisions! {
    /// The first revision.
    V2024_11_05 = "2024-11-05", Legacy;
    /// Adds audio, tool annotations and batches.
    V2025_03_26 = "2025-03-26", Legacy;
    /// Adds elicitation, structured output and resource links; drops batches.
    V2025_06_18 = "2025-06-18", Legacy;
    /// Adds icons, URL elicitation, tools in sampling and core tasks.
    V2025_11_25 = "2025-11-25", Legacy;
    /// Drops the handshake: every request carries what the server needs to know.
    V2026_07_28 = "2026-07-28", Modern;
}

impl ProtocolVersion {
    /// The newest revision.
    pub const LATEST: Self = Self::ALL[Self::ALL.len() - 1];

    /// The newest revision that starts with `initialize`.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// The revision that is assumed for a legacy HTTP request that does not name one.
    ///
    /// Source: [2025-06-18, "Transports", Protocol Version Header](https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header).
    pub const ASSUMED: Self = Self::V2025_03_26;

    /// Returns the revision with this date, which macros read in a program.
    ///
    /// # Panics
    ///
    /// If there is none; the program then does not compile.
    #[doc(hidden)]
    pub const fn of_date(date: &str) -> Self {
        let mut at = 0;
        while at < Self::ALL.len() {
            if is_equal(Self::ALL[at].as_str().as_bytes(), date.as_bytes()) {
                return Self::ALL[at];
            }
            at += 1;
        }
        panic!("{}", Self::UNKNOWN)
    }

    /// Returns whether the revision is stateless, without a handshake.
    #[inline]
    pub const fn is_modern(self) -> bool {
        matches!(self.era(), Era::Modern)
    }

    /// Returns whether messages may come in batches; only in 2025-03-26.
    #[doc(hidden)]
    #[inline]
    pub const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }

    /// Returns whether an event stream starts with an empty event, which gives the client an id.
    #[doc(hidden)]
    #[inline]
    pub fn has_priming_events(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Returns whether there is a dedicated error for a request that needs capabilities that the
    /// client did not declare.
    ///
    /// Source: [2026-07-28, "Error Handling"](https://modelcontextprotocol.io/specification/2026-07-28/basic#error-handling).
    #[doc(hidden)]
    #[inline]
    pub fn has_capability_errors(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// Returns whether results say for how long, and for whom, they may be cached: in `ttlMs` and
    /// `cacheScope`.
    ///
    /// Source: [2026-07-28, "Caching"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching).
    #[inline]
    pub fn has_cache_hints(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// Returns whether the results of tools may have structured content: before 2026-07-28 only
    /// objects.
    #[doc(hidden)]
    #[inline]
    pub fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Returns whether the id of an error without a known id is null; in later revisions it is
    /// absent.
    #[doc(hidden)]
    #[inline]
    pub fn has_null_ids(self) -> bool {
        self <= Self::V2025_06_18
    }
}

/// Compares texts where `==` cannot, in a constant.
const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for ProtocolVersion {
    type Err = UnknownProtocolVersion;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|version| version.as_str() == text)
            .ok_or(UnknownProtocolVersion)
    }
}

impl Serialize for ProtocolVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ProtocolVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The two ways in which a client and a server establish a common revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Era {
    /// A session that starts with `initialize`.
    Legacy,
    /// Every request names its sender and revision in its `_meta`.
    Modern,
}

/// The error for a revision that this crate does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProtocolVersion;

impl fmt::Display for UnknownProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown protocol version")
    }
}

impl std::error::Error for UnknownProtocolVersion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_ordered_and_read_back() {
        assert!(ProtocolVersion::ALL.is_sorted_by_key(|version| version.as_str()));
        assert!(ProtocolVersion::ALL.is_sorted_by_key(|version| version.is_modern()));
        let legacy = ProtocolVersion::ALL.iter().rfind(|version| !version.is_modern());
        assert_eq!(legacy, Some(&ProtocolVersion::LATEST_LEGACY));
        for &version in ProtocolVersion::ALL {
            assert_eq!(version.as_str().parse(), Ok(version));
        }
        assert_eq!("draft".parse::<ProtocolVersion>(), Err(UnknownProtocolVersion));
    }
}
