//! Compares the trait with the document, and rejects what does not fit.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use serde_json::Value;
use syn::ext::IdentExt as _;
use syn::{Error, LitStr, Result, Type};

use crate::document::Document;
use crate::model::{ApiTrait, Operation, Parameter, title};
use crate::nearest::{fold, list, nearest};
use crate::operation::{Answer, Described, DescribedParameter, Place, describe};
use crate::parse::{Errors, METHODS};
use crate::rust_type::{self, Direction, misfit};

/// What the code is made of, beside the trait.
pub(crate) struct Checked {
    /// The path of the document, for the compiler to watch.
    pub(crate) file: String,
    pub(crate) operations: Vec<CheckedOperation>,
}

/// An operation as the document has it.
pub(crate) struct CheckedOperation {
    pub(crate) description: String,
    pub(crate) parameters: Vec<CheckedParameter>,
    pub(crate) body: Option<CheckedBody>,
}

/// Where an argument goes.
pub(crate) struct CheckedParameter {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) style: &'static str,
    pub(crate) description: String,
}

/// How the body is sent.
pub(crate) struct CheckedBody {
    pub(crate) kind: &'static str,
    pub(crate) content_type: String,
    pub(crate) required: bool,
}

/// # Errors
///
/// When the document cannot be read, or does not have what the trait names; all mistakes are reported.
pub(crate) fn check(api: &ApiTrait) -> Result<Checked> {
    let document = Document::read(&api.document)?;
    let mut errors = Errors::default();
    let mut names = BTreeMap::new();
    for operation in &api.operations {
        if names.insert(operation.ident.unraw().to_string(), ()).is_some() {
            let why = format!(
                "`{}` is already the name of an operation: choose another",
                operation.ident
            );
            errors.add(Error::new(operation.ident.span(), why));
        }
    }
    let operations = api.operations.iter().filter_map(|operation| {
        let found = errors.keep(find(&document, operation))?;
        errors.keep(Comparison { document: &document, api, operation, found }.check())
    });
    let operations = operations.collect();
    errors.finish()?;
    Ok(Checked { file: document.file, operations })
}

/// Finds an operation in the document.
fn find<'a>(document: &'a Document, operation: &Operation) -> Result<Described<'a>> {
    let path = operation.path.value();
    let method = operation.method.to_string();
    let wrong = |why: String| Error::new(operation.path.span(), why);
    let Some((_, item)) = document.paths().find(|(known, _)| *known == path) else {
        return Err(wrong(no_path(document, operation)));
    };
    let item = document.resolve(item).map_err(&wrong)?;
    let Some(described) = item.get(&method) else {
        let has: Vec<&str> =
            METHODS.into_iter().filter(|known| item.get(known).is_some()).collect();
        let why = format!("the document has no {}; `{path}` has {}", operation.title(), list(has));
        return Err(Error::new(operation.method.span(), why));
    };
    if let Some(sign) = path.chars().find(|c| c.is_whitespace() || "?#\\".contains(*c)) {
        return Err(wrong(format!("the path has `{sign}`, which cannot be part of a path")));
    }
    describe(document, item, described)
        .map_err(|why| wrong(format!("{} cannot be called: {why}", operation.title())))
}

/// The message for a path that the document does not have.
fn no_path(document: &Document, operation: &Operation) -> String {
    let method = operation.method.to_string();
    let path = operation.path.value();
    let has_method =
        |item: &Value| document.resolve(item).is_ok_and(|item| item.get(&method).is_some());
    let with_method = document.paths().filter(|(_, item)| has_method(item)).map(|(path, _)| path);
    let all = document.paths().map(|(path, _)| path);
    let title = operation.title();
    match nearest(&path, with_method).map(|known| (method.as_str(), known)) {
        Some((method, known)) => {
            format!("the document has no {title}: did you mean {}?", self::title(method, known))
        }
        None => match nearest(&path, all) {
            Some(known) => format!("the document has no {title}: did you mean the path `{known}`?"),
            None => format!("the document has no {title}, and no path like it"),
        },
    }
}

/// A function beside the operation that it names.
struct Comparison<'a> {
    document: &'a Document,
    api: &'a ApiTrait,
    operation: &'a Operation,
    found: Described<'a>,
}

