//! The name that was probably meant.

/// Returns the candidate that is most like a wrong name, if one is alike.
pub(crate) fn nearest<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let folded = fold(wrong);
    let scored = candidates.into_iter().map(|candidate| {
        let likeness = strsim::normalized_damerau_levenshtein(&folded, &fold(candidate));
        (candidate, likeness)
    });
    let best = scored.max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.filter(|(_, likeness)| *likeness >= ALIKE).map(|(candidate, _)| candidate)
}

/// How much of two names must be the same.
const ALIKE: f64 = 0.7;

/// A name without what differs between languages: `petId` and `pet_id` are one.
pub(crate) fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '/').flat_map(char::to_lowercase).collect()
}

/// The first names, for a message.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let names = names.into_iter().take(SHOWN).map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}
