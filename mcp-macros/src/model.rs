//! A handler as the macros see it; every part keeps the tokens that the user wrote.

use crate::attr::arg::{Arg, Attributes, OURS, is};
use crate::attr::{Command, Common, Defaults, Method, Resource, Tool, agent, misplaced, named};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::item::function::Function;
use crate::item::handler_attribute::brings;
use crate::kind::Kind;
use crate::serde::Case;
use crate::types::Json;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, FnArg, Ident, Pat, Signature, Type};

/// The arguments of the attribute.
pub(crate) enum AttributeArguments {
    Tool(Box<Tool>),
    Prompt(Box<Common>),
    Resource(Box<Resource>),
    /// Of a handler of an extension.
    Method(Box<Method>),
    Agent(Box<Common>),
    Command(Box<Command>),
}

impl AttributeArguments {
    /// `at` is where the attribute stands.
    pub(crate) fn read(kind: Kind, arguments: TokenStream, at: Span, errors: &mut Errors) -> Self {
        let given = arguments.clone();
        let explain = |error| misplaced::explain(error, kind, given);
        match kind {
            Kind::Tool => {
                let read = named::read("tool", arguments);
                Self::Tool(errors.or_default(read.map_err(explain)))
            }
            Kind::Prompt => {
                let read = named::read("prompt", arguments);
                Self::Prompt(errors.or_default(read.map_err(explain)))
            }
            Kind::Resource => {
                let read = Resource::read(&arguments, at);
                Self::Resource(errors.or_default(read.map_err(explain)))
            }
            Kind::Agent => Self::Agent(errors.or_default(agent::read(arguments))),
            Kind::Command => Self::Command(errors.or_default(Command::read(arguments))),
            Kind::Method | Kind::Notified | Kind::Around => {
                Self::Method(errors.or_default(Method::read(kind, arguments, at)))
            }
        }
    }

    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Tool(tool) => &tool.common,
            Self::Prompt(common) | Self::Agent(common) => common,
            Self::Resource(resource) => &resource.common,
            Self::Method(method) => &method.common,
            Self::Command(command) => &command.common,
        }
    }

    /// Adds what the block of the handler says for all that leave it out.
    pub(crate) fn fill(&mut self, defaults: &Defaults) {
        match self {
            Self::Tool(tool) => defaults.fill_tool(tool),
            Self::Prompt(common) => defaults.fill(common),
            Self::Resource(resource) => defaults.fill(&mut resource.common),
            Self::Method(_) | Self::Agent(_) | Self::Command(_) => {}
        }
    }
}

/// A function that answers calls.
pub(crate) struct Handler {
    pub(crate) kind: Kind,
    pub(crate) attribute: AttributeArguments,
    pub(crate) docs: Docs,
    pub(crate) signature: Signature,
    pub(crate) parameters: Vec<Parameter>,
}

impl Handler {
    /// Parses a function, and removes our attributes from its parameters.
    pub(crate) fn read(
        kind: Kind,
        (arguments, at): (TokenStream, Span),
        function: &mut Function,
        errors: &mut Errors,
    ) -> Self {
        let attribute = AttributeArguments::read(kind, arguments, at, errors);
        let rule = attribute.common().rename_all.as_ref();
        let case = rule.map_or(Case::Kept, |rule| Case::of(&rule.0.value()));
        let mut parameters = Vec::new();
        for input in &mut function.signature.inputs {
            if let FnArg::Typed(input) = input {
                let docs = Docs::of(&input.attrs);
                let attributes = Attributes::take(&mut input.attrs, errors);
                parameters.push(Parameter {
                    docs,
                    attributes,
                    case,
                    cfg: input.attrs.iter().find(|attribute| is_cfg(attribute)).cloned(),
                    pattern: (*input.pat).clone(),
                    ty: (*input.ty).clone(),
                });
            }
        }
        Self {
            kind,
            attribute,
            docs: Docs::of(&function.attributes),
            signature: function.signature.clone(),
            parameters,
        }
    }

