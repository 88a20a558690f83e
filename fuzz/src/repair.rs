//! Corrects the checksums of mutated files, so that fuzzing reaches the code behind the checks of checksums. In
//! mutated PDFs, lengths and offsets are corrected.

/// The first bytes of a frame, the unit of which `.pack` files consist.
const MAGIC: &[u8] = b"SUDF";
/// The number of bytes of a frame's header; `docs/pack-format.md` describes them.
const HEADER: usize = 32;

/// Returns a file of frames in which the length and both checksums of every frame fit its bytes. A frame ends where
/// the next one begins, even if bytes were inserted or removed.
pub fn frames(bytes: &[u8]) -> Vec<u8> {
    let mut fixed = bytes.to_vec();
    for (start, end) in bounds(bytes) {
        let frame = &mut fixed[start..end];
        if frame.len() < HEADER {
            continue;
        }
        let (header, payload) = frame.split_at_mut(HEADER);
        header[16..24].copy_from_slice(&(payload.len() as u64).to_le_bytes());
        header[24..28].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
        let checksum = crc32fast::hash(&header[..28]);
        header[28..].copy_from_slice(&checksum.to_le_bytes());
    }
    fixed
}

/// Returns all frames of a file except the first.
pub fn after_first_frame(bytes: &[u8]) -> &[u8] {
    bounds(bytes)
        .get(1)
        .map_or(&[], |&(start, _)| &bytes[start..])
}

fn bounds(bytes: &[u8]) -> Vec<(usize, usize)> {
    let windows = bytes.windows(MAGIC.len()).enumerate();
    let starts: Vec<usize> = windows
        .filter_map(|(at, window)| (window == MAGIC).then_some(at))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().copied().zip(ends).collect()
}

/// Returns the text of a `pack.json` with a correct seal.
pub fn seal(text: &[u8]) -> Vec<u8> {
    let key = b"  \"seal\": \"";
    let end = text.windows(key.len()).rposition(|window| window == key);
    let mut sealed = text[..end.unwrap_or(text.len())].to_vec();
    let seal = blake3::hash(&sealed);
    sealed.extend_from_slice(format!("  \"seal\": \"{seal}\"\n}}\n").as_bytes());
    sealed
}

/// Returns a PDF with a correct table of objects and correct stream lengths. Its trailer is the last trailer of the
/// input, or a minimal one if there is none.
pub fn pdf(bytes: &[u8]) -> Vec<u8> {
    let fixed = with_lengths(bytes);
    let places = objects(&fixed);
    let trailer = rfind(&fixed, b"trailer").map_or_else(
        || b"trailer << /Root 1 0 R >>".to_vec(),
        |at| {
            let rest = &fixed[at..];
            rest[..find(rest, b"startxref").unwrap_or(rest.len())].to_vec()
        },
    );
    let body = rfind(&fixed, b"xref\n0 ").unwrap_or(fixed.len());
    let mut out = fixed[..body].to_vec();
    let start = out.len();
    out.extend_from_slice(b"xref\n");
    for (number, at) in places.iter().filter(|it| it.1 < body) {
        out.extend_from_slice(format!("{number} 1\n{at:010} 00000 n \n").as_bytes());
    }
    out.extend_from_slice(&trailer);
    out.extend_from_slice(format!("\nstartxref\n{start}\n%%EOF\n").as_bytes());
    out
}

/// Returns a PDF in which the last `/Length` before each stream is the number of the stream's bytes.
fn with_lengths(bytes: &[u8]) -> Vec<u8> {
    let (key, begin, end) = (b"/Length ", b"stream\n", b"\nendstream");
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = find(rest, begin) {
        let (head, body) = rest.split_at(at + begin.len());
        let Some(length) = find(body, end) else { break };
        match rfind(head, key) {
            Some(at) => {
                let (before, after) = head.split_at(at + key.len());
                let digits = after
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                out.extend_from_slice(before);
                out.extend_from_slice(length.to_string().as_bytes());
                out.extend_from_slice(&after[digits..]);
            }
            None => out.extend_from_slice(head),
        }
        let (body, after) = body.split_at(length + end.len());
        out.extend_from_slice(body);
        rest = after;
    }
    out.extend_from_slice(rest);
    out
}

/// Returns the number and the byte offset of each object of a PDF.
fn objects(bytes: &[u8]) -> Vec<(u32, usize)> {
    let key = b" 0 obj";
    let windows = bytes.windows(key.len()).enumerate();
    let ends = windows.filter_map(|(at, window)| (window == key).then_some(at));
    let found = ends.filter_map(|end| {
        let digits = bytes[..end].iter().rev().take(6);
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&bytes[end - digits..end]).ok()?;
        Some((number.parse().ok()?, end - digits))
    });
    found.collect()
}

fn find(bytes: &[u8], key: &[u8]) -> Option<usize> {
    bytes.windows(key.len()).position(|window| window == key)
}

fn rfind(bytes: &[u8], key: &[u8]) -> Option<usize> {
    bytes.windows(key.len()).rposition(|window| window == key)
}
