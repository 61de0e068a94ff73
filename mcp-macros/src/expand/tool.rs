//! The parts that are specific to tools: annotations, a confirmation, tasks. Those that all
//! handlers have are in `definition`.

use super::page;
use crate::attr::confirm::{Piece, pieces};
use crate::attr::duration::duration_tokens;
use crate::attr::rate::Rate;
use crate::attr::size::Size;
use crate::attr::tool::{Task, Tool};
use crate::attr::values::{Count, Switch};
use crate::runtime_path::RuntimePath;
use crate::tokens::field;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The fields of the definition that only a tool has.
pub(crate) fn definition(tool: &Tool, krate: &RuntimePath) -> TokenStream {
    let annotations = tool.hints().into_iter().filter_map(|(name, said, if_pure)| {
        let value = if tool.pure.0 { Some(if_pure) } else { said.map(|said| said.0) };
        field(name, value)
    });
    let flags = flags(&[("allow_dots", &tool.allow_dots), ("large_result", &tool.large_result)]);
    let ui = page::ui(tool, krate);
    quote!(#(#annotations)* #ui #flags)
}

/// The fields about its calls that only a tool has.
pub(crate) fn call(tool: &Tool, krate: &RuntimePath) -> TokenStream {
    let confirm = tool.confirm.as_ref().map(|question| {
        // A malformed question has already been rejected.
        let pieces =
            pieces(&question.0.value()).unwrap_or_default().into_iter().map(|piece| match piece {
                Piece::Text(text) => quote!(#krate::Piece::Text(#text)),
                Piece::Argument(name) => quote!(#krate::Piece::Argument(#name)),
            });
        quote!(confirm: ::core::option::Option::Some(#krate::Confirm::new(&[#(#pieces),*])),)
    });
    let flags = flags(&[("ask", &tool.ask), ("strict", &tool.strict)]);
    let limit = tool.rate.map(|Rate { units, period }| {
        let period = duration_tokens(period);
        quote!(#krate::RateLimit::per(#units, #period))
    });
    let rate = field("rate", limit);
    let concurrency = field("concurrency", tool.concurrency.map(|Count(most)| most));
    let max_result = field("max_result", max_result(tool, krate));
    let only =
        field("only", tool.only.as_ref().map(|only| quote!(<#only as #krate::Extension>::ID)));
    let task = field("task", tool.task.as_ref().map(|task| task_def(task, krate)));
    let operation = field("operation", tool.kind.as_ref());
    quote!(#operation #confirm #rate #concurrency #max_result #only #flags #task)
}

/// The fields of the flags that are set.
fn flags(flags: &[(&str, &Switch)]) -> TokenStream {
    let set = flags.iter().filter(|(_, flag)| flag.0);
    set.map(|(name, _)| {
        let name = format_ident!("{name}");
        quote!(#name: true,)
    })
    .collect()
}

/// How large its results may be.
fn max_result(tool: &Tool, krate: &RuntimePath) -> Option<TokenStream> {
    let Size(bytes) = tool.max_result?;
    let hint = tool.max_result_hint.as_ref().map(|hint| quote!(.hint(#hint)));
    let truncate = tool.truncate.is_some_and(|truncate| truncate.0).then(|| quote!(.truncate()));
    Some(quote!(#krate::ResultLimit::new(#bytes) #hint #truncate))
}

/// How calls of the tool become tasks.
fn task_def(task: &Task, krate: &RuntimePath) -> TokenStream {
    let required = task.required.0.then(|| quote!(.required()));
    let manual = task.manual.0.then(|| quote!(.manual()));
    let resume = task.resume.0.then(|| {
        let attempts = task.attempts.as_ref().map_or(3, |attempts| attempts.0);
        quote!(.resume(#attempts))
    });
    let times = [("ttl", &task.ttl), ("poll", &task.poll), ("grace", &task.grace)]
        .into_iter()
        .filter_map(|(name, time)| {
            let name = format_ident!("{name}");
            let time = time.as_ref()?;
            Some(quote!(.#name(#time)))
        });
    let immediate = task.immediate.as_ref().map(|text| quote!(.immediate(#text)));
    quote!(#krate::TaskDef::optional() #required #manual #resume #(#times)* #immediate)
}
