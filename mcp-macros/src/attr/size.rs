//! Sizes in attributes: `max_result = "200 KB"`.

use super::refusal::{name, refused};
use super::values::Text;
use darling::FromMeta;
use syn::Meta;

/// The units, and how many bytes each has.
const UNITS: [(&str, u64); 5] =
    [("KiB", 1024), ("MiB", 1024 * 1024), ("KB", 1000), ("MB", 1_000_000), ("B", 1)];

/// A number of bytes, parsed at compile time: `max_result = "200 KB"`.
#[derive(Clone, Copy)]
pub(crate) struct Size(pub(crate) usize);

impl FromMeta for Size {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let hint = format!("write it like `{} = \"200 KB\"`, in B, KB, MB, KiB or MiB", name(item));
        let Ok(Text(literal)) = Text::from_meta(item) else {
            return Err(refused(item, format!("invalid size: {hint}")));
        };
        let written = literal.value();
        let parsed = UNITS.iter().find_map(|(unit, bytes)| {
            let number: u64 = written.trim().strip_suffix(unit)?.trim().parse().ok()?;
            // At most what a server on any system can hold.
            u32::try_from(number.checked_mul(*bytes)?).ok()
        });
        match parsed {
            Some(bytes @ 1..) => Ok(Self(bytes as usize)),
            _ => Err(refused(&literal, format!("invalid size: {hint}"))),
        }
    }
}
