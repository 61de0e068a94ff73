fn whole(shape: &Shape, user: User) {}
/// A type that stands for the tool [`whole`](fn@whole).
struct whole {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ToolFn for whole {
    fn route() -> ::mcp_runtime::__private::ToolRoute<()> {
        ::mcp_runtime::__private::ToolRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ToolDef {
                name: "whole",
                icons: &[
                    ::mcp_runtime::__private::IconDef {
                        src: "https://a.example/i.png",
                        mime_type: ::core::option::Option::Some("image/png"),
                        sizes: &["48x48", "any"],
                        theme: ::core::option::Option::Some("dark"),
                    },
                    ::mcp_runtime::__private::IconDef {
                        src: "data:,",
                        mime_type: ::core::option::Option::None,
                        sizes: &[],
                        theme: ::core::option::Option::None,
                    },
                ],
                meta: &[("example.com/a", "{\"deep\":[1,null]}"), ("b", "-1.5")],
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                output: ::mcp_runtime::__private::tool_output!(
                    ::mcp_runtime::__private::OutputOf::returned(| () |
                    whole(::mcp_runtime::__private::any(),
                    ::mcp_runtime::__private::any()))
                ),
                ..::mcp_runtime::__private::ToolDef::EMPTY
            },
            |__inputs| {
                <Shape as ::mcp_runtime::__private::WholeParam>::describe(__inputs);
                <User as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "user",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
            },
            |__this, __call| {
                let __p0 = <Shape as ::mcp_runtime::__private::WholeParam>::take(__call);
                let __p1 = <User as ::mcp_runtime::__private::Param<_>>::take(__call, 1);
                let (
                    ::core::option::Option::Some(__p0),
                    ::core::option::Option::Some(__p1),
                ) = (__p0, __p1) else {
                    return __call.refuse();
                };
                ::mcp_runtime::__private::Step::blocking(
                    __call,
                    move || ::mcp_runtime::__private::tool_result!(whole(& __p0, __p1)),
                )
            },
        )
    }
}
