//! Pages that tools show: listed, read, named and refused as hosts want it.

mod building;
mod client;
mod fixture;
mod hosts;
mod listed;
