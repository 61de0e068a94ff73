//! The runtime as a macro of another crate reaches it.

mod framework {
    pub use mcp_runtime::*;

    #[doc(hidden)]
    pub use mcp_runtime::__private;
}

macro_rules! app {
    ($tool:ident, $state:ident) => {
        #[mcp_runtime::tool(crate = $crate::framework)]
        fn $tool(query: Query, #[arg(default = 1)] limit: u8) -> Hits {
            let _ = (query.words, query.limit, limit);
            Hits { of: Vec::new() }
        }

        #[derive(serde::Deserialize, mcp_runtime::Schema)]
        #[schema(crate = $crate::framework)]
        struct Query {
            #[schema(length(1..))]
            words: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            limit: Option<u8>,
        }

        #[derive(serde::Serialize, mcp_runtime::Schema)]
        #[schema(crate = $crate::framework)]
        struct Hits {
            of: Vec<Hit>,
        }

        #[derive(serde::Serialize, mcp_runtime::Schema)]
        #[schema(crate = $crate::framework)]
        struct Hit {
            text: String,
        }

        struct $state;

        #[mcp_runtime::handlers(crate = $crate::framework)]
        impl $state {
            #[mcp_runtime::resource("notes://{name}")]
            fn note(&self, name: &str) -> String {
                name.to_owned()
            }
        }
    };
}

app!(search, Notes);

fn main() {
    let _ = framework::server!().tool::<search>().handlers(Notes);
}
