//! What goes wrong between a store and its server.

use std::time::Duration;

use mcp_runtime::store::{
    Hint, Hints, RecordWrite, Store, StoreError, StoreFuture, StoreKey, WriteOutcome,
};
use mcp_runtime_redis::RedisStore;
use mcp_test_support::log::CapturedLog;
use tokio::time::{sleep, timeout};

use crate::all;
use crate::network::{Network, Weather};
use crate::server::{Cluster, RedisServer};

const SHORT: Duration = Duration::from_millis(300);
const TIMEOUT: Duration = Duration::from_secs(20);

fn key(name: &str) -> StoreKey {
    StoreKey::new("fault", name)
}

async fn exists(store: &RedisStore, name: &str) -> Result<bool, StoreError> {
    Ok(store.get(&key(name), &[]).await?.is_some())
}

fn is_done(written: &Result<WriteOutcome, StoreError>) -> bool {
    matches!(written, Ok(WriteOutcome::Done { .. }))
}

/// Tries until it works, and says what it failed with until then.
async fn until_works<T>(mut operation: impl AsyncFnMut() -> Result<T, StoreError>) -> T {
    let works = async {
        loop {
            match operation().await {
                Ok(done) => return done,
                Err(StoreError::Down(_) | StoreError::Timeout) => sleep(SHORT / 6).await,
                Err(refused) => panic!("{refused}"),
            }
        }
    };
    timeout(TIMEOUT, works).await.expect("it works again within 20 s")
}

