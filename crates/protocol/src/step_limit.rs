//! Limits the work spent on a foreign value or schema.

/// The maximum depth of a walk, in schemas: references and unions count, too, so that a value may
/// have about four for each of its 128 levels.
pub const MAX_DEPTH: usize = 512;

/// The remaining work of one walk.
///
/// Every walk over peer input takes a step for each place it visits, and more where the work is
/// larger, so that no value and no schema can block a thread.
#[derive(Debug)]
pub struct Steps {
    left: usize,
    all: usize,
}

/// There are not enough steps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooComplex;

impl TooComplex {
    /// The message for a value that was not checked completely.
    pub const WORDS: &str = "too complex to be checked; give a smaller value";
}

impl Steps {
    /// The steps of one walk. A step takes 0.1 to 0.2 microseconds, so this is three to eight
    /// milliseconds; enough to read and check a value of 20,000 parts.
    pub const PER_WALK: usize = 40_000;

    /// Returns fewer steps, for work that only improves a message.
    pub fn few() -> Self {
        Self::of(Self::PER_WALK / 10)
    }

    fn of(left: usize) -> Self {
        Self { left, all: left }
    }

    /// Returns how many were taken.
    pub fn taken(&self) -> usize {
        self.all - self.left
    }

    /// Takes this many steps.
    ///
    /// # Errors
    ///
    /// If there are not that many left; then none are left.
    pub fn take(&mut self, steps: usize) -> Result<(), TooComplex> {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or_default();
        left.map(drop).ok_or(TooComplex)
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self::of(Self::PER_WALK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_with_its_steps() {
        let mut steps = Steps::default();
        assert_eq!(steps.take(Steps::PER_WALK), Ok(()));
        assert_eq!(steps.take(1), Err(TooComplex));
        let mut steps = Steps::default();
        assert_eq!(steps.take(Steps::PER_WALK + 1), Err(TooComplex));
        assert_eq!(steps.take(1), Err(TooComplex), "what was too much leaves nothing");
    }
}
