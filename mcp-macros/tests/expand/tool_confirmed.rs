fn delete(id: u64) {}
/// A type that stands for the tool [`delete`](fn@delete).
struct delete {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ToolFn for delete {
    fn route() -> ::mcp_runtime::__private::ToolRoute<()> {
        ::mcp_runtime::__private::ToolRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ToolDef {
                name: "delete",
                call: ::mcp_runtime::__private::CallDef {
                    confirm: ::core::option::Option::Some(
                        ::mcp_runtime::__private::Confirm::new(
                            &[
                                ::mcp_runtime::__private::Piece::Text("Delete "),
                                ::mcp_runtime::__private::Piece::Argument("id"),
                                ::mcp_runtime::__private::Piece::Text("?"),
                            ],
                        ),
                    ),
                    ..::mcp_runtime::__private::CallDef::EMPTY
                },
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                output: ::mcp_runtime::__private::tool_output!(
                    ::mcp_runtime::__private::OutputOf::returned(| () |
                    delete(::mcp_runtime::__private::any()))
                ),
                ..::mcp_runtime::__private::ToolDef::EMPTY
            },
            |__inputs| {
                <u64 as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "id",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
            },
            |__this, __call| {
                let __p0 = <u64 as ::mcp_runtime::__private::Param<_>>::take(__call, 0);
                let (::core::option::Option::Some(__p0),) = (__p0,) else {
                    return __call.refuse();
                };
                ::mcp_runtime::__private::Step::future(
                    __call,
                    async move { ::mcp_runtime::__private::tool_result!(delete(__p0)) },
                )
            },
        )
    }
}
