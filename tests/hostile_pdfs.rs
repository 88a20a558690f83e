//! Tests PDFs that claim or repeat too much, such as a tree of a billion pages. They are refused, or reported, in
//! little time and memory. Each of these files once ended the program or kept it busy for ever. The fuzz target of
//! the PDF reader found them.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use sudoku_factory::print::preflight::{self, PreflightReport};
use sudoku_factory::print::{PaperStock, PrintError, ShopPreset, read};

const CATALOGUE: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

/// A PDF that is being written.
struct Pdf {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl Pdf {
    fn new(objects: &[&str]) -> Self {
        let mut pdf = Self {
            bytes: b"%PDF-1.5\n".to_vec(),
            places: Vec::new(),
        };
        for object in objects {
            pdf.add(object.as_bytes());
        }
        pdf
    }

    fn add(&mut self, object: &[u8]) {
        self.places.push(self.bytes.len());
        let number = self.places.len();
        self.bytes.extend(format!("{number} 0 obj\n").bytes());
        self.bytes.extend(object);
        self.bytes.extend(b"\nendobj\n");
    }

    fn add_stream(&mut self, entries: &str, data: &[u8]) {
        let head = format!("<< {entries} /Length {} >>\nstream\n", data.len());
        self.add(&[head.as_bytes(), data, b"\nendstream"].concat());
    }

