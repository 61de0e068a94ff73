//! Every shape of `tests/data/lint/types.jsonl`: the schema we want for it, and the values that
//! are taken and refused.

mod cases;
mod check;
mod coverage;
mod derive;
mod refused;
mod results;
mod rows;
