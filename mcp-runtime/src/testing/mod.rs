//! Help for people who test their servers.

pub mod lint;
