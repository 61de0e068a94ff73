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
/// Names the tool [`every`](fn@every) where a type is asked for.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
struct every {}
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
                ..::renamed::__private::ToolDef::EMPTY
            },
            |__inputs| {
                __inputs
                    .reference::<
                        str,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "text",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .reference::<
                        [::renamed::__private::String],
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "words",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .reference::<
                        Point,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "point",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .optional_reference::<
                        str,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "type",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        Cow<'_, str>,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "unused",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        ::renamed::__private::Seconds,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "wait",
                        default: ::core::option::Option::Some(|| {
                            let __default: ::renamed::__private::Seconds = ::core::convert::Into::into(
                                Duration::from_secs(5),
                            );
                            ::renamed::__private::default_json!(__default)
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        ::core::option::Option<::renamed::__private::Humantime>,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "rest",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        ::renamed::__private::Nullable<String>,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "note",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .reference::<
                        str,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "region",
                        schema: "{\"minLength\":1,\"maxLength\":64,\"pattern\":\"^[a-z]+$\",\"x-mcp-header\":\"Region\"}",
                        default: ::core::option::Option::Some(|| {
                            let __default = ::renamed::__private::owned::<
                                str,
                                _,
                            >(::core::convert::Into::into("x"));
                            ::renamed::__private::default_json!(__default)
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        Vec<u8>,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "list",
                        description: TEXT,
                        schema: "{\"minLength\":3,\"maxLength\":3}",
                        default: ::core::option::Option::Some(|| {
                            let __default: Vec<u8> = ::core::default::Default::default();
                            ::renamed::__private::default_json!(__default)
                        }),
                        ..::renamed::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        Progress,
                        _,
                    >(::renamed::__private::ArgDef {
                        name: "progress",
                        ..::renamed::__private::ArgDef::EMPTY
                    });
            },
            ::renamed::__private::tool_output!(Result < Vec < Hit >, Error >),
            |__this, __call| {
                let __p0 = __call.reference::<str, _>(0);
                let __p1 = __call.reference::<[::renamed::__private::String], _>(1);
                let __p2 = __call.reference::<Point, _>(2);
                let __p3 = __call.optional_reference::<str, _>(3);
                let __p4 = __call.value::<Cow<'_, str>, _>(4);
                let __p5 = __call
                    .value_or::<
                        ::renamed::__private::Seconds,
                        _,
                    >(5, || ::core::convert::Into::into(Duration::from_secs(5)));
                let __p6 = __call
                    .value::<
                        ::core::option::Option<::renamed::__private::Humantime>,
                        _,
                    >(6);
                let __p7 = __call.value::<::renamed::__private::Nullable<String>, _>(7);
                let __p8 = __call
                    .reference_or::<str, _>(8, || ::core::convert::Into::into("x"));
                let __p9 = __call
                    .value_or::<Vec<u8>, _>(9, || ::core::default::Default::default());
                let __p10 = __call.value::<Progress, _>(10);
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
