//! The types that a field of a form can have.

use serde_json::{Number, Value};

use super::{Bounds, ElicitField};
use crate::protocol::{
    BooleanSchema, EnumOption, MultiSelectItems, MultiSelectSchema, NumberSchema, NumberType,
    PrimitiveSchema, StringSchema, TitledItems, TitledSelectSchema, UntitledItems,
    UntitledSelectSchema,
};

/// A unit-only enum, whose variants a user can choose from; derive it with `#[derive(Elicit)]`.
pub trait ElicitChoice: Sized {
    /// The variants, in the order in which they are shown.
    const CHOICES: &'static [Choice];

    /// Returns the variant at an index of [`ElicitChoice::CHOICES`].
    fn at(index: usize) -> Option<Self>;

    /// Returns the index of this variant.
    fn index(&self) -> usize;
}

/// The names of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name in the answer.
    pub value: &'static str,
    /// The name for the user, if it differs.
    pub title: Option<&'static str>,
}

#[diagnostic::do_not_recommend]
impl<T: ElicitChoice> ElicitField for T {
    const BOUNDS: Bounds = Bounds::NONE;

    fn schema() -> PrimitiveSchema {
        match titled::<T>() {
            Some(options) => {
                let mut schema = TitledSelectSchema::default();
                schema.options = options;
                PrimitiveSchema::TitledSelect(schema)
            }
            None => {
                let mut schema = UntitledSelectSchema::default();
                schema.options = values::<T>();
                PrimitiveSchema::UntitledSelect(schema)
            }
        }
    }

    fn decode(answer: &Value) -> Option<Self> {
        let answer = answer.as_str()?;
        T::at(T::CHOICES.iter().position(|choice| choice.value == answer)?)
    }

    fn encode(&self) -> Value {
        T::CHOICES.get(self.index()).map(|choice| choice.value).into()
    }
}

#[diagnostic::do_not_recommend]
impl<T: ElicitChoice> ElicitField for Vec<T> {
    const BOUNDS: Bounds = Bounds { length: true, ..Bounds::NONE };

    fn schema() -> PrimitiveSchema {
        let items = match titled::<T>() {
            Some(options) => MultiSelectItems::Titled(TitledItems::new(options)),
            None => MultiSelectItems::Untitled(UntitledItems::new(values::<T>())),
        };
        PrimitiveSchema::MultiSelect(MultiSelectSchema::new(items))
    }

    fn decode(answer: &Value) -> Option<Self> {
        answer.as_array()?.iter().map(T::decode).collect()
    }

    fn encode(&self) -> Value {
        self.iter().map(T::encode).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: ElicitField> ElicitField for Option<T> {
    const REQUIRED: bool = false;

    const BOUNDS: Bounds = T::BOUNDS;

    fn schema() -> PrimitiveSchema {
        T::schema()
    }

    fn decode(answer: &Value) -> Option<Self> {
        T::decode(answer).map(Some)
    }

    fn encode(&self) -> Value {
        self.as_ref().map(T::encode).into()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

#[diagnostic::do_not_recommend]
impl ElicitField for String {
    const BOUNDS: Bounds = Bounds { length: true, format: true, ..Bounds::NONE };

    #[inline]
    fn schema() -> PrimitiveSchema {
        PrimitiveSchema::String(StringSchema::default())
    }

    fn decode(answer: &Value) -> Option<Self> {
        answer.as_str().map(Self::from)
    }

    fn encode(&self) -> Value {
        self.as_str().into()
    }
}

#[diagnostic::do_not_recommend]
impl ElicitField for bool {
    const BOUNDS: Bounds = Bounds::NONE;

    #[inline]
    fn schema() -> PrimitiveSchema {
        PrimitiveSchema::Boolean(BooleanSchema::default())
    }

    fn decode(answer: &Value) -> Option<Self> {
        answer.as_bool()
    }

    fn encode(&self) -> Value {
        (*self).into()
    }
}

macro_rules! numbers {
    ($($kind:ident $minimum:expr, $maximum:expr => $($type:ty)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl ElicitField for $type {
            const BOUNDS: Bounds = Bounds { range: true, ..Bounds::NONE };

            #[inline]
            fn schema() -> PrimitiveSchema {
                let mut schema = NumberSchema::new(NumberType::$kind);
                schema.minimum = ($minimum as fn(Self) -> Option<Number>)(Self::MIN);
                schema.maximum = ($maximum as fn(Self) -> Option<Number>)(Self::MAX);
                PrimitiveSchema::Number(schema)
            }

            #[inline]
            fn decode(answer: &Value) -> Option<Self> {
                serde_json::from_value(answer.clone()).ok()
            }

            fn encode(&self) -> Value {
                serde_json::json!(self)
            }
        }
    )*)*};
}

// As for arguments: the bounds of wider integers exceed what most clients can represent.
numbers! {
    Integer |least| Some(least.into()), |most| Some(most.into()) => u8 u16 u32 i8 i16 i32;
    Integer |least| Some(least.into()), |_| None => u64 usize;
    Integer |_| None, |_| None => i64 isize;
    Number |_| None, |_| None => f32 f64;
}

/// The choices with their titles, if any has one.
fn titled<T: ElicitChoice>() -> Option<Vec<EnumOption>> {
    T::CHOICES.iter().any(|choice| choice.title.is_some()).then(|| {
        let option =
            |choice: &Choice| EnumOption::new(choice.value, choice.title.unwrap_or(choice.value));
        T::CHOICES.iter().map(option).collect()
    })
}

fn values<T: ElicitChoice>() -> Vec<String> {
    T::CHOICES.iter().map(|choice| choice.value.to_owned()).collect()
}
