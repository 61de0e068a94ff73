#[automatically_derived]
impl ::mcp_runtime::__private::ElicitForm for Order {
    fn fill(
        form: &mut ::mcp_runtime::__private::Form<'_>,
    ) -> ::core::option::Option<Self> {
        let value0 = <String as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "name",
                description: "Who gets it.",
                keywords: "{\"minLength\":1,\"maxLength\":40,\"title\":\"Recipient\"}",
                default: ::core::option::Option::Some(|| ::core::convert::Into::into(
                    "me",
                )),
            },
        );
        let value1 = <u8 as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "count",
                description: "",
                keywords: "{\"minimum\":1,\"maximum\":10}",
                default: ::core::option::Option::Some(|| ::core::default::Default::default()),
            },
        );
        let value2 = <Option<
            Size,
        > as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "size",
                description: "",
                keywords: "",
                default: ::core::option::Option::None,
            },
        );
        ::core::option::Option::Some(Self {
            name: value0?,
            pieces: value1?,
            size: value2?,
        })
    }
}
const _: () = ::core::assert!(
    < String as ::mcp_runtime::__private::ElicitField > ::BOUNDS.length,
    "`length` applies only to strings and lists in a form: remove it"
);
const _: () = ::core::assert!(
    < u8 as ::mcp_runtime::__private::ElicitField > ::BOUNDS.range,
    "`range` applies only to numbers in a form: remove it"
);
