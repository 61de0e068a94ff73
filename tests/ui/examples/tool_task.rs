use mcp_runtime::{TaskContext, server, tool};

/// Says all there is to say of tasks.
#[tool(task(
    required,
    ttl = "2h",
    poll = "5s",
    grace = "1s",
    resume,
    attempts = 2,
    immediate = "Wait."
))]
async fn everything(task: TaskContext) {
    task.set_status("begun");
}

/// Says when the task begins.
#[tool(task(manual))]
async fn later(task: TaskContext) {
    task.detach().await;
}

/// Blocks.
#[tool(task, blocking)]
fn blocks() {}

fn main() {
    let built = server!().tool::<everything>().tool::<later>().tool::<blocks>().build();
    assert!(built.is_ok());
}
