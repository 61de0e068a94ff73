//! Extensions: declared, agreed on, and refused.

mod capabilities;
mod vectors;
