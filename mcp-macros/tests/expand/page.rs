fn board() -> &'static str {
    "<!doctype html>"
}
/// A type that stands for the resource [`board`](fn@board).
struct board {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ResourceFn for board {
    fn route() -> ::mcp_runtime::__private::ResourceRoute<()> {
        ::mcp_runtime::__private::ResourceRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ResourceDef {
                name: "board",
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                uri: "ui://board",
                app: ::core::option::Option::Some(::mcp_runtime::__private::AppDef {
                    connect: &["https://api.example.com"],
                    resources: &["https://*.example.com", "http://localhost:3000"],
                    permissions: &["camera", "clipboard_write"],
                    domain: ::core::option::Option::Some("board"),
                    border: ::core::option::Option::Some(false),
                    ..::mcp_runtime::__private::AppDef::EMPTY
                }),
                is_watched: ::mcp_runtime::__private::resource_watched!(
                    ::mcp_runtime::__private::OutputOf::returned(| () | board())
                ),
                ..::mcp_runtime::__private::ResourceDef::EMPTY
            },
            |_| {},
            |__this, __call| {
                ::mcp_runtime::__private::Step::Ready(
                    ::mcp_runtime::__private::resource_result!(board()),
                )
            },
        )
    }
}
