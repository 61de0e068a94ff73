//! The number of a line, in whichever type a program has it.

/// The number of a line, counted from 1, or `None` for a file as a whole.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a line number",
    note = "pass an integer (the first line is 1), or `None` for the whole file"
)]
pub trait LineNumber {
    /// The number that the protocol has.
    #[doc(hidden)]
    fn number(self) -> Option<u64>;
}

macro_rules! line_numbers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl LineNumber for $ty {
            fn number(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
        }
    )*};
}

line_numbers!(u8 u16 u32 u64 usize i32 i64);

impl LineNumber for Option<u64> {
    fn number(self) -> Option<u64> {
        self
    }
}
