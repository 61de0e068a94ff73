//! The tests are beside this file.
