//! Shared parts of the behaviour tests.
