impl<T: Send> Batch<T> {
    #[method(__handled)]
    async fn stop(&self, batch_id: String) -> Result<()> {
        Ok(())
    }
    #[notified(__handled)]
    fn hint(&self) {}
    #[around(__handled)]
    async fn around(&self, call: ToolCall, next: Next) -> Result<Reply> {
        next.run(call).await
    }
}
#[allow(clippy::needless_update)]
impl<T: Send> ::mcp_runtime::__private::OneBlockWithoutPart for Batch<T>
where
    Self: ::core::marker::Send + ::core::marker::Sync + 'static,
{
    fn register(__set: &mut ::mcp_runtime::__private::HandlerSet<Self>) {
        __set
            .method(
                ::mcp_runtime::__private::MethodRoute::<
                    Self,
                >::new(
                    ::mcp_runtime::__private::MethodDef {
                        method: const {
                            &::mcp_runtime::__private::ExtensionMethod {
                                extension: <Self as ::mcp_runtime::__private::Extension>::ID,
                                name: "batch/stop",
                                kind: ::mcp_runtime::__private::MethodKind::Request,
                                since: ::core::option::Option::Some({
                                    const REVISION: ::mcp_runtime::__private::ProtocolVersion = ::mcp_runtime::__private::ProtocolVersion::of_date(
                                        "2026-07-28",
                                    );
                                    REVISION
                                }),
                                until: ::core::option::Option::None,
                                subject: ::core::option::Option::Some("batchId"),
                            }
                        },
                        open: false,
                        call: ::mcp_runtime::__private::CallDef::EMPTY,
                        location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                    },
                    |__inputs| {
                        <String as ::mcp_runtime::__private::Param<
                            _,
                        >>::describe(
                            __inputs,
                            ::mcp_runtime::__private::ArgDef {
                                name: "batchId",
                                ..::mcp_runtime::__private::ArgDef::EMPTY
                            },
                        );
                    },
                    |__this, __call| {
                        let __p0 = <String as ::mcp_runtime::__private::Param<
                            _,
                        >>::take(__call, 0);
                        let (::core::option::Option::Some(__p0),) = (__p0,) else {
                            return __call.refuse();
                        };
                        let __this = ::core::clone::Clone::clone(__this);
                        ::mcp_runtime::__private::Step::future(
                            __call,
                            async move {
                                ::mcp_runtime::__private::method_result!(
                                    Self::stop(& __this, __p0). await
                                )
                            },
                        )
                    },
                ),
            );
        __set
            .method(
                ::mcp_runtime::__private::MethodRoute::<
                    Self,
                >::new(
                    ::mcp_runtime::__private::MethodDef {
                        method: const {
                            &::mcp_runtime::__private::ExtensionMethod {
                                extension: <Self as ::mcp_runtime::__private::Extension>::ID,
                                name: HINT,
                                kind: ::mcp_runtime::__private::MethodKind::Notification,
                                since: ::core::option::Option::None,
                                until: ::core::option::Option::None,
                                subject: ::core::option::Option::None,
                            }
                        },
                        open: true,
                        call: ::mcp_runtime::__private::CallDef::EMPTY,
                        location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                    },
                    |_| {},
                    |__this, __call| {
                        ::mcp_runtime::__private::Step::Ready(
                            ::mcp_runtime::__private::method_result!(Self::hint(__this,)),
                        )
                    },
                ),
            );
        __set
            .around(
                <Self as ::mcp_runtime::__private::Extension>::ID,
                ::core::concat!(::core::file!(), ":", ::core::line!()),
                |__this, __call, __next| {
                    ::mcp_runtime::__private::boxed(async move {
                        ::mcp_runtime::__private::around_result!(
                            Self::around(& __this, __call, __next). await
                        )
                    })
                },
            );
    }
}
