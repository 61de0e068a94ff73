//! Parses the arguments of attributes: each struct lists those of one attribute, or of one argument
//! that has some of its own.

pub(crate) mod agent;
pub(crate) mod app;
pub(crate) mod arg;
pub(crate) mod bounds;
pub(crate) mod command;
pub(crate) mod common;
pub(crate) mod confirm;
pub(crate) mod constraints;
mod defaults;
pub(crate) mod duration;
mod elsewhere;
mod handlers;
pub(crate) mod json;
pub(crate) mod method;
pub(crate) mod misplaced;
pub(crate) mod named;
pub(crate) mod parse;
pub(crate) mod rate;
pub(crate) mod refusal;
pub(crate) mod resource;
pub(crate) mod size;
pub(crate) mod tool;
pub(crate) mod values;
pub(crate) mod version;
pub(crate) mod words;

pub(crate) use command::Command;
pub(crate) use common::Common;
pub(crate) use defaults::Defaults;
pub(crate) use handlers::Handlers;
pub(crate) use method::Method;
pub(crate) use resource::Resource;
pub(crate) use tool::Tool;
