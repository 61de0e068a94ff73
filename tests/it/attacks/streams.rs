//! Streams of sessions: how many there are, and what is kept for clients that come back.

use mcp_test_support::attack::AttackTarget;

use super::SERVER;

#[tokio::test]
async fn a_session_has_a_bounded_number_of_streams() {
    let attacked = AttackTarget::start(SERVER).await;
    let session = attacked.client.initialize("2025-11-25").await;
    let before = attacked.descriptors();
    let mut streams = Vec::new();
    for _ in 0..117 {
        let mut stream = session.listen().await;
        stream.event().await.unwrap();
        streams.push(stream);
    }
    // The first ones end, and their clients see it.
    for stream in &mut streams[..117 - 16] {
        assert_eq!(stream.event().await, None);
    }
    drop(streams.drain(..117 - 16));
    let enough = async { while attacked.descriptors() > before + 16 + 2 {} };
    tokio::time::timeout(std::time::Duration::from_secs(60), enough).await.expect("they end");
    attacked.assert_unharmed().await;
}
