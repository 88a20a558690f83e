//! Finds the known name that is closest to a mistyped one.

/// Returns the name with the smallest Damerau–Levenshtein distance from `text`. If several names are equally near,
/// returns the first of them; if there are no names, the empty string.
pub fn nearest(text: &str, names: impl IntoIterator<Item = &'static str>) -> &'static str {
    names
        .into_iter()
        .min_by_key(|name| strsim::damerau_levenshtein(text, name))
        .unwrap_or_default()
}
