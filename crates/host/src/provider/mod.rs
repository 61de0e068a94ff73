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

use wire::Wire;

/// An API of models that call tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Provider {
    /// OpenAI's Chat Completions, and the many servers that speak it.
    OpenAi,
    /// OpenAI's Responses.
    OpenAiResponses,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's Gemini, and Vertex AI.
    Gemini,
    /// Converse of Amazon Bedrock.
    Bedrock,
    /// Ollama's own chat API.
    Ollama,
}

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
