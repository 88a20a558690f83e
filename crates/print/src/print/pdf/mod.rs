//! Writes PDF files, with the entries that PDF/X requires.
//!
//! Inside pages are grey, and only covers have colours. Fonts are embedded, and there is no transparency and no
//! action. The only other things that PDF/X-1a requires are boxes, an output intent and some dictionary entries. Links
//! between pages are annotations, which only files for screens have. The output does not depend on the clock, and the
//! file's id is a hash of its bytes.

mod content;
mod cover_page;
mod embed;
mod link;
mod metadata;
mod standard;
mod symbol_forms;

use super::PrintError;
use super::canvas::{Canvas, PageLink};
use super::cover_picture::CoverPicture;
use super::fonts::Fonts;
use super::paper::Sheet;
use super::shop::Standard;
use content::Content;
pub(super) use cover_page::CoverPage;
use embed::{Embedding, deflated};
use link::PlacedLink;
pub(super) use metadata::MADE_FOR;
pub use metadata::PdfMetadata;
use pdf_writer::{Finish, Name, Rect, Ref};

/// The maximum number of pages in a node of the page tree.
const PAGES_A_NODE: usize = 250;

/// A PDF file that is being written.
pub struct PdfFile<'a> {
    pdf: pdf_writer::Pdf,
    fonts: &'a Fonts,
    embedding: Embedding,
    standard: Standard,
    last: i32,
    catalog: Ref,
    tree: Ref,
    resources: Ref,
    nodes: Vec<(Ref, Vec<Ref>)>,
    pictures: Vec<Ref>,
    links: Vec<PlacedLink>,
}

impl<'a> PdfFile<'a> {
    /// Creates a file without pages.
    pub fn new(fonts: &'a Fonts, standard: Standard) -> Self {
        let settings = pdf_writer::Settings { pretty: false };
        let mut pdf = pdf_writer::Pdf::with_settings(settings);
        let (major, minor) = standard::version(standard);
        pdf.set_version(major, minor);
        pdf.set_binary_marker(b"\xE2\xE3\xCF\xD3");
        Self {
            pdf,
            fonts,
            embedding: Embedding::new(fonts.count()),
            standard,
            last: 3,
            catalog: Ref::new(1),
            tree: Ref::new(2),
            resources: Ref::new(3),
            nodes: Vec::new(),
            pictures: Vec::new(),
            links: Vec::new(),
        }
    }

    fn next(&mut self) -> Ref {
        self.last += 1;
        Ref::new(self.last)
    }

    /// Adds a page and draws on it with `draw`.
    ///
    /// # Errors
    /// The error of `draw`.
    pub fn page<E: From<PrintError>>(
        &mut self,
        sheet: &Sheet,
        draw: impl FnOnce(&mut dyn Canvas) -> Result<(), E>,
    ) -> Result<(), E> {
        self.linked_page(sheet, &[], draw)
    }

    /// Adds a page with links to other pages, and draws on it with `draw`.
    ///
    /// # Errors
    /// The error of `draw`.
    pub(super) fn linked_page<E: From<PrintError>>(
        &mut self,
        sheet: &Sheet,
        links: &[PageLink],
        draw: impl FnOnce(&mut dyn Canvas) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut content = Content::new(sheet, &mut self.embedding);
        draw(&mut content)?;
        let bytes = deflated(&content.finish());
        let placed = links.iter().map(|link| {
            let placed = PlacedLink::new(self.next(), sheet, link);
            self.links.push(placed);
            placed.key
        });
        let links: Vec<Ref> = placed.collect();
        self.add_page(sheet, &bytes, &links);
        Ok(())
    }

    /// Adds a page with these links and this content, which is already deflated.
    fn add_page(&mut self, sheet: &Sheet, bytes: &[u8], links: &[Ref]) {
        let (page, stream) = (self.next(), self.next());
        let node = match self.nodes.last() {
            Some((node, pages)) if pages.len() < PAGES_A_NODE => *node,
            _ => {
                let node = self.next();
                self.nodes.push((node, Vec::new()));
                node
            }
        };
        if let Some((_, pages)) = self.nodes.last_mut() {
            pages.push(page);
        }
        self.write_page(page, node, stream, sheet, links);
        let mut out = self.pdf.stream(stream, bytes);
        out.filter(pdf_writer::Filter::FlateDecode);
    }

