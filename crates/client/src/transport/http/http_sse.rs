//! The HTTP+SSE transport of servers of 2024-11-05: all messages of the server arrive over one
//! stream, which names the endpoint for those of the client.
//!
//! Source: [2024-11-05, "Transports", "HTTP with SSE"](https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse); 2026-07-28, "Backward Compatibility".

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::body::success;
use super::endpoint::Endpoint;
use super::events::{Event, Position};
use super::follow::{EventReader, StreamEnd};
use super::link::HttpLink;
use super::post::Post;
use crate::connection::Connection;
use crate::era::is_of_modern_server;
use crate::error::{Error, Result};
use crate::incoming;
use crate::protocol::DeprecatedFeature;

/// How long a stream may take to name the endpoint.
const ENDPOINT_TIMEOUT: Duration = Duration::from_secs(10);

impl HttpLink {
    /// Tries HTTP+SSE if `initialize` was refused, and sends it there.
    ///
    /// # Errors
    ///
    /// The original error, if the server does not support HTTP+SSE; otherwise, when its stream
    /// cannot be opened for the moment, or `initialize` fails there, too.
    pub(super) async fn fall_back(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        initialize: &Post,
        refused: Error,
    ) -> Result<()> {
        let status = refused.http_status();
        let may_be_old = matches!(status, Some(400 | 404 | 405));
        if !may_be_old || refused.rpc().is_some_and(|error| is_of_modern_server(error, status)) {
            return Err(refused);
        }
        let limit = connection.max_message_size();
        let late =
            |_| Err(Error::timed_out("timed out waiting for the `endpoint` event from the server"));
        let found = timeout(ENDPOINT_TIMEOUT, self.find(limit)).await.unwrap_or_else(late);
        let (mut stream, address) = found.map_err(|error| {
            // What keeps the stream from opening for the moment says more than that the server does
            // not take `initialize` here.
            if error.may_pass() { error } else { refused }
        })?;
        DeprecatedFeature::HttpSse.warn_once();
        let endpoint = self.message_endpoint.get_or_init(|| address);
        let reader = Arc::clone(connection);
        self.tasks.listen(async move {
            let take = |event: Event| {
                incoming::receive(&reader, &event.data, None, None);
                false
            };
            match stream.read(&mut Position::default(), take).await {
                Ok(StreamEnd::Cut(why)) | Err(why) => reader.end(&why),
                Ok(StreamEnd::Arrived) => {}
            }
        });
        let headers = initialize.headers(&self.sessions.now());
        success(endpoint.post(initialize.body.clone(), headers, &|_| ()).await?).await.map(drop)
    }

    /// Opens the stream, and returns it with the endpoint for messages.
    async fn find(&self, limit: usize) -> Result<(EventReader, Endpoint)> {
        let mut stream = EventReader::new(self.stream(None).await?, limit);
        let mut first = Event::default();
        let is_first = |event: Event| {
            first = event;
            !first.data.is_empty()
        };
        if let StreamEnd::Cut(why) = stream.read(&mut Position::default(), is_first).await? {
            return Err(why);
        }
        match first.kind.as_str() {
            "endpoint" => Ok((stream, self.endpoint.moved(&first.data)?)),
            _ => Err(Error::other("the event stream does not begin with an `endpoint` event")),
        }
    }
}
