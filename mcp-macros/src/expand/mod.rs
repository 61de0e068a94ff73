//! Generates the code of handlers: a definition, and a call of the function.

mod definition;
pub(crate) mod free_function;
pub(crate) mod handlers;
mod method;
mod page;
mod parameter;
mod parameter_shape;
mod resource;
mod route;
mod site;
mod tool;
