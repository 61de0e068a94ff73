//! Versions, as far as bumps need them.

use super::change::Bump;

/// The major, minor and patch numbers of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Triple(u64, u64, u64);

impl Triple {
    /// Parses `1.2.3`; a suffix, as in `1.2.3-rc.1`, is ignored.
    pub(super) fn read(version: &str) -> Option<Self> {
        let plain = version.split(['-', '+']).next()?;
        let mut numbers = plain.split('.').map(str::parse);
        let triple = Self(numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
        numbers.next().is_none().then_some(triple)
    }

    /// The lowest version with this bump, by the rules of Cargo: before 1.0, a minor bump is
    /// breaking.
    ///
    /// Source: [The Cargo Book, "SemVer Compatibility"](https://doc.rust-lang.org/cargo/reference/semver.html).
    pub(super) const fn after(self, bump: Bump) -> Self {
        let Self(major, minor, patch) = self;
        match (major, minor, bump) {
            (0, 0, _) => Self(0, 0, patch + 1),
            (0, _, Bump::Major) => Self(0, minor + 1, 0),
            (0, ..) | (_, _, Bump::Patch) => Self(major, minor, patch + 1),
            (_, _, Bump::Major) => Self(major + 1, 0, 0),
            (_, _, Bump::Minor) => Self(major, minor + 1, 0),
        }
    }
}

impl std::fmt::Display for Triple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(major, minor, patch) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bump_is_what_cargo_takes_for_one() {
        let after = |version, bump| Triple::read(version).unwrap().after(bump).to_string();
        assert_eq!(after("1.4.2", Bump::Major), "2.0.0");
        assert_eq!(after("1.4.2-rc.1", Bump::Minor), "1.5.0");
        assert_eq!(after("1.4.2", Bump::Patch), "1.4.3");
        assert_eq!(after("0.4.2", Bump::Major), "0.5.0");
        assert_eq!(after("0.4.2", Bump::Minor), "0.4.3");
        assert_eq!(after("0.0.2", Bump::Major), "0.0.3");
        assert_eq!(["1.2", "1.2.3.4", "v1", ""].map(Triple::read), [None; 4]);
    }
}
