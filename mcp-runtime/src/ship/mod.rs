//! What a program does that is given to people: it enters itself with their clients, finds out why it
//! does not work there.
//!
//! `clients` knows the clients, as data. `install` changes their files, `doctor` starts servers as they do, `manifest` writes
//! what others want to know. The command line is in `cli`.

pub(crate) mod clients;
pub(crate) mod doctor;
pub(crate) mod install;
pub(crate) mod manifest;
