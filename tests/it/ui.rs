//! What the compiler says to mistakes. After a change of a message, write the texts anew with
//! `TRYBUILD=overwrite cargo test -p mcp-tests --test it ui`, and read what has changed.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/*/pass/*.rs");
    cases.compile_fail("ui/*/fail/*.rs");
}
