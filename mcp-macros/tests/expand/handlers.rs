/// Serves notes.
impl<D: Db> Notes<D>
where
    D: Clone,
{
    const LIMIT: usize = 3;
    /// Finds notes.
    #[tool(__handled)]
    async fn search(&self, #[allow(unused)] query: &str) -> Vec<Hit> {
        Vec::new()
    }
    #[cfg(feature = "write")]
    #[mcp_runtime::tool(__handled)]
    pub(crate) fn write(&self) {}
    #[cfg_attr(unix, prompt(__handled), must_use)]
    fn ask(name: String, other: String) -> String {
        name
    }
    fn names(prefix: &str) -> Vec<String> {
        Vec::new()
    }
}
#[allow(clippy::needless_update)]
impl<D: Db> ::mcp_runtime::__private::OneBlockWithoutPart for Notes<D>
where
    D: Clone,
    Self: ::core::marker::Send + ::core::marker::Sync + 'static,
{
    fn register(__set: &mut ::mcp_runtime::__private::HandlerSet<Self>) {
        __set.instructions("Serves notes.");
        __set
            .tool(
                ::mcp_runtime::__private::ToolRoute::<
                    Self,
                >::new(
                    ::mcp_runtime::__private::ToolDef {
                        name: "search",
                        description: "Finds notes.",
                        location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                        read_only: ::core::option::Option::Some(true),
                        output: ::mcp_runtime::__private::tool_output!(
                            ::mcp_runtime::__private::OutputOf::awaited(| () |
                            Self::search(::mcp_runtime::__private::any(),
                            ::mcp_runtime::__private::any()))
                        ),
                        ..::mcp_runtime::__private::ToolDef::EMPTY
                    },
                    |__inputs| {
                        <<str as ::mcp_runtime::__private::RefParam<
                            _,
                        >>::Owned as ::mcp_runtime::__private::Param<
                            _,
                        >>::describe(
                            __inputs,
                            ::mcp_runtime::__private::ArgDef {
                                name: "query",
                                ..::mcp_runtime::__private::ArgDef::EMPTY
                            },
                        );
                    },
                    |__this, __call| {
                        let __p0 = <<str as ::mcp_runtime::__private::RefParam<
                            _,
                        >>::Owned as ::mcp_runtime::__private::Param<
                            _,
                        >>::take(__call, 0);
                        let (::core::option::Option::Some(__p0),) = (__p0,) else {
                            return __call.refuse();
                        };
                        let __this = ::core::clone::Clone::clone(__this);
                        ::mcp_runtime::__private::Step::future(
                            __call,
                            async move {
                                ::mcp_runtime::__private::tool_result!(
                                    Self::search(& __this, ::mcp_runtime::__private::lend:: <
                                    str, _ > (& __p0)). await
                                )
                            },
                        )
                    },
                ),
            );
        #[cfg(feature = "write")]
        __set
            .tool(
                ::mcp_runtime::__private::ToolRoute::<
                    Self,
                >::new(
                    ::mcp_runtime::__private::ToolDef {
                        name: "write",
                        location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                        output: ::mcp_runtime::__private::tool_output!(
                            ::mcp_runtime::__private::OutputOf::returned(| () |
                            Self::write(::mcp_runtime::__private::any()))
                        ),
                        ..::mcp_runtime::__private::ToolDef::EMPTY
                    },
                    |_| {},
                    |__this, __call| {
                        ::mcp_runtime::__private::Step::Ready(
                            ::mcp_runtime::__private::tool_result!(Self::write(__this,)),
                        )
                    },
                ),
            );
        #[cfg(unix)]
        __set
            .prompt(
                ::mcp_runtime::__private::PromptRoute::<
                    Self,
                >::new(
                    ::mcp_runtime::__private::PromptDef {
                        name: "ask",
                        title: ::core::option::Option::Some("Ask"),
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
                                ..::mcp_runtime::__private::ArgDef::EMPTY
                            },
                        );
                        __inputs
                            .complete(
                                "name",
                                |__this, __asked| {
                                    ::mcp_runtime::__private::completion!(
                                        Self::names(& __asked)
                                    )
                                },
                            );
                        <String as ::mcp_runtime::__private::ArgParam<
                            _,
                        >>::describe(
                            __inputs,
                            ::mcp_runtime::__private::ArgDef {
                                name: "other",
                                ..::mcp_runtime::__private::ArgDef::EMPTY
                            },
                        );
                        __inputs
                            .complete(
                                "other",
                                |__this, __asked| {
                                    ::mcp_runtime::__private::completion!(
                                        Self::all(& __this, & __asked)
                                    )
                                },
                            );
                    },
                    |__this, __call| {
                        let __p0 = <String as ::mcp_runtime::__private::ArgParam<
                            _,
                        >>::take(__call, 0);
                        let __p1 = <String as ::mcp_runtime::__private::ArgParam<
                            _,
                        >>::take(__call, 1);
                        let (
                            ::core::option::Option::Some(__p0),
                            ::core::option::Option::Some(__p1),
                        ) = (__p0, __p1) else {
                            return __call.refuse();
                        };
                        ::mcp_runtime::__private::Step::Ready(
                            ::mcp_runtime::__private::prompt_result!(
                                Self::ask(__p0, __p1)
                            ),
                        )
                    },
                ),
            );
    }
}
