//! The input schema of a tool, from its parameters.

mod decode;
mod defs;
mod keywords;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::json::Object;
use super::normalise::{
    Contract, NormalisedSchema, described, example_refusal, normalise, overlay, with_defs,
    without_null,
};
use super::output::expanded;
use super::type_description::TypeDescription;
use super::validate::violations;
use super::{Schema, SchemaError, absent, decode_cost};

/// The schema of a parameter's type.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The schema, without the definitions that it refers to.
    pub schema: Object,
    /// The recursive types, by the name that `$ref` uses.
    pub defs: Object,
    /// Whether the value may be omitted.
    pub optional: bool,
    /// Whether a decoded value still has to be checked against the schema.
    pub constrained: bool,
    /// The keys of a struct, with their aliases.
    pub keys: Option<&'static [&'static str]>,
}

impl Fragment {
    /// Returns the schema of a parameter of type `T`.
    ///
    /// # Errors
    ///
    /// If values of the type cannot be arguments.
    pub fn input<T: Schema + DeserializeOwned>() -> Result<Self, SchemaError> {
        let NormalisedSchema { schema, defs, constrained, nullable } =
            normalise::<T>(Contract::Input)?;
        let optional = absent::<T>().is_some();
        let schema = if optional && !nullable { without_null(schema) } else { schema };
        if schema.get("type").is_some_and(|name| name == "null") {
            return Err(SchemaError::new(
                "its type carries no data, since the value could only be null: use a `bool`, or \
                 remove the parameter",
            ));
        }
        let TypeDescription { texts, keys } = TypeDescription::of::<T>();
        let mut schema = described(schema);
        if schema.len() == 1
            && schema.get("type").is_some_and(|name| name == "string")
            && let Some(words) = texts
        {
            schema.insert("description".to_owned(), words.into());
        }
        Ok(Self { schema, defs, optional, constrained, keys })
    }
}

/// The definition of a parameter, apart from its type.
#[derive(Clone, Debug, Default)]
pub struct Parameter<'a> {
    /// The key of the argument.
    pub name: &'a str,
    /// Replaces the description of its type; may be empty.
    pub description: &'a str,
    /// Additional keywords of its schema, as the text of a JSON object; may be empty.
    pub keywords: &'a str,
    /// The default if it is omitted, as JSON.
    pub default: Option<String>,
}

/// The input schema of a tool.
#[derive(Clone, Debug)]
pub struct InputSchema {
    /// The schema as it is advertised: always an object with `properties`.
    pub schema: Value,
    /// The arguments, in the order of the parameters.
    pub arguments: Vec<ArgumentSchema>,
    /// The schema of the parameter that takes many arguments as one value, if there are others
    /// beside it.
    whole: Option<Value>,
    /// Other keys than those of arguments that the parameter takes which takes many.
    others: OtherKeys,
    /// The number of arguments with a parameter of their own, which come first.
    named: usize,
    /// Whether decoding can cost more than the length of the text suggests, so that the cost is
    /// estimated first.
    may_be_costly: bool,
}

/// The keys of a parameter that takes many arguments, apart from those in its schema.
#[derive(Clone, Copy, Debug)]
enum OtherKeys {
    /// The aliases of the fields of a struct, among the names of all.
    Named(&'static [&'static str]),
    /// Those of what it flattens are not known.
    Unknown,
    /// It is a map, or has one.
    Any,
}

/// One argument that a tool takes.
#[derive(Clone, Debug)]
pub struct ArgumentSchema {
    /// The key of the argument.
    pub name: String,
    /// Whether it is required.
    pub required: bool,
    /// Whether a decoded value still has to be checked against the schema.
    pub constrained: bool,
}

