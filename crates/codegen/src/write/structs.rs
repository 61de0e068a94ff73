//! Structs.

use super::Writer;
use crate::model::{Field, Item, Side, Type};

impl Writer<'_> {
    pub(super) fn structure(
        &mut self,
        item: &Item,
        fields: &[Field],
        rest: Option<&(String, Type)>,
    ) {
        self.head(item);
        let is_empty = fields.is_empty() && rest.is_none();
        let end = if is_empty { "}" } else { "" };
        self.source.line(format!("pub struct {} {{{end}", item.name));
        for field in fields {
            self.field(item.side, field);
        }
        let visibility = visibility(item.side);
        if let Some((name, content)) = rest {
            if item.side == Side::Results {
                self.source.docs_at("    ", &[], "The other members.");
            }
            self.source.line(format!("    {visibility}{name}: BTreeMap<String, {content}>,"));
        }
        if !is_empty {
            self.source.line("}");
        }
        self.members(item, fields, rest);
        if item.side == Side::Arguments {
            self.constructors(&item.name, fields, rest);
        }
    }

    fn field(&mut self, side: Side, field: &Field) {
        // Members of arguments are private, so that a new one breaks nobody.
        if side == Side::Results {
            self.source.docs_at("    ", &field.docs, "A member.");
        }
        let visibility = visibility(side);
        let content = field.list().filter(|_| side == Side::Results).unwrap_or(&field.content);
        self.source.line(format!("    {visibility}{}: {content},", field.name));
    }
}

impl Field {
    /// The list of a member that may be left out, which is the same as an empty one in results.
    pub(super) fn list(&self) -> Option<&Type> {
        match &self.content {
            Type::Optional(inner) if !self.is_required => match &**inner {
                list @ Type::List(_) => Some(list),
                _ => None,
            },
            _ => None,
        }
    }
}

fn visibility(side: Side) -> &'static str {
    match side {
        Side::Arguments => "",
        Side::Results => "pub ",
    }
}
