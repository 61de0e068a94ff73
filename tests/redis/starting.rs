//! What is found when a store in Redis is connected.

use std::time::Duration;

use mcp_runtime::store::{Hint, RecordWrite, Store, StoreError, StoreKey};
use mcp_runtime_redis::Redis;

use super::server::RedisServer;

async fn mistake(redis: Redis) -> String {
    redis.connect().await.expect_err("it cannot be a store").to_string()
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_namespace_is_needed_and_plain() {
    let server = RedisServer::start();
    let text = mistake(Redis::new(server.url())).await;
    assert!(text.contains("needs a namespace"), "{text}");
    for namespace in ["", "a b", "a:b", "{a}", "ä", &"a".repeat(65)] {
        let text = mistake(Redis::new(server.url()).namespace(namespace)).await;
        assert!(text.contains("expected 1 to 64 letters"), "{text}");
    }
    Redis::new(server.url()).namespace("we-ather_1.0").connect().await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn namespaces_do_not_meet() {
    let server = RedisServer::start();
    let [one, other] = ["one", "other"].map(|name| Redis::new(server.url()).namespace(name));
    let one = one.connect().await.unwrap();
    let other = other.connect().await.unwrap();
    let key = StoreKey::new("test", "a");
    one.put(&key, RecordWrite::create()).await.unwrap();
    assert_eq!(other.get(&key, &[]).await, Ok(None));
    let mut hints = other.subscribe("a").await.unwrap();
    one.publish(None, (*b"one").into()).await.unwrap();
    other.publish(None, (*b"other").into()).await.unwrap();
    assert_eq!(hints.next().await, Some(Hint::Published((*b"other").into())));
}

#[tokio::test]
async fn a_wrong_url_is_named_without_its_password() {
    for url in ["cache:6379", "http://user:secret@cache", "redis://user:secret@cache:port"] {
        let text = mistake(Redis::new(url).namespace("test")).await;
        assert!(text.contains("redis://user:password@host:port/database"), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_server_that_is_not_there_fails_at_once_or_later() {
    let mut server = RedisServer::start();
    server.kill();
    let text = mistake(server.redis()).await;
    assert!(text.contains("is not available"), "{text}");
    let store = server.redis().lazy().unwrap();
    let key = StoreKey::new("test", "a");
    assert!(matches!(store.get(&key, &[]).await, Err(StoreError::Down(_))));
    server.start_again();
    while store.get(&key, &[]).await != Ok(None) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_replica_a_node_of_a_cluster_and_a_sentinel_are_not_taken_for_a_server() {
    let server = RedisServer::start();
    let replica = RedisServer::with(&["--replicaof", &format!("127.0.0.1 {}", server.port)]);
    let node = RedisServer::with(&["--cluster-enabled", "yes"]);
    let sentinel = RedisServer::sentinel(&server);
    for (wrong, said) in [
        (&replica, "this is a read-only replica of Redis"),
        (&node, "a node of a Redis Cluster: use Redis::new(..).cluster("),
        (&sentinel, "this is a Redis Sentinel"),
    ] {
        let text = mistake(wrong.redis()).await;
        assert!(text.contains(said), "{text}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_user_with_a_password_needs_no_more_than_these_commands() {
    let server = RedisServer::start();
    let user = "+@scripting +@hash +@sortedset +@stream +@string +@pubsub +@keyspace +@connection \
                +info +wait +time";
    let mut set = vec!["ACL", "SETUSER", "weather", "on", ">secret", "~mcp:*", "&mcp:*"];
    set.extend(user.split_whitespace());
    assert_eq!(server.cli(&set), "OK");
    let redis = |password: &str| {
        let url = format!("redis://weather:{password}@127.0.0.1:{}", server.port);
        Redis::new(url).namespace("test")
    };
    let text = mistake(redis("wrong")).await;
    assert!(text.contains("WRONGPASS") || text.contains("password"), "{text}");
    assert!(!text.contains("wrong@"), "{text}");
    let store = redis("secret").connect().await.unwrap();
    super::all(&store).await;
    assert_eq!(server.cli(&["ACL", "SETUSER", "weather", "-@hash"]), "OK");
    let refused = store.get(&StoreKey::new("test", "a"), &[]).await;
    assert!(
        matches!(&refused, Err(StoreError::Refused(why)) if why.contains("lacks a permission")),
        "{refused:?}"
    );
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_server_over_tls_is_one_that_somebody_trusted_vouches_for() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tls");
    let file = |name: &str| format!("{data}/{name}");
    let server = RedisServer::with(&[
        "--tls-cluster",
        "no",
        "--tls-auth-clients",
        "no",
        "--tls-cert-file",
        &file("server.pem"),
        "--tls-key-file",
        &file("server.key"),
        "--tls-ca-cert-file",
        &file("ca.pem"),
    ]);
    let port = super::server::free_port();
    assert_eq!(server.cli(&["CONFIG", "SET", "tls-port", &port.to_string()]), "OK");
    let redis = |host: &str| Redis::new(format!("rediss://{host}:{port}")).namespace("test");
    let trusted = std::fs::read(file("ca.pem")).unwrap();
    for host in ["localhost", "127.0.0.1"] {
        let store = redis(host).ca_certificates(trusted.clone()).connect().await.unwrap();
        super::all(&store).await;
    }
    let text = mistake(redis("localhost")).await;
    assert!(text.contains("certificate"), "{text}");
}
