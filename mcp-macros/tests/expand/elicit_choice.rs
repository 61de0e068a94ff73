#[automatically_derived]
impl ::mcp_runtime::__private::ElicitChoice for Size {
    const CHOICES: &'static [::mcp_runtime::__private::Choice] = &[
        ::mcp_runtime::__private::Choice {
            value: "small",
            title: ::core::option::Option::Some("Fits a pocket"),
        },
        ::mcp_runtime::__private::Choice {
            value: "large",
            title: ::core::option::Option::None,
        },
    ];
    fn at(index: usize) -> ::core::option::Option<Self> {
        match index {
            0usize => ::core::option::Option::Some(Self::Small),
            1usize => ::core::option::Option::Some(Self::Large),
            _ => ::core::option::Option::None,
        }
    }
    fn index(&self) -> usize {
        match self {
            Self::Small => 0usize,
            Self::Large => 1usize,
        }
    }
}
