//! How much effort a value or a schema of somebody else is worth.

/// How deep a walk goes, in schemas: a reference and a union are some, too, so that a value may
/// have about four for each of its 128 levels.
pub(crate) const MAX_DEPTH: usize = 512;

/// What is left of the effort for one walk.
///
/// Every walk over what a peer sent takes a step for each place that it looks at, and more where
/// looking takes longer, so that no value and no schema holds up a thread.
#[derive(Debug)]
pub(crate) struct Steps {
    left: usize,
    #[cfg(test)]
    taken: usize,
}

/// There are not enough steps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooComplex;

impl TooComplex {
    /// What is said of a value that was not looked at to the end.
    pub(crate) const WORDS: &str = "too complex to be checked; give a smaller value";
}

impl Steps {
    /// Of one walk. A step is 0.1 to 0.2 microseconds of a thread, so that this is three to eight
    /// milliseconds; a value of 20,000 parts can be read and checked.
    pub(crate) const PER_WALK: usize = 40_000;

    /// For what makes a message kinder, and no more.
    pub(crate) fn few() -> Self {
        Self::of(Self::PER_WALK / 10)
    }

    fn of(left: usize) -> Self {
        Self {
            left,
            #[cfg(test)]
            taken: 0,
        }
    }

    /// Takes so many steps.
    ///
    /// # Errors
    ///
    /// That there are not so many left; then there are none.
    pub(crate) fn take(&mut self, steps: usize) -> Result<(), TooComplex> {
        #[cfg(test)]
        {
            self.taken += steps.min(self.left);
        }
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
impl Steps {
    /// How many were taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken
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
