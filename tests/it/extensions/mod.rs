//! Extensions: declared, agreed on, and refused.

mod batch;
mod bounds;
mod capabilities;
mod client;
mod methods;
mod setup;
mod tools;
mod topics;
mod vectors;
