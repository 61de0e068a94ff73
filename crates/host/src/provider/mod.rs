//! The formats of model providers: tools, calls and results as the JSON of their APIs.

mod answer;
mod anthropic;
mod base64;
mod bedrock;
mod call;
mod converted;
mod format;
mod gemini;
mod media;
mod nulls;
mod ollama;
mod openai;
mod part;
mod responses;
mod schema;
mod shorten;
mod snapshot;
#[cfg(test)]
mod tests;
mod wire;

pub use answer::CallAnswer;
pub use call::ModelCall;
pub use format::ProviderFormat;

pub use crate::model_api::Provider;

use wire::Wire;

impl Provider {
    fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenAi => &openai::OpenAi,
            Self::OpenAiResponses => &responses::Responses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
            Self::Bedrock => &bedrock::Bedrock,
            Self::Ollama => &ollama::Ollama,
        }
    }
}
