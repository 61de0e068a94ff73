//! Skills: listed, read, checked when they are given to a server, and verified by clients.

mod client;
mod directories;
mod files;
mod fixture;
mod frontmatter;
mod listing;
mod reload;
mod sources;
