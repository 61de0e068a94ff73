impl Notes {
    #[tool(__handled)]
    fn wrong(&mut self) {}
}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::OneBlockWithoutPart for Notes
where
    Self: ::core::marker::Send + ::core::marker::Sync + 'static,
{
    fn register(__set: &mut ::mcp_runtime::__private::HandlerSet<Self>) {
        ::core::compile_error! {
            "tool name `a b` does not match `^[A-Za-z0-9_-]{1,64}$`: model providers reject it, so choose another"
        }
        ::core::compile_error! {
            "calls run concurrently: take `&self`, and change state through a `Mutex` or an atomic"
        }
    }
}
