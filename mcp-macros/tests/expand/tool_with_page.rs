fn show() {}
/// A type that stands for the tool [`show`](fn@show).
struct show {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ToolFn for show {
    fn route() -> ::mcp_runtime::__private::ToolRoute<()> {
        ::mcp_runtime::__private::ToolRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ToolDef {
                name: "show",
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                ui: ::core::option::Option::Some(::mcp_runtime::__private::UiDef {
                    uri: ::core::option::Option::Some("ui://board"),
                    visibility: &["app"],
                }),
                output: ::mcp_runtime::__private::tool_output!(
                    ::mcp_runtime::__private::OutputOf::returned(| () | show())
                ),
                ..::mcp_runtime::__private::ToolDef::EMPTY
            },
            |_| {},
            |__this, __call| {
                ::mcp_runtime::__private::Step::Ready(
                    ::mcp_runtime::__private::tool_result!(show()),
                )
            },
        )
    }
}
