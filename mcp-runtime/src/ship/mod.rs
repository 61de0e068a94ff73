//! Commands of a program that is distributed to people: it installs itself in their clients, and
//! diagnoses why it does not work there.
//!
//! `clients` has the clients, as data. `install` changes their files, `doctor` starts servers as
//! they do, `manifest` writes files for registries, desktop apps and containers. The command line
//! is in `cli`.

pub(crate) mod clients;
pub(crate) mod doctor;
pub(crate) mod install;
pub(crate) mod manifest;
