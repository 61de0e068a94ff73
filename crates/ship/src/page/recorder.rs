//! Records the requests of clients and their responses: a layer around MCP.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::{Method, Request, Response};
use http_body::{Frame, SizeHint};
use mcp_runtime::http::{Body, RequestBody};
use tower_layer::Layer;
use tower_service::Service;

use super::history::{History, OpenRecord};
use super::token::PageToken;

/// Records what is sent of a response.
type Record = Box<dyn FnMut(&Bytes) + Send>;

/// Records what holders of the token send to MCP; nobody else can fill the history.
pub(super) struct RecordLayer {
    history: Arc<History>,
    token: PageToken,
    /// The path of MCP.
    mcp: Arc<str>,
}

impl RecordLayer {
    pub(super) fn new(history: Arc<History>, token: PageToken, mcp: Arc<str>) -> Self {
        Self { history, token, mcp }
    }
}

impl<S> Layer<S> for RecordLayer {
    type Service = Recorder<S>;

    fn layer(&self, inner: S) -> Recorder<S> {
        let history = Arc::clone(&self.history);
        let token = self.token.clone();
        Recorder { inner, history, token, mcp: Arc::clone(&self.mcp) }
    }
}

/// A service whose requests are recorded.
#[derive(Clone)]
pub(super) struct Recorder<S> {
    inner: S,
    history: Arc<History>,
    token: PageToken,
    mcp: Arc<str>,
}

impl<S> Recorder<S> {
    /// Begins to record a request that is for MCP.
    fn record(&self, request: Request<RequestBody>) -> (Request<RequestBody>, Option<OpenRecord>) {
        let (head, body) = request.into_parts();
        let is_message = head.method == Method::POST && head.uri.path() == &*self.mcp;
        // Also those of the page: a header that says so may be of anybody.
        if !is_message || !self.token.is_in(&head) {
            return (Request::from_parts(head, body), None);
        }
        let recording = OpenRecord::begin(&self.history, &head);
        let history = Arc::clone(&self.history);
        let number = recording.number();
        let record = move |data: &Bytes| history.add_to_request(number, data);
        let body = RecordedBody { body, record };
        (Request::from_parts(head, RequestBody::new(body)), Some(recording))
    }
}

impl<S> Service<Request<RequestBody>> for Recorder<S>
where
    S: Service<Request<RequestBody>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<RecordedBody<Body, Record>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let (request, recording) = self.record(request);
        let response = self.inner.call(request);
        Box::pin(async {
            let response = response.await?;
            let record: Record = match recording {
                Some(recording) => {
                    recording.set_status(response.status());
                    Box::new(move |data| recording.add_to_response(data))
                }
                None => Box::new(|_| ()),
            };
            Ok(response.map(|body| RecordedBody { body, record }))
        })
    }
}

/// A body, whose data is recorded as it passes.
pub(super) struct RecordedBody<B, F> {
    body: B,
    record: F,
}

impl<B, F> http_body::Body for RecordedBody<B, F>
where
    B: http_body::Body<Data = Bytes> + Unpin,
    F: FnMut(&Bytes) + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            (self.record)(data);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
