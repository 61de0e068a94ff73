/// Greets.
fn greet(name: String) -> String {
    name
}
/// A type that stands for the prompt [`greet`](fn@greet).
struct greet {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::PromptFn for greet {
    fn route() -> ::mcp_runtime::__private::PromptRoute<()> {
        ::mcp_runtime::__private::PromptRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::PromptDef {
                name: "greet",
                description: "Greets.",
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                ..::mcp_runtime::__private::PromptDef::EMPTY
            },
            |__inputs| {
                <String as ::mcp_runtime::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "name",
                        description: "Who.\n\nOr what.",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
                __inputs
                    .complete(
                        "name",
                        |__this, __asked| {
                            ::mcp_runtime::__private::completion!(names(& __asked))
                        },
                    );
            },
            |__this, __call| {
                let __p0 = <String as ::mcp_runtime::__private::ArgParam<
                    _,
                >>::take(__call, 0);
                let (::core::option::Option::Some(__p0),) = (__p0,) else {
                    return __call.refuse();
                };
                ::mcp_runtime::__private::Step::Ready(
                    ::mcp_runtime::__private::prompt_result!(greet(__p0)),
                )
            },
        )
    }
}
