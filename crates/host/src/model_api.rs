//! The APIs of models that tools are converted for.

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
