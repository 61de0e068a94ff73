fn wrong(a: (), b: String) -> &str {
    ""
}
/// A type that stands for the tool [`wrong`](fn@wrong).
struct wrong {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ToolFn for wrong {
    fn route() -> ::mcp_runtime::__private::ToolRoute<()> {
        ::core::compile_error! {
            "unknown argument `lenght`: did you mean `length`?"
        }
        ::core::compile_error! {
            "a result must be owned: return `String`"
        }
        ::core::compile_error! {
            "parameter `a` has type `()`, which carries no data: remove it"
        }
    }
}
