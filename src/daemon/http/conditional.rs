//! Saves clients from loading the same bytes twice (RFC 9110, sections 13 and 14). Entity tags show whether a client's
//! copy is still valid. Ranges let a client resume a download.

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::ops::Range;

/// The maximum length, in bytes, of a JSON answer that gets an entity tag computed from its content.
const LONGEST: u64 = 4 << 20;

/// Returns the entity tag of content that depends only on these parts. The tag is weak, because the content may be sent
/// compressed.
pub fn weak_tag(parts: &[&str]) -> HeaderValue {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let hex = hasher.finalize().to_hex();
    value(format!("W/\"{}\"", &hex[..32]))
}

/// Returns the entity tag for a file that has this digest.
pub fn strong_tag(digest: &str) -> HeaderValue {
    let hex = digest.chars().filter(char::is_ascii_alphanumeric).take(32);
    value(format!("\"{}\"", hex.collect::<String>()))
}

/// Returns the strong form of a weak entity tag, for content that is never compressed and may be sent in
/// parts.
pub fn as_strong(tag: &HeaderValue) -> HeaderValue {
    let text = tag.to_str().unwrap_or_default();
    value(text.trim_start_matches("W/").to_owned())
}

fn value(text: String) -> HeaderValue {
    // Hexadecimal digits and quotes always make a valid header.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Returns whether the headers of a request say that the client already has the content with this tag.
pub fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |text: &str| text.trim().trim_start_matches("W/").to_owned();
    let tag = plain(tag.to_str().unwrap_or_default());
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    let known = known.filter_map(|line| line.to_str().ok());
    known
        .flat_map(|line| line.split(','))
        .any(|it| it.trim() == "*" || plain(it) == tag)
}

/// Returns whether a request accepts an answer that is compressed by one of the codings of this server.
pub fn accepts_compression(asked: &HeaderMap) -> bool {
    let codings = ["gzip", "x-gzip", "zstd"].into_iter();
    let mut codings = codings.filter(|&it| it != "zstd" || cfg!(feature = "zstd"));
    codings.any(|coding| accepts(asked, coding))
}

/// Returns whether a request accepts the coding `coding`. The request must name the coding with a weight above 0,
/// or without a weight.
pub fn accepts(asked: &HeaderMap, coding: &str) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    let codings = lines.flat_map(|line| line.split(','));
    codings.map(str::to_ascii_lowercase).any(|named| {
        let (name, weight) = named.split_once(';').unwrap_or((&named, "q=1"));
        let weight = weight.trim().strip_prefix("q=").map(str::parse::<f64>);
        let is_refused = weight.is_some_and(|it| it.is_ok_and(|it| it <= 0.0));
        name.trim() == coding && !is_refused
    })
}

/// Returns the answer with status 304, for a client that already has the content.
pub fn not_modified(tag: HeaderValue) -> Response {
    with_tag(StatusCode::NOT_MODIFIED.into_response(), tag)
}

/// Adds an entity tag to an answer, with the instruction that clients must revalidate their copy before each
/// use.
pub fn with_tag(mut response: Response, tag: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    let again = HeaderValue::from_static("private, no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(again);
    response
}

/// Adds an entity tag to the answer to a `GET` request, if the answer is JSON with status 200, is at most 4 MiB long
/// and has no tag yet. Answers 304 if the client already has the content.
pub async fn tagged(method: &Method, asked: &HeaderMap, response: Response) -> Response {
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json");
    let size = response.body().size_hint().exact();
    let is_short = size.is_some_and(|size| size <= LONGEST);
    let is_tagged = response.headers().contains_key(header::ETAG);
    if method != Method::GET
        || response.status() != StatusCode::OK
        || is_tagged
        || !is_json
        || !is_short
    {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, LONGEST as usize).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let hex = blake3::hash(&bytes).to_hex();
    let tag = value(format!("W/\"{}\"", &hex[..32]));
    match is_known(asked, &tag) {
        true => not_modified(tag),
        false => with_tag(Response::from_parts(parts, Body::from(bytes)), tag),
    }
}

/// The part of a file that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePart {
    /// The whole file.
    Whole,
    /// The bytes of this range.
    Bytes(Range<u64>),
    /// A range that lies outside the file.
    Outside,
}

