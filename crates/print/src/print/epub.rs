//! Makes a book as EPUB 3 with fixed pages. Each page is the drawing of a page of the book, with links laid over
//! it.
//!
//! Digits and words are outlines, as in all SVG pictures of this program, so that each reading app shows the same
//! page. For screen readers, the description of each drawing holds its puzzles or solutions.
//!
//! Sources: EPUB 3.3 (W3C), the chapters on the container, the package document, fixed layouts and the navigation
//! document.

use super::PrintError;
use super::book::Book;
use super::canvas::PageLink;
use super::paper::Sheet;
use super::png::Png;
use super::svg::{Svg, escaped};
use std::fmt::Write as _;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The resolution, in dots per inch, of the cover picture that reading apps show in their list of books.
const COVER_DOTS: u32 = 200;
const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"#;
/// The CSS of all pages: the drawing fills the page, and links lie over it.
const STYLE: &str = "html, body { margin: 0; padding: 0 }\n\
                     svg { display: block; position: absolute; left: 0; top: 0; width: 100%; height: 100% }\n\
                     a { position: absolute; display: block; text-indent: -999em; overflow: hidden }\n";

/// Returns the EPUB file of a book. The same book always results in the same bytes.
///
/// # Errors
/// If the pages are too large for a picture of the title page, or the file can't be packed.
pub(super) fn book(book: &Book) -> Result<Vec<u8>, PrintError> {
    let failed =
        |error: zip::result::ZipError| PrintError::Impossible(format!("the EPUB: {error}"));
    let shelf = shelf_picture(book).ok_or_else(|| {
        PrintError::Impossible(
            "epub shows the title page as a picture: name a smaller --trim".to_owned(),
        )
    })?;
    packed(book, &shelf).map_err(failed)
}

fn packed(book: &Book, shelf: &[u8]) -> zip::result::ZipResult<Vec<u8>> {
    // Without a date of its own each file is of the first day of 1980.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let deflated = stored.compression_method(CompressionMethod::Deflated);
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    // The first file must be this one, and must not be packed.
    out.start_file("mimetype", stored)?;
    out.write_all(b"application/epub+zip")?;
    let mut add = |name: &str, bytes: &[u8]| {
        out.start_file(name, deflated)?;
        Ok::<(), zip::result::ZipError>(out.write_all(bytes)?)
    };
    add("META-INF/container.xml", CONTAINER.as_bytes())?;
    add("EPUB/package.opf", package(book).as_bytes())?;
    add("EPUB/nav.xhtml", navigation(book).as_bytes())?;
    add("EPUB/page.css", STYLE.as_bytes())?;
    add("EPUB/cover.png", shelf)?;
    for page in 1..=book.page_count() {
        add(
            &format!("EPUB/{}", name(page)),
            xhtml(book, page).as_bytes(),
        )?;
    }
    Ok(out.finish()?.into_inner())
}

/// Returns the name of a page's file.
fn name(page: usize) -> String {
    format!("page-{page:04}.xhtml")
}

/// Returns the title page as a picture for lists of books; `None` if the page is too large for a picture.
fn shelf_picture(book: &Book) -> Option<Vec<u8>> {
    let mut png = Png::new(&book.sheet(1), COVER_DOTS)?;
    book.draw(1, &mut png);
    Some(png.finish())
}

/// Returns the beginning of an XHTML document, up to the start of its body. `more` is added to the end of the head.
fn head(book: &Book, title: &str, more: &str) -> String {
    let (language, title) = (escaped(&book.job().language), escaped(title));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{language}\" xml:lang=\"{language}\">\n<head>\n<meta charset=\"UTF-8\"/>\n\
         <title>{title}</title>\n{more}</head>\n<body>\n"
    )
}

fn xhtml(book: &Book, page: usize) -> String {
    let sheet = book.sheet(page);
    let (width, height) = sheet.media;
    let title = format!("{}: {page}", book.title());
    let more = format!(
        "<meta name=\"viewport\" content=\"width={}, height={}\"/>\n\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"page.css\"/>\n",
        width.round(),
        height.round()
    );
    let mut out = head(book, &title, &more);
    let mut svg = Svg::new();
    book.draw(page, &mut svg);
    let drawing = svg.finish(&sheet, &book.job().fonts, &title, &book.words_of(page));
    out.push_str(&drawing);
    for link in book.links(page) {
        out.push_str(&anchor(&sheet, &link));
    }
    out + "</body>\n</html>\n"
}

