//! Finds the known name that is closest to a mistyped one.

/// Returns the name with the smallest Damerau–Levenshtein distance from `text`, the first one if
/// several are equal; the empty text if there are no names.
pub fn nearest(text: &str, names: impl IntoIterator<Item = &'static str>) -> &'static str {
    names
        .into_iter()
        .min_by_key(|name| strsim::damerau_levenshtein(text, name))
        .unwrap_or_default()
}
