//! How arguments are made: `new` with what is required, and a method for each other member.

use super::Writer;
use crate::model::{Field, Type};

/// How many parameters clippy accepts.
const MAX_PARAMETERS: usize = 7;

impl Writer<'_> {
    pub(super) fn constructors(
        &mut self,
        name: &str,
        fields: &[Field],
        rest: Option<&(String, Type)>,
    ) {
        let is_given = |field: &&Field| field.is_required && field.constant.is_none();
        let given: Vec<&Field> = fields.iter().filter(is_given).collect();
        self.source.blank();
        self.source.line(format!("impl {name} {{"));
        self.constructor(&given, fields, rest);
        for field in fields.iter().filter(|field| !field.is_required) {
            self.setter(field);
        }
        if let Some((name, content)) = rest {
            self.source.blank();
            self.source.docs_at("    ", &[], "Adds another member.");
            self.source.line("    #[must_use]");
            let (parameter, value) = self.parameter(content, "value");
            self.source.line(format!(
                "    pub fn {name}(mut self, name: impl Into<String>, value: {parameter}) -> Self {{"
            ));
            self.source.line(format!("        self.{name}.insert(name.into(), {value});"));
            self.source.line("        self");
            self.source.line("    }");
        }
        self.source.line("}");
        if given.is_empty() {
            self.source.blank();
            self.source.line(format!("impl Default for {name} {{"));
            self.source.line("    fn default() -> Self {");
            self.source.line("        Self::new()");
            self.source.line("    }");
            self.source.line("}");
        }
    }

    fn constructor(&mut self, given: &[&Field], fields: &[Field], rest: Option<&(String, Type)>) {
        self.source.docs_at("    ", &[], "Creates the value from its required members.");
        for field in given {
            let docs = field.docs.join(" ");
            let between = if docs.is_empty() { "" } else { ": " };
            let shown = field.name.trim_start_matches("r#");
            self.source.line("    ///");
            self.source.line(format!("    /// * `{shown}`{between}{docs}"));
        }
        self.source.line("    #[must_use]");
        if given.len() > MAX_PARAMETERS {
            let reason = "it needs them all";
            self.source
                .line(format!("    #[allow(clippy::too_many_arguments, reason = \"{reason}\")]"));
        }
        let parameters: Vec<String> = given
            .iter()
            .map(|field| format!("{}: {}", field.name, self.parameter(&field.content, "").0))
            .collect();
        self.source.line(format!("    pub fn new({}) -> Self {{", parameters.join(", ")));
        let mut values: Vec<String> = fields.iter().map(|field| self.first_value(field)).collect();
        values.extend(rest.map(|(name, _)| format!("{name}: BTreeMap::new()")));
        self.source.line(match values.len() {
            0 => "        Self {}".to_owned(),
            1..=3 => format!("        Self {{ {} }}", values.join(", ")),
            _ => format!(
                "        Self {{\n            {},\n        }}",
                values.join(",\n            ")
            ),
        });
        self.source.line("    }");
    }

    /// The value of a member in a new struct.
    fn first_value(&self, field: &Field) -> String {
        let Field { name, content, constant, is_required, .. } = field;
        let value = match constant {
            _ if !is_required => "None".to_owned(),
            Some(constant) => constant.clone(),
            None => self.parameter(content, name).1,
        };
        if value == *name { value } else { format!("{name}: {value}") }
    }

    fn setter(&mut self, field: &Field) {
        let Type::Optional(content) = &field.content else {
            return;
        };
        let name = &field.name;
        self.source.blank();
        self.source.docs_at("    ", &field.docs, "Sets this member.");
        self.source.line("    #[must_use]");
        let (parameter, value) = match &field.constant {
            Some(constant) => (String::new(), constant.clone()),
            None => {
                let (parameter, value) = self.parameter(content, "value");
                (format!(", value: {parameter}"), value)
            }
        };
        self.source.line(format!("    pub fn {name}(mut self{parameter}) -> Self {{"));
        self.source.line(format!("        self.{name} = Some({value});"));
        self.source.line("        self");
        self.source.line("    }");
    }

    /// The type of a parameter, and the value that is made of it.
    fn parameter(&self, content: &Type, name: &str) -> (String, String) {
        match content {
            Type::Text | Type::Value => (format!("impl Into<{content}>"), format!("{name}.into()")),
            Type::Named(of) if self.enums.contains(of) => {
                (format!("impl Into<{of}>"), format!("{name}.into()"))
            }
            Type::Boxed(inner) => (inner.to_string(), format!("Box::new({name})")),
            Type::Optional(inner) => match &**inner {
                Type::Boxed(inner) => (format!("Option<{inner}>"), format!("{name}.map(Box::new)")),
                _ => (content.to_string(), name.to_owned()),
            },
            Type::List(inner) if **inner == Type::Text => (
                "impl IntoIterator<Item = impl Into<String>>".to_owned(),
                format!("{name}.into_iter().map(Into::into).collect()"),
            ),
            Type::List(inner) => (
                format!("impl IntoIterator<Item = {inner}>"),
                format!("{name}.into_iter().collect()"),
            ),
            _ => (content.to_string(), name.to_owned()),
        }
    }
}