impl InputSchema {
    /// Returns the schema of a tool with these parameters.
    ///
    /// # Errors
    ///
    /// All parameters that are not supported, by name.
    pub fn named(
        parameters: Vec<(Parameter<'_>, Result<Fragment, SchemaError>)>,
    ) -> Result<Self, Vec<SchemaError>> {
        Builder::with(parameters).map(Builder::finish)
    }

    /// Returns the schema of a tool that takes many of its arguments as one value, and those of
    /// these parameters beside them.
    ///
    /// # Errors
    ///
    /// All parameters that are not supported.
    pub fn beside(
        whole: Result<Fragment, SchemaError>,
        parameters: Vec<(Parameter<'_>, Result<Fragment, SchemaError>)>,
    ) -> Result<Self, Vec<SchemaError>> {
        let whole = whole.and_then(Self::whole).map_err(|error| vec![error]);
        if parameters.is_empty() {
            return whole;
        }
        let mut builder = Builder::with(parameters)?;
        let whole = whole?;
        let named = builder.arguments.len();
        builder.add_whole(&whole).map_err(|error| vec![error])?;
        let others = whole.others;
        Ok(Self { whole: Some(whole.schema), named, others, ..builder.finish() })
    }

    /// Returns the schema of a tool that takes all its arguments as one value.
    ///
    /// # Errors
    ///
    /// If the type cannot hold all arguments.
    pub fn whole(fragment: Fragment) -> Result<Self, SchemaError> {
        let Fragment { schema, defs, optional, constrained, keys } = fragment;
        if optional {
            return Err(SchemaError::new(
                "the struct of all arguments cannot be optional: make its fields optional",
            ));
        }
        let root = expanded(&schema, &defs).clone();
        if root.contains_key("anyOf") {
            return Err(SchemaError::new(
                "the arguments of a tool are one object, and an enum would put a union at the \
                 root, which model providers reject: put it into a field of a struct",
            ));
        }
        if root.get("type").is_none_or(|name| name != "object") {
            return Err(SchemaError::new(
                "the arguments of a tool are an object: use a struct or \
                 serde_json::Map<String, Value>, or name the parameters",
            ));
        }
        let properties = root.get("properties").and_then(Value::as_object);
        let listed = root.get("required").and_then(Value::as_array);
        let required = |name: &str| listed.is_some_and(|all| all.iter().any(|one| one == name));
        let arguments: Vec<_> = properties
            .into_iter()
            .flatten()
            .map(|(name, _)| ArgumentSchema {
                name: name.clone(),
                required: required(name),
                constrained,
            })
            .collect();
        let has_map = root.get("additionalProperties").is_some_and(Value::is_object);
        let others = match keys {
            Some(keys) => OtherKeys::Named(keys),
            None if has_map || arguments.is_empty() => OtherKeys::Any,
            None => OtherKeys::Unknown,
        };
        Ok(Self { named: 0, others, ..Self::new(with_defs(root, &defs), arguments) })
    }

    fn new(schema: Value, arguments: Vec<ArgumentSchema>) -> Self {
        let may_be_costly = decode_cost::is_needed(&schema);
        let others = OtherKeys::Named(&[]);
        Self { schema, whole: None, others, named: arguments.len(), arguments, may_be_costly }
    }

    /// The arguments that are taken as one value.
    pub fn of_whole(&self) -> &[ArgumentSchema] {
        self.arguments.get(self.named..).unwrap_or_default()
    }

    /// Whether something is read from this key.
    pub fn knows(&self, key: &str) -> bool {
        let is_other = match self.others {
            OtherKeys::Named(keys) => keys.contains(&key),
            OtherKeys::Unknown => false,
            OtherKeys::Any => true,
        };
        is_other || self.arguments.iter().any(|argument| argument.name == key)
    }

    /// Returns the object of all arguments without those that have a parameter of their own, if the
    /// parameter that takes many would take them, too.
    pub fn rest<'a>(&self, all: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
        if self.named == 0 || self.whole.is_none() || matches!(self.others, OtherKeys::Named(_)) {
            return None;
        }
        let named = self.arguments.get(..self.named).unwrap_or_default();
        let rest = all
            .filter(|(key, _)| !named.iter().any(|argument| argument.name == *key))
            .map(|(key, json)| format!("{}:{json}", Value::from(key)));
        Some(format!("{{{}}}", rest.collect::<Vec<_>>().join(",")))
    }

    /// Returns the schema of one argument.
    pub fn property(&self, name: &str) -> Option<&Object> {
        self.schema.get("properties")?.get(name)?.as_object()
    }
}

#[derive(Default)]
struct Builder {
    properties: Object,
    required: Vec<String>,
    defs: Object,
    arguments: Vec<ArgumentSchema>,
}

impl Builder {
    fn with(
        parameters: Vec<(Parameter<'_>, Result<Fragment, SchemaError>)>,
    ) -> Result<Self, Vec<SchemaError>> {
        let mut builder = Self::default();
        let mut errors = Vec::new();
        for (parameter, fragment) in parameters {
            let added = fragment.and_then(|fragment| builder.add(&parameter, fragment));
            errors.extend(added.err().map(|error| error.of_argument(parameter.name)));
        }
        if errors.is_empty() { Ok(builder) } else { Err(errors) }
    }

    /// Adds the arguments that are taken as one value.
    fn add_whole(&mut self, whole: &InputSchema) -> Result<(), SchemaError> {
        let mut root = whole.schema.as_object().cloned().unwrap_or_default();
        if let Some(additional) = root.get("additionalProperties") {
            let message = if *additional == Value::Bool(false) {
                "`deny_unknown_fields` on the struct of `#[args]` would reject the other arguments: \
                 remove it, and write `#[tool(strict)]` instead"
            } else {
                "the struct of `#[args]` cannot have a flattened map next to other arguments: remove \
                 `#[serde(flatten)]` from the map"
            };
            return Err(SchemaError::new(message));
        }
        let defs = root.shift_remove("$defs").and_then(|defs| defs.as_object().cloned());
        let root = defs::share(&mut self.defs, Value::Object(root), defs.unwrap_or_default());
        let properties = root.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            if self.properties.insert(name.clone(), schema.clone()).is_some() {
                return Err(SchemaError::new(format!(
                    "`{name}` is a parameter and a field of the struct of `#[args]`: rename one"
                )));
            }
        }
        let required = whole.arguments.iter().filter(|argument| argument.required);
        self.required.extend(required.map(|argument| argument.name.clone()));
        self.arguments.extend(whole.arguments.iter().cloned());
        Ok(())
    }

