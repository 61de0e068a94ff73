//! The four types of items.

use super::codec::{Decoder, Encoder};
use super::index::IndexItem;
use super::log::LogItem;
use super::rate_limit::LimitItem;
use super::record::RecordItem;

/// The value of a key.
pub(super) enum Item {
    Record(RecordItem),
    Index(IndexItem),
    Log(LogItem),
    Limit(LimitItem),
}

/// One of the four types.
pub(super) trait StoredType: Default + Into<Item> {
    /// With its article.
    const NAME: &str;

    fn of(item: &Item) -> Option<&Self>;
    fn of_mut(item: &mut Item) -> Option<&mut Self>;
}

macro_rules! sort {
    ($sort:ident, $type:ty, $name:literal) => {
        impl StoredType for $type {
            const NAME: &str = $name;

            #[inline]
            fn of(item: &Item) -> Option<&Self> {
                if let Item::$sort(item) = item { Some(item) } else { None }
            }

            #[inline]
            fn of_mut(item: &mut Item) -> Option<&mut Self> {
                if let Item::$sort(item) = item { Some(item) } else { None }
            }
        }

        impl From<$type> for Item {
            #[inline]
            fn from(item: $type) -> Self {
                Self::$sort(item)
            }
        }
    };
}

sort!(Record, RecordItem, "a record");
sort!(Index, IndexItem, "an index");
sort!(Log, LogItem, "a log");
sort!(Limit, LimitItem, "a limit");

impl Item {
    /// The size of the content, in bytes.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Record(record) => record.bytes(),
            Self::Index(index) => index.bytes(),
            Self::Log(log) => log.bytes(),
            Self::Limit(_) => 0,
        }
    }

    #[inline]
    pub(super) fn encode(&self, to: &mut Encoder) {
        match self {
            Self::Record(record) => {
                to.number(0);
                record.encode(to);
            }
            Self::Index(index) => {
                to.number(1);
                index.encode(to);
            }
            Self::Log(log) => {
                to.number(2);
                log.encode(to);
            }
            Self::Limit(limit) => {
                to.number(3);
                to.number(limit.0);
            }
        }
    }

    #[inline]
    pub(super) fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(match from.number()? {
            0 => RecordItem::decode(from)?.into(),
            1 => IndexItem::decode(from)?.into(),
            2 => LogItem::decode(from)?.into(),
            3 => LimitItem(from.number()?).into(),
            _ => return None,
        })
    }

    /// Whether it is equivalent to no item at all.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Index(index) if index.is_empty())
    }

    #[inline]
    pub(super) fn sort(&self) -> &'static str {
        match self {
            Self::Record(_) => RecordItem::NAME,
            Self::Index(_) => IndexItem::NAME,
            Self::Log(_) => LogItem::NAME,
            Self::Limit(_) => LimitItem::NAME,
        }
    }
}
