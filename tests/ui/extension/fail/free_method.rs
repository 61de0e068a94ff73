use mcp_runtime::{method, notified};

#[method("batch/run")]
fn run() {}

#[notified("notifications/batch/hint")]
fn hint() {}

fn main() {}