    pub(crate) fn common(&self) -> &Common {
        self.attribute.common()
    }

    /// Whether it runs on a thread of its own.
    pub(crate) fn is_blocking(&self) -> bool {
        self.common().blocking.0
    }

    /// Whether the user is asked before it runs.
    pub(crate) fn is_confirmed(&self) -> bool {
        matches!(&self.attribute, AttributeArguments::Tool(tool) if tool.confirm.is_some())
    }

    /// The name under which it is offered: as given, or that of the function.
    pub(crate) fn name(&self) -> String {
        match &self.common().name {
            Some(name) => name.0.value(),
            None => self.signature.ident.unraw().to_string(),
        }
    }

    /// Where its name is written.
    pub(crate) fn name_tokens(&self) -> TokenStream {
        match &self.common().name {
            Some(name) => name.to_token_stream(),
            None => self.signature.ident.to_token_stream(),
        }
    }

    /// Whether the parameter has to be a context parameter: all arguments of a resource are variables
    /// of its URI. Elsewhere the compiler distinguishes the two.
    pub(crate) fn is_context(&self, parameter: &Parameter) -> bool {
        let named = match &self.attribute {
            AttributeArguments::Resource(resource) => {
                resource.variables().contains(&parameter.name())
            }
            AttributeArguments::Agent(_) => false,
            AttributeArguments::Tool(_)
            | AttributeArguments::Prompt(_)
            | AttributeArguments::Method(_)
            | AttributeArguments::Command(_) => true,
        };
        !named && parameter.attributes.args.is_none()
    }
}

/// A handler of the block, with the conditions under which it exists.
pub(crate) struct Member {
    pub(crate) handler: Handler,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) lints: Vec<TokenStream>,
}

pub(crate) struct Parameter {
    pub(crate) docs: Docs,
    pub(crate) attributes: Attributes,
    /// The renaming rule of its handler for arguments.
    case: Case,
    pub(crate) cfg: Option<Attribute>,
    pub(crate) pattern: Pat,
    pub(crate) ty: Type,
}

impl Parameter {
    /// `#[arg(..)]`
    pub(crate) fn arg(&self) -> Option<&Arg> {
        self.attributes.arg.as_ref().map(|(_, arg)| arg)
    }

    /// The name of the argument; empty for a pattern that has none.
    pub(crate) fn name(&self) -> String {
        if let Some(name) = self.arg().and_then(|arg| arg.name.as_ref()) {
            return name.0.value();
        }
        let name = self.ident().map(|ident| ident.unraw().to_string()).unwrap_or_default();
        // A leading underscore only marks the parameter as unused.
        let name = name.strip_prefix('_').filter(|rest| !rest.is_empty()).unwrap_or(&name);
        self.case.of_field(name)
    }

    /// Whether it is certainly an argument: it has `#[arg]`, or its type can be nothing else.
    pub(crate) fn is_argument(&self) -> bool {
        let said = self.attributes.arg.is_some() || Json::of(&self.ty) != Json::Unknown;
        said && self.attributes.args.is_none()
    }

    /// Where its name is written.
    pub(crate) fn name_tokens(&self) -> TokenStream {
        match self.arg().and_then(|arg| arg.name.as_ref()) {
            Some(name) => name.to_token_stream(),
            None => self.pattern.to_token_stream(),
        }
    }

    /// The variable that the parameter binds, unless it is a pattern.
    pub(crate) fn ident(&self) -> Option<&Ident> {
        match &self.pattern {
            Pat::Ident(binding) => Some(&binding.ident),
            _ => None,
        }
    }
}

/// Whether the attribute can change what a parameter is.
fn is_cfg(attribute: &Attribute) -> bool {
    is(attribute, &["cfg"]) || brings(attribute, &["cfg"]) || brings(attribute, &OURS)
}