impl Comparison<'_> {
    fn check(self) -> Result<CheckedOperation> {
        let mut errors = Errors::default();
        let mut taken: Vec<(&Ident, DescribedParameter<'_>)> = Vec::new();
        for parameter in &self.operation.parameters {
            let Some(described) = errors.keep(self.described(parameter)) else { continue };
            let same = taken
                .iter()
                .find(|(_, other)| other.name == described.name && other.place == described.place);
            if let Some((other, _)) = same {
                let why =
                    format!("`{}` is already the argument `{other}`: remove one", described.name);
                errors.add(Error::new(parameter.ident.span(), why));
                continue;
            }
            errors.keep(self.check_type(parameter, &described));
            taken.push((&parameter.ident, described));
        }
        let places: Vec<&DescribedParameter<'_>> =
            taken.iter().map(|(_, described)| described).collect();
        errors.keep(self.check_body(&taken));
        // What is missing may be what was misspelt.
        if taken.len() == self.operation.parameters.len() {
            errors.keep(self.check_required(&places));
        }
        if let Some(output) = &self.operation.output {
            errors.keep(self.check_output(output));
        }
        errors.finish()?;
        let parameters = taken.into_iter().map(|(_, described)| CheckedParameter {
            name: described.name,
            place: described.place,
            style: described.style,
            description: described.description,
        });
        Ok(CheckedOperation {
            parameters: parameters.collect(),
            description: self.found.description,
            body: self.found.body.map(|body| CheckedBody {
                kind: body.kind,
                content_type: body.content_type.to_owned(),
                required: body.required,
            }),
        })
    }

    /// Finds what a parameter stands for.
    fn described(&self, parameter: &Parameter) -> Result<DescribedParameter<'_>> {
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
        let known: Vec<&DescribedParameter<'_>> =
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
            [first, second, ..] if first.name == second.name => wrong(format!(
                "`{name}` is in the {} and in the {}: choose one, as in `#[arg(in = \"{}\")]`",
                first.place.name(),
                second.place.name(),
                first.place.name()
            )),
            [first, second, ..] => wrong(format!(
                "`{name}` may be `{}` or `{}`: choose one, as in `#[arg(name = \"{}\")]`",
                first.name, second.name, first.name
            )),
            [] if name == "body" && place.is_none_or(|place| place == Place::Property) => {
                self.whole_body().ok_or_else(|| Error::new(at, self.unknown(&name, &known)))
            }
            [] => wrong(self.unknown(&name, &known)),
        }
    }

    /// The body, as one argument.
    fn whole_body(&self) -> Option<DescribedParameter<'_>> {
        let body = self.found.body.as_ref()?;
        Some(DescribedParameter {
            name: "body".to_owned(),
            place: Place::Body,
            required: body.required,
            read_only: false,
            schema: Some(body.schema).filter(|_| body.kind != "Text"),
            description: String::new(),
            style: "",
            unsupported: None,
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
                format!(
                    "{title} has no parameter `{name}`: its body is one value; name the parameter `body`"
                )
            }
            (None, true) => format!("{title} has no parameter `{name}`, nor any other: remove it"),
            (None, false) => format!("{title} has no parameter `{name}`; it has {}", list(names())),
        }
    }

    fn check_type(&self, parameter: &Parameter, described: &DescribedParameter<'_>) -> Result<()> {
        let ty = &parameter.ty;
        let name = &described.name;
        let title = self.operation.title();
        if let Some(inner) = rust_type::option(ty).filter(|_| described.required) {
            let instead = rust_type::text(inner);
            let why =
                format!("{title} requires `{name}`, so it cannot be absent: write `{instead}`");
            return Err(Error::new_spanned(ty, why));
        }
        let misfit = described
            .schema
            .and_then(|schema| misfit(self.document, ty, schema, Direction::Request));
        match misfit {
            Some((words, instead)) => {
                let given = rust_type::text(ty);
                let why = format!(
                    "`{name}` is {words}, and not `{given}`: write `{}`",
                    in_option(ty, &instead)
                );
                Err(Error::new_spanned(ty, why))
            }
            None => Ok(()),
        }
    }

    /// Checks that the body is given as a whole or in parts, and not both.
    fn check_body(&self, taken: &[(&Ident, DescribedParameter<'_>)]) -> Result<()> {
        let of = |place| taken.iter().find(move |(_, described)| described.place == place);
        match (of(Place::Body), of(Place::Property)) {
            (Some((body, _)), Some((part, _))) => {
                let why = format!(
                    "`{body}` is the whole body, which has `{part}` in it: remove one of them"
                );
                Err(Error::new(body.span(), why))
            }
            _ => Ok(()),
        }
    }

    /// Checks that all is there that the operation requires.
    fn check_required(&self, given: &[&DescribedParameter<'_>]) -> Result<()> {
        let has = |place| given.iter().any(|given| given.place == place);
        let is_whole = has(Place::Body);
        let has_body =
            self.found.body.as_ref().is_some_and(|body| body.required) || has(Place::Property);
        let needed = self.found.parameters.iter().filter(|known| {
            let is_needed = match known.place {
                Place::Property | Place::Body => has_body && !is_whole && !known.read_only,
                Place::Path | Place::Query | Place::Header | Place::Cookie => {
                    let is_it = |name: &LitStr| name.value().eq_ignore_ascii_case(&known.name);
                    !self.api.provided.iter().any(is_it) && known.unsupported.is_none()
                }
            };
            let is_given =
                given.iter().any(|given| given.name == known.name && given.place == known.place);
            known.required && is_needed && !is_given
        });
        let mut missing: Vec<String> = needed.map(|known| self.suggest(known)).collect();
        let has_parts = self.found.parameters.iter().any(|known| known.place == Place::Property);
        if has_body && !has_parts && !is_whole {
            missing.extend(self.whole_body().map(|body| self.suggest(&body)));
        }
        if missing.is_empty() {
            return Ok(());
        }
        let (title, missing) = (self.operation.title(), missing.join(", "));
        let why =
            format!("{title} requires what `{}` lacks: add `{missing}`", self.operation.ident);
        Err(Error::new(self.operation.ident.span(), why))
    }

    /// A parameter as it would be written.
    fn suggest(&self, known: &DescribedParameter<'_>) -> String {
        let mut name = String::new();
        for c in known.name.chars() {
            if c.is_uppercase()
                && name.ends_with(|last: char| last.is_lowercase() || last.is_numeric())
            {
                name.push('_');
            }
            let c = if c.is_alphanumeric() { c } else { '_' };
            name.extend(c.to_lowercase());
        }
        let ty =
            known.schema.map(|schema| crate::kinds::Kinds::of(self.document, schema).explain().1);
        format!("{name}: {}", ty.unwrap_or("String"))
    }

    fn check_output(&self, ty: &Type) -> Result<()> {
        let title = self.operation.title();
        let wrong = |why: String| Err(Error::new_spanned(ty, why));
        if rust_type::is(ty, "Result") {
            return wrong(
                "every call of an API can fail: write the type of the success alone".to_owned(),
            );
        }
        if rust_type::is_unit(ty) || self.found.answers.is_empty() {
            return Ok(());
        }
        let mut problem = None;
        for answer in &self.found.answers {
            let why = match answer {
                Answer::Json(schema) => {
                    match misfit(self.document, ty, schema, Direction::Response) {
                        None => return Ok(()),
                        Some((words, instead)) => {
                            format!(
                                "{title} answers with {words}, and not with `{}`: write `{instead}`",
                                rust_type::text(ty)
                            )
                        }
                    }
                }
                Answer::Text if rust_type::is_text(ty) => return Ok(()),
                Answer::Text => format!("{title} answers with text: write `String`"),
                Answer::Nothing if rust_type::option(ty).is_some() => return Ok(()),
                Answer::Nothing => format!("{title} answers with nothing: remove the return type"),
                Answer::Other(kind) => {
                    format!(
                        "{title} answers with `{kind}`, which is not supported: remove the return type"
                    )
                }
            };
            problem.get_or_insert(why);
        }
        problem.map_or(Ok(()), wrong)
    }
}

/// A type for the same place, which may be absent as the one that is there.
fn in_option(ty: &Type, instead: &str) -> String {
    match rust_type::option(ty) {
        Some(_) => format!("Option<{instead}>"),
        None => instead.to_owned(),
    }
}

fn place_of(place: &LitStr) -> Result<Place> {
    match place.value().as_str() {
        "path" => Ok(Place::Path),
        "query" => Ok(Place::Query),
        "header" => Ok(Place::Header),
        "cookie" => Ok(Place::Cookie),
        "body" => Ok(Place::Property),
        _ => Err(Error::new(
            place.span(),
            "expected a part of the request: \"path\", \"query\", \"header\", \"cookie\" or \"body\"",
        )),
    }
}