/// Returns the requested part of a file with this entity tag and this length in bytes. The part is the whole file
/// if the request asks for no range, for several ranges or for an invalid range, or if its `If-Range` is not this
/// tag.
pub fn part(asked: &HeaderMap, tag: &HeaderValue, length: u64) -> FilePart {
    let is_same = |it: &HeaderValue| it == tag;
    if !asked.get(header::IF_RANGE).is_none_or(is_same) {
        return FilePart::Whole;
    }
    let range = asked.get(header::RANGE).and_then(|it| it.to_str().ok());
    let range = range.and_then(|text| text.trim().strip_prefix("bytes=")?.split_once('-'));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match range.map(|(first, last)| (first.trim(), last.trim())) {
        Some(("", last)) => match number(last) {
            Some(0) => FilePart::Outside,
            Some(_) if length == 0 => FilePart::Outside,
            Some(count) => FilePart::Bytes(length.saturating_sub(count)..length),
            None => FilePart::Whole,
        },
        Some((first, last)) => {
            let end = if last.is_empty() {
                Some(u64::MAX)
            } else {
                number(last)
            };
            match (number(first), end) {
                (Some(first), Some(end)) if first > end => FilePart::Whole,
                (Some(first), Some(_)) if first >= length => FilePart::Outside,
                (Some(first), Some(end)) => {
                    FilePart::Bytes(first..length.min(end.saturating_add(1)))
                }
                _ => FilePart::Whole,
            }
        }
        None => FilePart::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_files_are_read() {
        let tag = strong_tag("abc");
        let of = |range: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(header::RANGE, range.parse().unwrap());
            part(&asked, &tag, 100)
        };
        assert_eq!(of("bytes=0-9"), FilePart::Bytes(0..10));
        assert_eq!(of("bytes=90-"), FilePart::Bytes(90..100));
        assert_eq!(of("bytes=90-500"), FilePart::Bytes(90..100));
        assert_eq!(of("bytes=-10"), FilePart::Bytes(90..100));
        assert_eq!(of("bytes=-500"), FilePart::Bytes(0..100));
        assert_eq!(of("bytes=100-"), FilePart::Outside);
        let mut end = HeaderMap::new();
        end.insert(header::RANGE, "bytes=-5".parse().unwrap());
        assert_eq!(part(&end, &tag, 0), FilePart::Outside);
        for whole in [
            "bytes=9-0",
            "bytes=0-1,5-6",
            "lines=1-2",
            "bytes=x-",
            "bytes=150-120",
            "bytes=150-x",
            "bytes=150-160,0-1",
        ] {
            assert_eq!(of(whole), FilePart::Whole, "{whole}");
        }
        let mut asked = HeaderMap::new();
        asked.insert(header::RANGE, "bytes=0-9".parse().unwrap());
        asked.insert(header::IF_RANGE, "\"other\"".parse().unwrap());
        assert_eq!(part(&asked, &tag, 100), FilePart::Whole);
    }

    #[test]
    fn tags_are_compared() {
        let tag = weak_tag(&["a", "b"]);
        assert_ne!(tag, weak_tag(&["ab", ""]));
        let known = |text: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(header::IF_NONE_MATCH, text.parse().unwrap());
            is_known(&asked, &tag)
        };
        let text = tag.to_str().unwrap();
        assert!(known(text) && known("*") && known(&format!("\"x\", {text}")));
        assert!(known(text.trim_start_matches("W/")));
        assert!(!known("\"x\"") && !is_known(&HeaderMap::new(), &tag));
    }
}
