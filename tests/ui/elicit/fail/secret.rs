use mcp_runtime::{Elicit, Secret};

type Password = Secret<String>;

#[derive(Elicit)]
struct Login {
    user: String,
    password: Secret<String>,
    again: Option<Secret<String>>,
}

#[derive(Elicit)]
struct Renamed {
    password: Password,
}

fn main() {}