async fn next(hints: &mut Hints) -> Hint {
    let next = timeout(TIMEOUT, hints.next()).await;
    next.expect("expected a hint within 20 s").expect("expected the store not to be closed")
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f14_a_write_whose_answer_is_lost_happens_once() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let store = network.redis().timeout(SHORT).connect().await.unwrap();
    assert_eq!(exists(&store, "a").await, Ok(false));
    network.set(Weather::AnswersAreLost);
    let write = RecordWrite::create().set("part", *b"1");
    assert_eq!(store.put(&key("a"), write.clone()).await, Err(StoreError::Timeout));
    network.set(Weather::Fine);
    let repeat = until_works(async || store.put(&key("a"), write.clone()).await).await;
    assert!(matches!(repeat, WriteOutcome::Done { version: 1, .. }), "{repeat:?}");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f16_f18_a_server_that_is_gone_is_down_and_nothing_is_said_to_be_absent() {
    let mut server = RedisServer::start();
    let store = server.store().await;
    assert!(is_done(&store.put(&key("a"), RecordWrite::create()).await));
    server.kill();
    for _ in 0..8 {
        let read = exists(&store, "a").await;
        assert!(matches!(read, Err(StoreError::Down(_))), "{read:?}");
    }
    // Nothing of it was kept on a disk.
    server.start_again();
    assert!(!until_works(async || exists(&store, "a").await).await);
    all(&store).await;
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f18_a_server_that_is_stopped_is_too_slow_and_works_when_it_goes_on() {
    let server = RedisServer::start();
    let store = server.redis().timeout(SHORT).connect().await.unwrap();
    assert!(is_done(&store.put(&key("a"), RecordWrite::create()).await));
    server.signal("STOP");
    let read = exists(&store, "a").await;
    assert_eq!(read, Err(StoreError::Timeout));
    server.signal("CONT");
    assert!(until_works(async || exists(&store, "a").await).await);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f18_a_network_that_is_cut_without_a_word_is_given_up() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let store = network.redis().timeout(SHORT).connect().await.unwrap();
    assert_eq!(exists(&store, "a").await, Ok(false));
    for (weather, way) in [(Weather::Silent, "silent"), (Weather::Cut, "cut")] {
        network.set(weather);
        let read = exists(&store, "a").await;
        assert!(matches!(read, Err(StoreError::Down(_) | StoreError::Timeout)), "{way}: {read:?}");
        network.set(Weather::Fine);
        assert!(!until_works(async || exists(&store, "a").await).await, "{way}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f19_what_was_flushed_is_absent() {
    let server = RedisServer::start();
    let store = server.store().await;
    assert!(is_done(&store.put(&key("a"), RecordWrite::create()).await));
    assert_eq!(server.cli(&["FLUSHALL"]), "OK");
    assert_eq!(exists(&store, "a").await, Ok(false));
    assert_eq!(store.put(&key("a"), RecordWrite::update(1)).await, Ok(WriteOutcome::Gone));
    all(&store).await;
}

/// A server, one that copies what it has, and the network between the two.
async fn pair() -> (RedisServer, RedisServer, Network) {
    let primary = RedisServer::start();
    let between = Network::to(&primary).await;
    let of = format!("127.0.0.1 {}", between.port);
    let replica = RedisServer::with(&["--replicaof", &of]);
    let copies = async {
        while !replica.cli(&["INFO", "replication"]).contains("master_link_status:up") {
            sleep(SHORT / 6).await;
        }
    };
    timeout(TIMEOUT, copies).await.expect("it copies");
    (primary, replica, between)
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f21_a_failover_loses_what_was_not_passed_on_unless_writes_wait_for_it() {
    let (mut primary, replica, between) = pair().await;
    let way = Network::to(&primary).await;
    let store = way.redis().timeout(SHORT * 2).connect().await.unwrap();
    let safe = way.redis().timeout(SHORT * 4).wait_replicas(1).connect().await.unwrap();
    let written = safe.put(&key("kept"), RecordWrite::create()).await;
    assert!(is_done(&written), "{written:?}");
    between.set(Weather::Silent);
    assert!(is_done(&store.put(&key("lost"), RecordWrite::create()).await));
    let refused = safe.put(&key("refused"), RecordWrite::create()).await;
    assert!(
        matches!(&refused, Err(StoreError::Down(why)) if why.contains("0 of 1 Redis replicas")),
        "{refused:?}"
    );
    between.set(Weather::Cut);
    primary.kill();
    assert_eq!(replica.cli(&["REPLICAOF", "NO", "ONE"]), "OK");
    way.lead_to(&replica);
    assert!(until_works(async || exists(&store, "kept").await).await);
    assert_eq!(exists(&store, "lost").await, Ok(false));
    all(&store).await;
}

// The network between the servers passes on while the test waits for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "needs redis-server: .ci/services"]
async fn f21_a_server_that_has_become_a_replica_is_left() {
    let (primary, replica, _between) = pair().await;
    let way = Network::to(&primary).await;
    let store = way.redis().connect().await.unwrap();
    assert!(is_done(&store.put(&key("a"), RecordWrite::create()).await));
    replica.has_all_of(&primary);
    assert_eq!(replica.cli(&["REPLICAOF", "NO", "ONE"]), "OK");
    assert_eq!(primary.cli(&["REPLICAOF", "127.0.0.1", &replica.port.to_string()]), "OK");
    way.lead_to(&replica);
    // The connection leads to the old one still, which refuses.
    let written = store.put(&key("b"), RecordWrite::create()).await;
    assert!(is_done(&written), "{written:?}");
    assert_eq!(exists(&store, "a").await, Ok(true));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f21_sentinels_lead_to_the_new_master() {
    let mut primary = RedisServer::start();
    let of = format!("127.0.0.1 {}", primary.port);
    let replica = RedisServer::with(&["--replicaof", &of]);
    let sentinel = RedisServer::sentinel(&primary);
    sentinel.wait(&["SENTINEL", "replicas", "weather"], |known| {
        known.contains(&replica.port.to_string()) && known.contains("master-link-status\nok")
    });
    let redis = mcp_runtime_redis::Redis::new("redis://weather").namespace("test");
    let store = redis.sentinels([sentinel.url()]).connect().await.unwrap();
    let mut hints = store.subscribe("a").await.unwrap();
    all(&store).await;
    assert!(is_done(&store.put(&key("a"), RecordWrite::create()).await));
    replica.has_all_of(&primary);
    primary.kill();
    let written = until_works(async || store.put(&key("b"), RecordWrite::create()).await).await;
    assert!(matches!(written, WriteOutcome::Done { .. }), "{written:?}");
    assert_eq!(exists(&store, "a").await, Ok(true));
    assert_eq!(next(&mut hints).await, Hint::Lost);
    store.publish(Some("a"), (*b"1").into()).await.unwrap();
    assert_eq!(next(&mut hints).await, Hint::Published((*b"1").into()));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f23_a_slow_server_is_not_asked_for_a_moment_after_five_times() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let store = network.redis().timeout(SHORT / 3).connect().await.unwrap();
    assert_eq!(exists(&store, "a").await, Ok(false));
    network.set(Weather::Slow(SHORT * 10));
    for _ in 0..5 {
        assert_eq!(exists(&store, "a").await, Err(StoreError::Timeout));
    }
    let connections = network.connections();
    for _ in 0..20 {
        let read = exists(&store, "a").await;
        assert!(
            matches!(&read, Err(StoreError::Down(why)) if why.contains("will be retried within a second")),
            "{read:?}"
        );
    }
    assert_eq!(network.connections(), connections);
    network.set(Weather::Fine);
    assert!(!until_works(async || exists(&store, "a").await).await);
    all(&store).await;
}

// Looking at the server blocks a thread.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server: .ci/services"]
async fn f24_hints_that_were_lost_are_said_to_be_and_the_others_come() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let store = network.redis().connect().await.unwrap();
    let other = server.store().await;
    let mut hints = store.subscribe("a").await.unwrap();
    other.publish(Some("a"), (*b"1").into()).await.unwrap();
    assert_eq!(next(&mut hints).await, Hint::Published((*b"1").into()));
    network.set(Weather::NoHints);
    server.wait(&["PUBSUB", "NUMSUB", "mcp:test:to:a"], |printed| printed.ends_with('0'));
    other.publish(Some("a"), (*b"2").into()).await.unwrap();
    // Commands work meanwhile, and who begins to listen now is not made to wait for ever.
    assert_eq!(exists(&store, "a").await, Ok(false));
    let mut late = store.subscribe("b").await.unwrap();
    network.set(Weather::Fine);
    assert_eq!(next(&mut hints).await, Hint::Lost);
    assert_eq!(next(&mut late).await, Hint::Lost);
    other.publish(None, (*b"3").into()).await.unwrap();
    for hints in [&mut hints, &mut late] {
        assert_eq!(next(hints).await, Hint::Published((*b"3").into()));
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f24_a_silent_connection_for_hints_is_noticed() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let store = network.redis().timeout(SHORT).connect().await.unwrap();
    let mut hints = store.subscribe("a").await.unwrap();
    network.set(Weather::Silent);
    sleep(Duration::from_secs(2)).await;
    network.set(Weather::Fine);
    assert_eq!(next(&mut hints).await, Hint::Lost);
    until_works(async || store.publish(Some("a"), (*b"1").into()).await).await;
    assert_eq!(next(&mut hints).await, Hint::Published((*b"1").into()));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f25_scripts_that_the_server_has_forgotten_are_sent_again() {
    let server = RedisServer::start();
    let store = server.store().await;
    for _ in 0..3 {
        all(&store).await;
        assert_eq!(server.cli(&["SCRIPT", "FLUSH"]), "OK");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f26_a_full_server_refuses_writes_names_the_setting_and_is_read() {
    let server = RedisServer::start();
    let store = server.store().await;
    assert!(is_done(&store.put(&key("a"), RecordWrite::create().set("part", *b"1")).await));
    assert_eq!(server.cli(&["CONFIG", "SET", "maxmemory", "1"]), "OK");
    let refused = store.put(&key("b"), RecordWrite::create()).await;
    assert!(
        matches!(&refused, Err(StoreError::Refused(why)) if why.contains("`maxmemory`")),
        "{refused:?}"
    );
    assert_eq!(exists(&store, "a").await, Ok(true));
    assert_eq!(server.cli(&["CONFIG", "SET", "maxmemory", "0"]), "OK");
    assert!(is_done(&store.put(&key("b"), RecordWrite::create()).await));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f27_a_server_that_evicts_is_warned_of_where_it_may_be_asked() {
    let server = RedisServer::start();
    let said = async |policy: &str| {
        assert_eq!(server.cli(&["CONFIG", "SET", "maxmemory-policy", policy]), "OK");
        let log = CapturedLog::start(tracing::Level::INFO);
        server.store().await;
        log.text()
    };
    assert_eq!(said("noeviction").await, "");
    let text = said("allkeys-lru").await;
    assert!(text.contains("WARN") && text.contains("set it to `noeviction`"), "{text}");
    assert_eq!(server.cli(&["ACL", "SETUSER", "default", "-config"]), "OK");
    let log = server.try_cli(&["CONFIG", "GET", "maxmemory"]).unwrap();
    assert!(log.contains("NOPERM"), "{log}");
    server.store().await;
}

/// A store that counts to a number at one key each, and sees to it that no step fails.
fn counts<'a>(store: &'a RedisStore, name: &'a str, to: u64) -> StoreFuture<'a, ()> {
    Box::pin(async move {
        let key = key(name);
        store.put(&key, RecordWrite::create()).await?;
        for version in 1..to {
            let written = store.put(&key, RecordWrite::update(version)).await?;
            assert!(matches!(written, WriteOutcome::Done { .. }), "{name}: {written:?}");
        }
        Ok(())
    })
}

#[tokio::test]
#[ignore = "takes long, and needs redis-server: .ci/services"]
async fn f28_slots_move_and_nothing_fails() {
    let cluster = Cluster::start();
    let store = cluster.redis().connect().await.unwrap();
    let ids: Vec<_> = cluster.0.iter().map(|server| server.cli(&["CLUSTER", "MYID"])).collect();
    let address = format!("127.0.0.1:{}", cluster.0[0].port);
    let reshard = tokio::task::spawn_blocking({
        let from = ids[0].clone();
        let to = ids[1].clone();
        let port = cluster.0[0].port.to_string();
        move || {
            std::process::Command::new("redis-cli")
                .args(["-p", &port, "--cluster", "reshard", &address, "--cluster-from", &from])
                .args(["--cluster-to", &to, "--cluster-slots", "3000", "--cluster-yes"])
                .output()
        }
    });
    let mut rounds = 0;
    while !reshard.is_finished() {
        for number in 0..20 {
            let name = format!("round {rounds} {number}");
            counts(&store, &name, 3).await.unwrap();
        }
        rounds += 1;
    }
    let moved = reshard.await.unwrap().unwrap();
    assert!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stdout));
    assert!(rounds > 3, "{rounds}");
    for round in 0..rounds {
        for number in 0..20 {
            let record = store.get(&key(&format!("round {round} {number}")), &[]).await.unwrap();
            assert_eq!(record.map(|record| record.version), Some(3), "{round} {number}");
        }
    }
}

#[tokio::test]
#[ignore = "takes long, and needs redis-server: .ci/services"]
async fn f28_where_one_shard_is_down_only_its_keys_fail() {
    let mut cluster = Cluster::start();
    for server in &cluster.0 {
        let set = ["CONFIG", "SET", "cluster-require-full-coverage", "no"];
        assert_eq!(server.cli(&set), "OK");
    }
    let store = cluster.redis().connect().await.unwrap();
    let names: Vec<String> = (0..30).map(|number| number.to_string()).collect();
    for name in &names {
        assert!(is_done(&store.put(&key(name), RecordWrite::create()).await));
    }
    let keys = cluster.0[2].cli(&["KEYS", "*"]);
    let of_last = |name: &str| keys.lines().any(|line| line == format!("mcp:test:fault:{name}"));
    let (lost, kept): (Vec<_>, Vec<_>) = names.iter().partition(|name| of_last(name));
    assert!(!lost.is_empty() && !kept.is_empty(), "{keys}");
    cluster.0[2].kill();
    for name in lost.iter().take(3) {
        let read = exists(&store, name).await;
        assert!(matches!(read, Err(StoreError::Down(_) | StoreError::Timeout)), "{read:?}");
    }
    for name in kept {
        assert_eq!(exists(&store, name).await, Ok(true), "{name}");
    }
}
