//! The title, author and other metadata of a PDF. Two entries are only for PDF/X-4: XMP metadata, and an embedded
//! ICC profile of the printing condition.

use crate::print::paper::Trim;
use crate::print::shop::{PaperStock, ShopPreset};
use crate::print::svg::escaped;
use jiff::civil::Date;

/// The metadata of a PDF. A file without a PDF/X standard contains only `made_for` and `cover`.
#[derive(Debug, Clone, PartialEq)]
pub struct PdfMetadata {
    /// The title.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The book's date. It is not the current date, so that the same pack always results in the same bytes.
    pub date: Date,
    /// The intended printing condition, as registered with the ICC.
    pub condition: &'static str,
    /// The shop and the paper that the file is made for, which the preflight reads; `None` for a separate picture or a
    /// page of a calendar.
    pub made_for: Option<(ShopPreset, PaperStock)>,
    /// For a cover, the trim and the number of pages of its book.
    pub cover: Option<(Trim, usize)>,
}

impl Default for PdfMetadata {
    /// Returns empty metadata, for a plain file.
    fn default() -> Self {
        Self {
            title: String::new(),
            author: None,
            date: Date::constant(2026, 1, 1),
            condition: "",
            made_for: None,
            cover: None,
        }
    }
}

/// The key of this program's private entry in the catalogue of a PDF. The entry names the print shop and the paper that
/// the file is made for, the file's symbols and, in a cover, the book that the cover belongs to. Names that begin with
/// XX are for private use (ISO 32000-1, annex E); shops and viewers ignore them.
pub(in crate::print) const MADE_FOR: &str = "XXSudokuFactory";

/// The name of the ICC profile.
pub(super) const PROFILE_NAME: &str = "Grey, gamma 1.75";

/// Returns an ICC profile, version 2.4, for a device that prints grey: the four required tags of a
/// monochrome output profile (ICC.1:2001-04, 6.3.3.1).
pub(super) fn grey_profile() -> Vec<u8> {
    let mut description = b"desc\0\0\0\0".to_vec();
    description.extend((PROFILE_NAME.len() as u32 + 1).to_be_bytes());
    description.extend(PROFILE_NAME.bytes());
    // The end of the text, an empty Unicode name (8 bytes) and an empty Macintosh name (3 + 67
    // bytes).
    description.extend([0; 1 + 8 + 3 + 67]);
    let copyright = b"text\0\0\0\0No copyright, use freely\0".to_vec();
    let mut white = b"XYZ \0\0\0\0".to_vec();
    white.extend(D50);
    let mut curve = b"curv\0\0\0\0\0\0\0\x01".to_vec();
    curve.extend([1, 192]); // 1.75 in steps of 1/256

    let tags = [
        (b"desc", description),
        (b"cprt", copyright),
        (b"wtpt", white),
        (b"kTRC", curve),
    ];
    let mut table = (tags.len() as u32).to_be_bytes().to_vec();
    let mut data = Vec::new();
    let start = HEADER + 4 + 12 * tags.len();
    for (name, mut tag) in tags {
        let at = start + data.len();
        table.extend(name);
        table.extend((at as u32).to_be_bytes());
        table.extend((tag.len() as u32).to_be_bytes());
        tag.resize(tag.len().next_multiple_of(4), 0);
        data.extend(tag);
    }
    let mut profile = vec![0; HEADER];
    profile[..4].copy_from_slice(&((start + data.len()) as u32).to_be_bytes());
    profile[8..12].copy_from_slice(&[2, 0x40, 0, 0]);
    profile[12..24].copy_from_slice(b"prtrGRAYXYZ ");
    // The date of the profile, which is required and never changes.
    profile[24..36].copy_from_slice(&[0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    profile[36..40].copy_from_slice(b"acsp");
    profile[68..80].copy_from_slice(&D50);
    profile.extend(table);
    profile.extend(data);
    profile
}

const HEADER: usize = 128;
/// The white point of the profile connection space, in 16.16 fixed point.
const D50: [u8; 12] = [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D];

/// Returns the XMP packet.
pub(super) fn xmp(about: &PdfMetadata) -> String {
    let (title, date) = (escaped(&about.title), about.date);
    let author = about.author.as_deref().map_or_else(String::new, |author| {
        let author = escaped(author);
        format!("   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n")
    });
    let id = blake3::hash(format!("{title}{author}{date}").as_bytes()).to_hex();
    format!(
        r#"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
{author}   <xmp:CreatorTool>Sudoku Factory</xmp:CreatorTool>
   <xmp:CreateDate>{date}T00:00:00Z</xmp:CreateDate>
   <xmp:ModifyDate>{date}T00:00:00Z</xmp:ModifyDate>
   <xmp:MetadataDate>{date}T00:00:00Z</xmp:MetadataDate>
   <xmpMM:DocumentID>uuid:{}</xmpMM:DocumentID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
   <pdf:Producer>Sudoku Factory</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"#,
        &id[..32]
    )
}