    /// Adds a picture, and returns its name for use on covers.
    pub(super) fn add_picture(&mut self, picture: &CoverPicture) -> String {
        let key = self.next();
        cover_page::write_picture(&mut self.pdf, key, picture);
        self.pictures.push(key);
        cover_page::picture_name(self.pictures.len() - 1)
    }

    /// Adds the page of a cover.
    ///
    /// # Errors
    /// The error of `draw`.
    pub(super) fn cover<E: From<PrintError>>(
        &mut self,
        sheet: &Sheet,
        draw: impl FnOnce(&mut CoverPage<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let content = Content::new(sheet, &mut self.embedding);
        let mut page = CoverPage { content };
        draw(&mut page)?;
        let bytes = deflated(&page.content.finish());
        self.add_page(sheet, &bytes, &[]);
        Ok(())
    }

    fn write_page(&mut self, page: Ref, node: Ref, stream: Ref, sheet: &Sheet, links: &[Ref]) {
        let (width, height) = sheet.media;
        let (left, top) = sheet.origin;
        let rect = |[l, t, r, b]: [f64; 4]| {
            let lower = height - (top + sheet.trim.1 + b);
            let right = left + sheet.trim.0 + r;
            Rect::new(
                (left - l) as f32,
                lower as f32,
                right as f32,
                (height - (top - t)) as f32,
            )
        };
        let mut out = self.pdf.page(page);
        out.parent(node).contents(stream);
        out.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
        if self.standard != Standard::Plain || sheet.trim != sheet.media {
            out.trim_box(rect([0.0; 4]));
            out.bleed_box(rect(sheet.bleed));
        }
        if !links.is_empty() {
            out.annotations(links.iter().copied());
        }
        out.pair(Name(b"Resources"), self.resources);
        out.finish();
    }

    /// Returns the finished file.
    ///
    /// # Errors
    /// If a font can't be reduced to its used glyphs.
    pub fn finish(mut self, about: &PdfMetadata) -> Result<Vec<u8>, PrintError> {
        self.write_tree();
        let nodes = self.nodes.iter();
        let pages: Vec<Ref> = nodes.flat_map(|(_, pages)| pages).copied().collect();
        for link in std::mem::take(&mut self.links) {
            link.write(&mut self.pdf, &pages);
        }
        let mut faces = Vec::new();
        let embedding = std::mem::replace(&mut self.embedding, Embedding::new(0));
        for (key, used) in embedding.used() {
            let font = self.fonts.font(key);
            let refs = std::array::from_fn(|_| self.next());
            embed::write(&mut self.pdf, font, used, refs)?;
            faces.push((content::font_name(key), refs[0]));
        }
        let mut forms = Vec::new();
        for picture in self.fonts.pictures() {
            let key = self.next();
            symbol_forms::write(&mut self.pdf, key, picture);
            forms.push(key);
        }
        let mut resources = self.pdf.indirect(self.resources).dict();
        let mut fonts = resources.insert(Name(b"Font")).dict();
        for (name, face) in &faces {
            fonts.pair(Name(name.as_bytes()), *face);
        }
        fonts.finish();
        if self.pictures.len() + forms.len() > 0 {
            let mut objects = resources.insert(Name(b"XObject")).dict();
            for (n, picture) in self.pictures.iter().enumerate() {
                objects.pair(Name(cover_page::picture_name(n).as_bytes()), *picture);
            }
            for (n, form) in forms.iter().enumerate() {
                objects.pair(Name(symbol_forms::name(n).as_bytes()), *form);
            }
        }
        resources.finish();
        let (catalog, tree) = (self.catalog, self.tree);
        let spare = std::array::from_fn(|_| self.next());
        let symbols = self.fonts.symbols();
        standard::write(
            &mut self.pdf,
            self.standard,
            (about, symbols, &forms),
            catalog,
            tree,
            spare,
        );
        let id = blake3::hash(self.pdf.as_bytes()).as_bytes()[..16].to_vec();
        self.pdf.set_file_id((id.clone(), id));
        Ok(self.pdf.finish())
    }

    fn write_tree(&mut self) {
        let count: usize = self.nodes.iter().map(|(_, pages)| pages.len()).sum();
        let mut tree = self.pdf.pages(self.tree);
        tree.kids(self.nodes.iter().map(|(node, _)| *node))
            .count(count as i32);
        tree.finish();
        for (node, pages) in &self.nodes {
            let mut out = self.pdf.pages(*node);
            out.parent(self.tree)
                .kids(pages.iter().copied())
                .count(pages.len() as i32);
            out.finish();
        }
    }
}
