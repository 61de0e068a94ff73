async fn every<'a>(
    text: &'a str,
    words: &[&str],
    point: &Point,
    r#type: Option<&str>,
    _unused: Cow<'a, str>,
    wait: Duration,
    rest: Option<Duration>,
    note: Option<Option<String>>,
    region: &str,
    items: Vec<u8>,
    progress: Progress,
) -> Result<Vec<Hit>, Error> {
    unimplemented!()
}
/// A type that stands for the tool [`every`](fn@every).
struct every {}
#[allow(clippy::needless_update)]
impl ::renamed::__private::ToolFn for every {
    fn route() -> ::renamed::__private::ToolRoute<()> {
        ::renamed::__private::ToolRoute::<
            (),
        >::new(
            ::renamed::__private::ToolDef {
                name: "a.b",
                description: concat!("a", "b"),
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                allow_dots: true,
                output: ::renamed::__private::tool_output!(
                    ::renamed::__private::OutputOf::awaited(| () |
                    every(::renamed::__private::any(), ::renamed::__private::any(),
                    ::renamed::__private::any(), ::renamed::__private::any(),
                    ::renamed::__private::any(), ::renamed::__private::any(),
                    ::renamed::__private::any(), ::renamed::__private::any(),
                    ::renamed::__private::any(), ::renamed::__private::any(),
                    ::renamed::__private::any()))
                ),
                ..::renamed::__private::ToolDef::EMPTY
            },
            |__inputs| {
                <<str as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "text",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <<[::renamed::__private::String] as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "words",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <<Point as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "point",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <::core::option::Option<
                    <str as ::renamed::__private::RefParam<_>>::Owned,
                > as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "type",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <Cow<
                    '_,
                    str,
                > as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "unused",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <::renamed::__private::Seconds as ::renamed::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "wait",
                        default: ::core::option::Option::Some(|| {
                            ::renamed::__private::default_json!(
                                (|| -> ::renamed::__private::Seconds {
                                ::core::convert::Into::into(Duration::from_secs(5)) }) ()
                            )
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <::core::option::Option<
                    ::renamed::__private::Humantime,
                > as ::renamed::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "rest",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <::renamed::__private::Nullable<
                    String,
                > as ::renamed::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "note",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <<str as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "region",
                        schema: "{\"minLength\":1,\"maxLength\":64,\"pattern\":\"^[a-z]+$\",\"x-mcp-header\":\"Region\"}",
                        default: ::core::option::Option::Some(|| {
                            ::renamed::__private::default_json!(
                                (|| -> < str as ::renamed::__private::RefParam < _ >>
                                ::Owned { ::core::convert::Into::into("x") }) ()
                            )
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <Vec<
                    u8,
                > as ::renamed::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "list",
                        description: TEXT,
                        schema: "{\"minLength\":3,\"maxLength\":3}",
                        default: ::core::option::Option::Some(|| {
                            ::renamed::__private::default_json!(
                                (|| -> Vec < u8 > { ::core::default::Default::default() })
                                ()
                            )
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
                <Progress as ::renamed::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::renamed::__private::ArgDef {
                        name: "progress",
                        ..::renamed::__private::ArgDef::EMPTY
                    },
                );
            },
            |__this, __call| {
                let __p0 = <<str as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<_>>::take(__call, 0);
                let __p1 = <<[::renamed::__private::String] as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<_>>::take(__call, 1);
                let __p2 = <<Point as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::Param<_>>::take(__call, 2);
                let __p3 = <::core::option::Option<
                    <str as ::renamed::__private::RefParam<_>>::Owned,
                > as ::renamed::__private::Param<_>>::take(__call, 3);
                let __p4 = <Cow<
                    '_,
                    str,
                > as ::renamed::__private::Param<_>>::take(__call, 4);
                let __p5 = <::renamed::__private::Seconds as ::renamed::__private::ArgParam<
                    _,
                >>::take_or(
                    __call,
                    5,
                    || -> ::renamed::__private::Seconds {
                        ::core::convert::Into::into(Duration::from_secs(5))
                    },
                );
                let __p6 = <::core::option::Option<
                    ::renamed::__private::Humantime,
                > as ::renamed::__private::ArgParam<_>>::take(__call, 6);
                let __p7 = <::renamed::__private::Nullable<
                    String,
                > as ::renamed::__private::ArgParam<_>>::take(__call, 7);
                let __p8 = <<str as ::renamed::__private::RefParam<
                    _,
                >>::Owned as ::renamed::__private::ArgParam<
                    _,
                >>::take_or(
                    __call,
                    8,
                    || -> <str as ::renamed::__private::RefParam<_>>::Owned {
                        ::core::convert::Into::into("x")
                    },
                );
                let __p9 = <Vec<
                    u8,
                > as ::renamed::__private::ArgParam<
                    _,
                >>::take_or(
                    __call,
                    9,
                    || -> Vec<u8> { ::core::default::Default::default() },
                );
                let __p10 = <Progress as ::renamed::__private::Param<
                    _,
                >>::take(__call, 10);
                let (
                    ::core::option::Option::Some(__p0),
                    ::core::option::Option::Some(__p1),
                    ::core::option::Option::Some(__p2),
                    ::core::option::Option::Some(__p3),
                    ::core::option::Option::Some(__p4),
                    ::core::option::Option::Some(__p5),
                    ::core::option::Option::Some(__p6),
                    ::core::option::Option::Some(__p7),
                    ::core::option::Option::Some(__p8),
                    ::core::option::Option::Some(__p9),
                    ::core::option::Option::Some(__p10),
                ) = (__p0, __p1, __p2, __p3, __p4, __p5, __p6, __p7, __p8, __p9, __p10)
                else {
                    return __call.refuse();
                };
                ::renamed::__private::Step::future(
                    __call,
                    async move {
                        ::renamed::__private::tool_result!(
                            every(::renamed::__private::lend:: < str, _ > (& __p0), &
                            ::renamed::__private::strs(& __p1),
                            ::renamed::__private::lend:: < Point, _ > (& __p2),
                            ::renamed::__private::lend_option:: < str, _ > (& __p3),
                            __p4, ::renamed::__private::plain(__p5),
                            ::renamed::__private::plain(__p6),
                            ::renamed::__private::plain(__p7),
                            ::renamed::__private::lend:: < str, _ > (& __p8), __p9,
                            __p10). await
                        )
                    },
                )
            },
        )
    }
}
