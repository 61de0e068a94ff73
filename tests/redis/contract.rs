//! The store in Redis keeps the contract of stores: with one server, with a cluster, and with a master that
//! sentinels know.

use std::sync::LazyLock;

use mcp_runtime_testing::store_contract;

use super::server::{Cluster, RedisServer};

mod one_server {
    use super::*;

    static SERVER: LazyLock<RedisServer> = LazyLock::new(RedisServer::start);

    store_contract!(SERVER.store(), ignore = "needs redis-server: .ci/services");
}

mod cluster_of_three {
    use super::*;

    static CLUSTER: LazyLock<Cluster> = LazyLock::new(Cluster::start);

    store_contract!(
        async { CLUSTER.redis().connect().await.unwrap() },
        ignore = "needs redis-server: .ci/services"
    );
}
