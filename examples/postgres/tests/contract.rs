//! The store keeps the contract of stores.

mod server;

use std::sync::LazyLock;

use mcp_example_postgres::Postgres;
use mcp_runtime_testing::store_contract;
use server::Server;

static SERVER: LazyLock<Server> = LazyLock::new(Server::start);

store_contract!(
    async { Postgres::connect(&SERVER.url).await.expect("the server answers") },
    ignore = "needs PostgreSQL: .ci/services",
);
