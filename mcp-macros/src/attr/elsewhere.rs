//! Arguments that belong elsewhere: in another attribute, or in another crate.

use super::refusal::refused;
use crate::errors::Errors;
use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::MetaList;

/// Refuses a name that is from another crate or language.
pub(super) fn unknown(name: &str, at: &impl ToTokens) -> syn::Result<()> {
    match ELSEWHERE.iter().find(|(other, _)| name == *other) {
        Some((_, instead)) => {
            Err(refused(at, format!("unknown argument `{name}`: write {instead}")).into())
        }
        None => Ok(()),
    }
}

/// Refuses a name in `icon(..)` that is from another crate or language.
pub(super) fn unknown_of_icon(icon: &MetaList) -> syn::Result<()> {
    const NAMES: [(&str, &str); 6] = [
        ("url", "`src = \"https://..\"`"),
        ("uri", "`src = \"https://..\"`"),
        ("href", "`src = \"https://..\"`"),
        ("mime", "`mime_type = \"image/png\"`"),
        ("mimeType", "`mime_type = \"image/png\"`"),
        ("size", "`sizes(\"48x48\")`"),
    ];
    for argument in NestedMeta::parse_meta_list(icon.tokens.clone()).unwrap_or_default() {
        let NestedMeta::Meta(meta) = argument else { continue };
        if let Some((name, instead)) = NAMES.iter().find(|(name, _)| meta.path().is_ident(name)) {
            return Err(
                refused(&meta, format!("unknown argument `{name}`: write {instead}")).into()
            );
        }
    }
    Ok(())
}

/// Rejects an argument that belongs in `#[serde(..)]`: the schema follows serde's attributes.
pub(super) fn of_serde(argument: &NestedMeta, errors: &mut Errors) -> bool {
    const NAMES: [&str; 9] = [
        "alias",
        "content",
        "default",
        "deny_unknown_fields",
        "flatten",
        "rename",
        "rename_all",
        "tag",
        "untagged",
    ];
    let NestedMeta::Meta(meta) = argument else { return false };
    if meta.path().is_ident("name") {
        let message = "serde sets the name in JSON: write `#[serde(rename = \"..\")]`";
        errors.refuse(meta, message);
        return true;
    }
    let Some(name) = NAMES.iter().find(|name| meta.path().is_ident(name)) else { return false };
    errors.refuse(meta, format!("`{name}` is an attribute of serde: write `#[serde({name} ..)]`"));
    true
}

/// Names of arguments in other crates and languages, and their names here.
const ELSEWHERE: [(&str, &str); 35] = [
    (
        "annotations",
        "its members as arguments: `read_only`, `destructive = false`, `title = \"..\"`",
    ),
    ("read_only_hint", "`read_only`"),
    ("readOnlyHint", "`read_only`"),
    ("destructive_hint", "`destructive`"),
    ("destructiveHint", "`destructive`"),
    ("idempotent_hint", "`idempotent`"),
    ("idempotentHint", "`idempotent`"),
    ("open_world_hint", "`open_world`"),
    ("openWorldHint", "`open_world`"),
    ("input_schema", "the arguments as parameters, which the schema is generated from"),
    ("inputSchema", "the arguments as parameters, which the schema is generated from"),
    ("output_schema", "it as the return type, which the schema is generated from"),
    ("outputSchema", "it as the return type, which the schema is generated from"),
    ("task_support", "`task`, or `task(required)`"),
    ("execution", "`task`, or `task(required)`"),
    (
        "csp",
        "it on the resource of the page: `#[resource(\"ui://..\", app(connect(\"https://..\")))]`",
    ),
    (
        "permissions",
        "it on the resource of the page: `#[resource(\"ui://..\", app(permissions(camera)))]`",
    ),
    ("resource_uri", "`ui = \"ui://..\"`"),
    ("visibility", "`ui_visibility = \"app\"`, or `visible = path` to decide by caller"),
    ("exclude_args", "a context parameter, such as `State<T>`, which is not an argument"),
    ("aggr", "`#[args]` on the parameter"),
    ("tags", "`meta(\"example.com/tags\" = [\"..\"])`"),
    ("icons", "`icon(src = \"..\")` for each icon"),
    ("mime_type", "`mime = \"..\"`"),
    ("mimeType", "`mime = \"..\"`"),
    ("uri", "it first, without a name: `#[resource(\"..\")]`"),
    ("uri_template", "it first, without a name: `#[resource(\"..\")]`"),
    ("desc", "`description = \"..\"`, or a doc comment"),
    ("min", "the bounds of a number as `range(1..)`"),
    ("max", "the bounds of a number as `range(..=100)`"),
    ("minimum", "the bounds of a number as `range(1..)`"),
    ("maximum", "the bounds of a number as `range(..=100)`"),
    ("min_length", "the length as `length(1..)`"),
    ("max_length", "the length as `length(..=64)`"),
    ("regex", "the expression as `pattern = \"..\"`"),
];
