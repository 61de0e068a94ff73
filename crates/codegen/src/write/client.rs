//! The client itself.

use super::Writer;
use crate::model::{ClientModel, Method};
use crate::text::literal;

impl Writer<'_> {
    pub(super) fn client(&mut self, model: &ClientModel) {
        let ClientModel { name, docs, methods, .. } = model;
        self.source.line("#[allow(unused_imports, reason = \"not every lock needs all of them\")]");
        self.source.line("use ::mcp_runtime_client::typed::prelude::*;");
        self.source.blank();
        self.source.docs(docs, "A client.");
        self.source.line("#[derive(Clone, Debug)]");
        self.source.line(format!("pub struct {name}(Client);"));
        self.source.blank();
        self.source.line(format!("impl {name} {{"));
        self.source.docs_at("    ", &[], "Connects to the server.");
        for line in ["", " # Errors", "", " When that fails: see [`ClientBuilder::connect`]."] {
            self.source.line(format!("    ///{line}"));
        }
        self.source.line(
            "    pub async fn connect(builder: ClientBuilder, server: impl Connect) -> Result<Self> {",
        );
        self.source.line("        builder.connect(server).await.map(Self)");
        self.source.line("    }");
        self.source.blank();
        self.source.docs_at("    ", &[], "The underlying client, for everything other than tools.");
        self.source.line("    #[must_use]");
        self.source.line("    pub fn client(&self) -> &Client {");
        self.source.line("        &self.0");
        self.source.line("    }");
        for method in methods {
            self.method(method);
        }
        self.source.line("}");
        self.source.blank();
        self.source.line(format!("impl From<Client> for {name} {{"));
        self.source.line("    fn from(client: Client) -> Self {");
        self.source.line("        Self(client)");
        self.source.line("    }");
        self.source.line("}");
    }

    fn method(&mut self, method: &Method) {
        let Method { tool, name, docs, arguments, result, is_nullable } = method;
        let (result, call) = match result {
            Some(result) if *is_nullable => (format!("Option<{result}>"), "call"),
            Some(result) => (result.clone(), "call"),
            None => ("CallToolResult".to_owned(), "call_tool"),
        };
        self.source.blank();
        self.source.docs_at("    ", docs, "Calls a tool.");
        self.source.line(format!(
            "    pub fn {name}(&self, arguments: {arguments}) -> RequestBuilder<{result}> {{"
        ));
        let tool = literal(tool);
        self.source.line(format!(
            "        ::mcp_runtime_client::typed::{call}(&self.0, {tool}, arguments)"
        ));
        self.source.line("    }");
    }
}