    fn add(&mut self, parameter: &Parameter<'_>, fragment: Fragment) -> Result<(), SchemaError> {
        let Parameter { name, description, default, .. } = parameter;
        keywords::check_name(name)?;
        let (mut schema, constrained) =
            keywords::apply(fragment.schema.clone(), parameter.keywords)?;
        // Only the root names the dialect.
        schema.shift_remove("$schema");
        let mut over = Object::new();
        if !description.is_empty() {
            over.insert("description".to_owned(), (*description).into());
        }
        let mut schema = described(overlay(schema, over));
        let root = with_defs(Object::new(), &fragment.defs);
        if let Some(refusal) = example_refusal(&schema, &root, fragment.optional) {
            return Err(SchemaError::new(refusal));
        }
        if let Some(default) = default {
            let default = default_value(default, &schema, &fragment.defs)?;
            schema.extend(default.map(|default| ("default".to_owned(), default)));
            schema = described(schema);
        }
        let schema = defs::share(&mut self.defs, Value::Object(schema), fragment.defs);
        self.properties.insert((*name).to_owned(), schema);
        let required = !fragment.optional && default.is_none();
        if required {
            self.required.push((*name).to_owned());
        }
        self.arguments.push(ArgumentSchema {
            name: (*name).to_owned(),
            required,
            constrained: constrained || fragment.constrained,
        });
        Ok(())
    }

    fn finish(self) -> InputSchema {
        let mut root = Object::from_iter([
            ("type".to_owned(), "object".into()),
            ("properties".to_owned(), Value::Object(self.properties)),
        ]);
        if !self.required.is_empty() {
            root.insert("required".to_owned(), self.required.into());
        }
        InputSchema::new(with_defs(root, &self.defs), self.arguments)
    }
}

/// Returns the default, unless it is `null`, which has no meaning.
fn default_value(json: &str, schema: &Object, defs: &Object) -> Result<Option<Value>, SchemaError> {
    let refused =
        |why: String| SchemaError::new(format!("the default `{json}` is not valid: {why}"));
    let default: Value = serde_json::from_str(json).map_err(|error| refused(error.to_string()))?;
    if default.is_null() {
        return Ok(None);
    }
    let root = with_defs(Object::new(), defs);
    match violations("", json, schema, &root).first() {
        Some(violation) => Err(refused(violation.to_string())),
        None => Ok(Some(default)),
    }
}
