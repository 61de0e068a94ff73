//! Finds what a parameter of a function stands for.

use syn::ext::IdentExt as _;
use syn::{Error, LitStr, Result};

use super::comparison::Comparison;
use crate::model::FnParameter;
use crate::nearest::{fold, list, nearest};
use crate::operation::{DescribedParameter, Location};

impl<'d> Comparison<'_, 'd> {
    /// Finds what a parameter stands for.
    pub(super) fn described(&self, parameter: &FnParameter) -> Result<DescribedParameter<'d>> {
        let given = parameter.ident.unraw().to_string();
        let (name, at) = match &parameter.name {
            Some(name) => (name.value(), name.span()),
            None => (given, parameter.ident.span()),
        };
        let place = match &parameter.place {
            Some(place) => Some(place_of(place)?),
            None => None,
        };
        let is_there =
            |known: &&DescribedParameter<'_>| place.is_none_or(|place| known.place == place);
        let known: Vec<&DescribedParameter<'d>> =
            self.found.parameters.iter().filter(is_there).collect();
        let exact = |known: &&&DescribedParameter<'_>| known.name == name;
        // `pet_id` is `petId`, unless the name is given, which is meant as it is.
        let folded = |known: &&&DescribedParameter<'_>| {
            parameter.name.is_none() && fold(&known.name) == fold(&name)
        };
        let mut found: Vec<_> = known.iter().filter(exact).collect();
        if found.is_empty() {
            found = known.iter().filter(folded).collect();
        }
        let wrong = |why: String| Err(Error::new(at, why));
        match found.as_slice() {
            [found] => match &found.unsupported {
                Some(why) => wrong(format!("`{}` cannot be an argument: {why}", found.name)),
                None if found.read_only => {
                    wrong(format!("`{}` is read-only: the API sets it; remove it", found.name))
                }
                None => Ok((**found).clone()),
            },
            [first, second, ..] => {
                let choice = format!("name = \"{}\", in = \"{}\"", first.name, first.place.name());
                let other = format!("`{}` in the {}", second.name, second.place.name());
                let first = format!("`{}` in the {}", first.name, first.place.name());
                wrong(format!(
                    "`{name}` matches {first} and {other}: choose one, for example `#[arg({choice})]`"
                ))
            }
            [] if name == "body" && place.is_none_or(|place| place == Location::Property) => {
                self.whole_body().ok_or_else(|| Error::new(at, self.unknown(&name, &known)))
            }
            [] => wrong(self.unknown(&name, &known)),
        }
    }

    /// The body, as one argument.
    pub(super) fn whole_body(&self) -> Option<DescribedParameter<'d>> {
        let body = self.found.body.as_ref()?;
        Some(DescribedParameter {
            required: body.required,
            schema: Some(body.schema).filter(|_| body.kind != "Text"),
            ..DescribedParameter::new("body", Location::Body)
        })
    }

    /// The message for a name that the operation does not have.
    fn unknown(&self, name: &str, known: &[&DescribedParameter<'_>]) -> String {
        let title = self.operation.title();
        let names = || known.iter().map(|known| known.name.as_str());
        match (nearest(name, names()), known.is_empty()) {
            (Some(meant), _) => {
                format!("{title} has no parameter `{name}`: did you mean `{meant}`?")
            }
            (None, true) if self.found.body.is_some() => {
                format!("{title} has no parameter `{name}`: name the whole body `body`")
            }
            (None, true) => format!("{title} has no parameter `{name}`, nor any other: remove it"),
            (None, false) => format!("{title} has no parameter `{name}`; it has {}", list(names())),
        }
    }
}

fn place_of(place: &LitStr) -> Result<Location> {
    const EXPECTED: &str =
        "expected a part of the request: \"path\", \"query\", \"header\", \"cookie\" or \"body\"";
    Location::named(&place.value()).ok_or_else(|| Error::new(place.span(), EXPECTED))
}
