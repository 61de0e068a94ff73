use mcp_runtime::tool;

/// Says `task` with a value.
#[tool(task = true)]
async fn with_value() {}

/// Says how long with a number.
#[tool(task(ttl = 60))]
async fn number_as_ttl() {}

/// Says no time at all.
#[tool(task(ttl = "0s"))]
async fn no_time() {}

/// Says how often it is started, but not that it is.
#[tool(task(attempts = 2))]
async fn attempts_alone() {}

/// Is never started.
#[tool(task(resume, attempts = 0))]
async fn never_started() {}

/// Begins in two places.
#[tool(task(manual, grace = "1s"))]
async fn two_beginnings() {}

/// Says a word that there is not.
#[tool(task(optional))]
async fn unknown_word() {}

/// Uses a word of another crate.
#[tool(execution(task_support = "optional"))]
async fn foreign_word() {}

fn main() {}