    /// Returns the file with a table of its objects.
    fn finished(mut self) -> Vec<u8> {
        let start = self.bytes.len();
        let count = self.places.len() + 1;
        let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for place in &self.places {
            end += &format!("{place:010} 00000 n \n");
        }
        end += &format!("trailer << /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        self.bytes
    }

    /// Returns the file with a cross-reference stream, which lists the places of the file's objects. The last entry
    /// is for an object in the object stream that was added last. `widths` states the number of bytes of each of the
    /// three fields of an entry. The true numbers are 1, 4 and 2.
    fn finished_by_stream(mut self, widths: &str) -> Vec<u8> {
        let start = self.bytes.len();
        let mut rows = vec![0; 7];
        for place in &self.places {
            rows.push(1);
            rows.extend((*place as u32).to_be_bytes());
            rows.extend([0; 2]);
        }
        let stream = self.places.len() as u8;
        rows.extend([2, 0, 0, 0, stream, 0, 0]);
        let size = stream + 2;
        self.add_stream(
            &format!("/Type /XRef /W {widths} /Size {size} /Root 1 0 R"),
            &rows,
        );
        self.bytes
            .extend(format!("startxref\n{start}\n%%EOF\n").bytes());
        self.bytes
    }
}

fn page(entries: &str) -> String {
    format!("<< /Type /Page /MediaBox [0 0 432 648] {entries} >>")
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn checked(file: &[u8]) -> Result<PreflightReport, PrintError> {
    preflight::check(file, ShopPreset::Home, PaperStock::White)
}

/// Asserts that a file is refused for this reason.
fn refused(file: &[u8], why: &str) {
    let said = checked(file).unwrap_err().to_string();
    assert!(said.contains(why), "{said}");
}

/// A tree of pages is refused if its nodes name a page twice. Thirty such nodes would make a billion pages.
#[test]
fn a_tree_of_pages_names_each_page_once() {
    let mut pdf = Pdf::new(&[CATALOGUE]);
    for next in 3..33 {
        pdf.add(format!("<< /Kids [{next} 0 R {next} 0 R] >>").as_bytes());
    }
    pdf.add(page("").as_bytes());
    refused(&pdf.finished(), "names a page twice");
}

/// A page is reported if it needs too many operators. The form on this page paints itself a hundred times. The reader
/// follows at most eight levels of nested forms, but even these would paint 10^16 forms.
#[test]
fn a_page_is_read_up_to_a_number_of_operators() {
    let uses = "/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>";
    let mut pdf = Pdf::new(&[CATALOGUE, PAGES, &page(uses)]);
    pdf.add_stream("", b"/X Do ".repeat(100).as_slice());
    pdf.add_stream("/Subtype /Form", b"/X Do ".repeat(100).as_slice());
    let report = checked(&pdf.finished()).unwrap();
    let found = |words: &str| report.faults.iter().any(|it| it.what.contains(words));
    assert!(found("cannot be checked"), "{:?}", report.faults);
}

/// A long text with line breaks that overlaps another text is reported in a single line.
#[test]
fn texts_with_line_breaks_are_named_in_a_line() {
    let uses = "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>";
    let mut pdf = Pdf::new(&[CATALOGUE, PAGES, &page(uses)]);
    let text = "one line\nand another ".repeat(9);
    let shown =
        format!("BT /F 12 Tf 72 300 Td ({text}) Tj ET BT /F 12 Tf 80 302 Td (other words) Tj ET");
    pdf.add_stream("", shown.as_bytes());
    let widths = "500 ".repeat(256);
    let font = format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /Widths [{widths}] >>"
    );
    pdf.add(font.as_bytes());
    let report = checked(&pdf.finished()).unwrap();
    let told = report.faults.iter().map(ToString::to_string);
    let told: Vec<String> = told.filter(|it| it.contains("one line")).collect();
    assert!(!told.is_empty(), "{:?}", report.faults);
    assert!(told.iter().all(|it| !it.contains('\n')), "{told:?}");
}

/// A page is refused if its content is too long. This page has a thousand parts. Each part is the same stream, which
/// has sixteen megabytes when it is unpacked.
#[test]
fn the_content_of_a_page_is_limited() {
    let contents = format!("/Contents [{}]", "4 0 R ".repeat(1000));
    let mut pdf = Pdf::new(&[CATALOGUE, PAGES, &page(&contents)]);
    pdf.add_stream("/Filter /FlateDecode", &deflated(&vec![b' '; 16 << 20]));
    refused(&pdf.finished(), "the content of a page is too long");
}

/// A stream is read as empty if a row of its PNG filter is longer than the stream. These rows have a quadrillion
/// columns, but the stream holds three bytes.
#[test]
fn rows_longer_than_their_stream_are_no_rows() {
    let mut pdf = Pdf::new(&[CATALOGUE, PAGES, &page("/Contents 4 0 R")]);
    let rows = "/DecodeParms << /Predictor 12 /Columns 1000000000000000 >>";
    pdf.add_stream(&format!("/Filter /FlateDecode {rows}"), &deflated(b"q Q"));
    assert_eq!(read::grids(&pdf.finished()).unwrap(), []);
}

/// An object stream is read even if its length is an object in the stream itself.
#[test]
fn an_object_stream_is_read_without_its_own_objects() {
    let mut pdf = Pdf::new(&[CATALOGUE]);
    pdf.add(b"<< /N 1 /First 4 /Length 3 0 R >>\nstream\n3 0 9\nendstream");
    let report = checked(&pdf.finished_by_stream("[1 4 2]")).unwrap();
    assert_eq!(report.pages, 1);
}

/// A cross-reference stream is refused if it states a field of more than eight bytes, a width too large for any number,
/// or too few fields.
#[test]
fn places_have_at_most_eight_bytes() {
    for widths in ["[1 9 1]", "[99999999999999999999999 1 0]", "[1 4]"] {
        let pdf = Pdf::new(&[CATALOGUE, "<< >>"]);
        refused(
            &pdf.finished_by_stream(widths),
            "stream of objects is broken",
        );
    }
}

/// A table of characters is read only up to a maximum number of entries. This table gives the meanings of all codes of
/// a font a hundred thousand times.
#[test]
fn a_table_of_characters_is_read_up_to_a_number_of_entries() {
    let fonts = "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>";
    let mut pdf = Pdf::new(&[CATALOGUE, PAGES, &page(fonts)]);
    pdf.add_stream("", b"BT /F 12 Tf (7) Tj ET");
    pdf.add(b"<< /Type /Font /Subtype /Type0 /ToUnicode 6 0 R >>");
    let ranges = "<0000> <ffff> <0041>\n".repeat(100_000);
    pdf.add_stream("", format!("{ranges}endbfrange").as_bytes());
    assert_eq!(read::grids(&pdf.finished()).unwrap(), []);
}
