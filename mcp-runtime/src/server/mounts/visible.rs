//! The visibility rules of mounted servers.

use crate::server::catalog::Feature;
use crate::server::handler::HandlerMount;
use crate::server::namespace::Namespace;
use crate::server::visibility::VisibilityRule;
use crate::server::{Context, Handle};

/// Whether the rules of the mounted servers on the way to a handler show what it serves.
#[inline]
pub(super) fn is_shown(context: &Context, handler: &HandlerMount, feature: Feature<'_>) -> bool {
    let Handle { inner, mount: current, .. } = &*context.server().0;
    let mut mount = current;
    while let Some(next) = mount.next(&inner.mounts, handler) {
        let namespace = next.place.namespace.below(&current.place.namespace);
        if let Some(rule) = &next.hooks.visible
            && !shows(rule, context, feature, &namespace)
        {
            return false;
        }
        mount = next;
    }
    true
}

/// Whether a rule shows a feature, which it sees under the name that it has in its own server.
#[inline]
fn shows(
    rule: &VisibilityRule,
    context: &Context,
    feature: Feature<'_>,
    namespace: &Namespace,
) -> bool {
    match feature {
        Feature::Tool(tool) => {
            let mut tool = tool.clone();
            tool.name = namespace.local_name(&tool.name).to_owned();
            rule(context, Feature::Tool(&tool))
        }
        Feature::Prompt(prompt) => {
            let mut prompt = prompt.clone();
            prompt.name = namespace.local_name(&prompt.name).to_owned();
            rule(context, Feature::Prompt(&prompt))
        }
        Feature::Resource(resource) => {
            let mut resource = resource.clone();
            resource.uri = namespace.local_uri(&resource.uri).into_owned();
            rule(context, Feature::Resource(&resource))
        }
        Feature::ResourceTemplate(template) => {
            let mut template = template.clone();
            template.uri_template = namespace.local_uri(&template.uri_template).into_owned();
            rule(context, Feature::ResourceTemplate(&template))
        }
    }
}