/// Returns a link that lies over the drawing, with its place and size in percent of the page.
fn anchor(sheet: &Sheet, link: &PageLink) -> String {
    let share = |length: f64, of: f64| (length / of * 10_000.0).round() / 100.0;
    let (width, height) = sheet.media;
    let area = link.area;
    let words = escaped(&link.words);
    format!(
        "<a href=\"{}\" title=\"{words}\" style=\"left:{}%;top:{}%;width:{}%;height:{}%\">{words}</a>\n",
        name(link.page),
        share(area.x + sheet.origin.0, width),
        share(area.y + sheet.origin.1, height),
        share(area.width, width),
        share(area.height, height)
    )
}

fn navigation(book: &Book) -> String {
    let title = book.title();
    let mut out = head(book, &title, "");
    let entry = |page: usize, words: &str| {
        format!(
            "<li><a href=\"{}\">{}</a></li>\n",
            name(page),
            escaped(words)
        )
    };
    let contents = escaped(&book.job().texts.contents);
    let _ = write!(out, "<nav epub:type=\"toc\">\n<h1>{contents}</h1>\n<ol>\n");
    out.push_str(&entry(1, &title));
    for (page, words) in book.parts() {
        out.push_str(&entry(page, &words));
    }
    out.push_str("</ol>\n</nav>\n<nav epub:type=\"page-list\" hidden=\"\">\n<ol>\n");
    for page in 1..=book.page_count() {
        out.push_str(&entry(page, &page.to_string()));
    }
    out + "</ol>\n</nav>\n</body>\n</html>\n"
}

fn package(book: &Book) -> String {
    let job = book.job();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">{}</dc:identifier>\n<dc:title>{}</dc:title>\n<dc:language>{}</dc:language>\n",
        escaped(&job.language),
        identifier(book),
        escaped(&book.title()),
        escaped(&job.language)
    );
    let given = [
        ("creator", job.author.as_ref()),
        ("publisher", job.publisher.as_ref()),
        ("rights", job.rights.as_ref().filter(|it| !it.is_empty())),
    ];
    for (element, words) in given {
        if let Some(words) = words.map(|it| escaped(it)) {
            let _ = writeln!(out, "<dc:{element}>{words}</dc:{element}>");
        }
    }
    let _ = write!(
        out,
        "<meta property=\"dcterms:modified\">{}T00:00:00Z</meta>\n\
         <meta property=\"rendition:layout\">pre-paginated</meta>\n\
         <meta property=\"rendition:orientation\">auto</meta>\n\
         <meta property=\"rendition:spread\">none</meta>\n\
         <meta property=\"schema:accessMode\">visual</meta>\n\
         <meta property=\"schema:accessModeSufficient\">visual</meta>\n\
         <meta property=\"schema:accessibilityFeature\">tableOfContents</meta>\n\
         <meta property=\"schema:accessibilityHazard\">none</meta>\n\
         </metadata>\n<manifest>\n\
         <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"style\" href=\"page.css\" media-type=\"text/css\"/>\n\
         <item id=\"cover\" href=\"cover.png\" media-type=\"image/png\" properties=\"cover-image\"/>\n",
        job.date
    );
    let pages = 1..=book.page_count();
    for page in pages.clone() {
        let name = name(page);
        let _ = writeln!(
            out,
            "<item id=\"p{page}\" href=\"{name}\" media-type=\"application/xhtml+xml\" properties=\"svg\"/>"
        );
    }
    out.push_str("</manifest>\n<spine>\n");
    for page in pages {
        let _ = writeln!(out, "<itemref idref=\"p{page}\"/>");
    }
    out + "</spine>\n</package>\n"
}

/// Returns the ISBN of the book. For a book without an ISBN, returns a UUID computed from the title and the ids of the
/// puzzles (RFC 9562, version 8).
fn identifier(book: &Book) -> String {
    let job = book.job();
    if let Some(isbn) = job.isbns.get(job.volume.unwrap_or(1) - 1) {
        return format!("urn:isbn:{}", isbn.replace(['-', ' '], ""));
    }
    let mut hash = blake3::Hasher::new();
    hash.update(book.title().as_bytes());
    book.ids().for_each(|id| {
        hash.update(id.bytes());
    });
    let hex = hash.finalize().to_hex();
    format!(
        "urn:uuid:{}-{}-8{}-8{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..32]
    )
}
