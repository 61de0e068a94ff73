//! The program, started as clients start it.

#[tokio::test]
async fn clients_can_start_it() -> mcp_runtime::Result<()> {
    mcp_runtime_ship::doctor(env!("CARGO_BIN_EXE_{{project-name}}"), &[]).await
}
