//! Questions of the server, in both eras, and the answers of the user.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::{encode, read};
use super::{Client, User};
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    InputRequest, InputRequiredResult, InputResponse, InputResponses, Method, ResultType,
};

/// How often the server may ask during one request.
const MOST_ROUNDS: usize = 100;

impl Client {
    /// Sends a request, and again with the answers of the user for as long as its results ask.
    pub(super) async fn ask_with_answers<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
    ) -> Result<T> {
        let mut retry = params.clone();
        for _ in 0..MOST_ROUNDS {
            let result = self.send_raw(method, retry).await;
            self.user.failure()?;
            let result = result?;
            let asked = match serde_json::from_str::<InputRequiredResult>(result.get()) {
                Ok(asked) if asked.result_type == ResultType::InputRequired => asked,
                _ => return read(method, &result),
            };
            let mut answers = InputResponses::new();
            for (key, question) in asked.input_requests.unwrap_or_default() {
                let answer = self.user.answer(&question).map_err(Error::other)?;
                answers.insert(key, answer);
            }
            retry = params.clone();
            retry["inputResponses"] = encode(answers)?;
            retry["requestState"] = encode(asked.request_state)?;
        }
        Err(Error::other(format!("the server asked more than {MOST_ROUNDS} times")))
    }
}

/// The user of a client, whom requests ask and who is asked where messages are read.
#[derive(Clone)]
pub(super) struct SharedUser(Arc<Mutex<User>>);

impl SharedUser {
    pub(super) fn new(user: User) -> Self {
        Self(Arc::new(Mutex::new(user)))
    }

    /// Answers a request of a legacy server.
    pub(super) fn answer_request(
        &self,
        method: &str,
        params: &Value,
    ) -> Result<Value, ErrorObject> {
        if method == Method::Ping.name() {
            return Ok(json!({}));
        }
        let question = serde_json::from_value(json!({ "method": method, "params": params }))
            .map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
        let answer = self.answer(&question).map_err(ErrorObject::internal)?;
        Ok(json!(answer))
    }

    pub(super) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().asked)
    }

    /// What the server asked meanwhile that the script has no answer for.
    fn failure(&self) -> Result<()> {
        self.lock().failure.take().map_or(Ok(()), |failure| Err(Error::other(failure)))
    }

    fn answer(&self, question: &InputRequest) -> Result<InputResponse, String> {
        self.lock().answer(question)
    }

    fn lock(&self) -> MutexGuard<'_, User> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
