//! The tools of a snapshot, in the formats of all providers.

use serde_json::Value;

use super::{Provider, ProviderFormat};
use crate::tools::Tools;

impl Tools {
    /// The tools in the format of a provider, with settings.
    pub fn format(&self, provider: Provider) -> ProviderFormat {
        ProviderFormat::new(self.clone(), provider)
    }

    /// The `tools` of a request to OpenAI's Chat Completions.
    #[must_use]
    pub fn openai(&self) -> Vec<Value> {
        self.format(Provider::OpenAi).tools()
    }

    /// The `tools` of a request to OpenAI's Responses.
    #[must_use]
    pub fn openai_responses(&self) -> Vec<Value> {
        self.format(Provider::OpenAiResponses).tools()
    }

    /// The `tools` of a request to Anthropic's Messages.
    #[must_use]
    pub fn anthropic(&self) -> Vec<Value> {
        self.format(Provider::Anthropic).tools()
    }

    /// The `tools` of a request to Gemini.
    #[must_use]
    pub fn gemini(&self) -> Vec<Value> {
        self.format(Provider::Gemini).tools()
    }

    /// The `toolConfig.tools` of a request to Bedrock's Converse, whose `toolConfig` is to be left
    /// out if there are none.
    #[must_use]
    pub fn bedrock(&self) -> Vec<Value> {
        self.format(Provider::Bedrock).tools()
    }

    /// The `tools` of a request to Ollama.
    #[must_use]
    pub fn ollama(&self) -> Vec<Value> {
        self.format(Provider::Ollama).tools()
    }
}
