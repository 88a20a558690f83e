//! Writes the links between pages, as annotations. A link contains the object number of the page that it leads to.
//! So links are written after all pages. Files for print have no links.

use crate::print::canvas::PageLink;
use crate::print::paper::Sheet;
use pdf_writer::types::AnnotationType;
use pdf_writer::writers::Destination;
use pdf_writer::{Finish, Name, Pdf, Rect, Ref};

/// A link with its place on the sheet.
#[derive(Clone, Copy)]
pub(super) struct PlacedLink {
    /// The object number of the link.
    pub(super) key: Ref,
    area: Rect,
    /// The page that the link leads to, from 1.
    page: usize,
}

impl PlacedLink {
    pub(super) fn new(key: Ref, sheet: &Sheet, link: &PageLink) -> Self {
        let area = link.area;
        let left = area.x + sheet.origin.0;
        let top = sheet.media.1 - (area.y + sheet.origin.1);
        let [left, bottom, right, top] =
            [left, top - area.height, left + area.width, top].map(|it| it as f32);
        Self {
            key,
            area: Rect::new(left, bottom, right, top),
            page: link.page,
        }
    }

    /// Writes the link; `pages` holds the object numbers of all pages, in order.
    pub(super) fn write(self, pdf: &mut Pdf, pages: &[Ref]) {
        let mut out = pdf.annotation(self.key);
        out.subtype(AnnotationType::Link)
            .rect(self.area)
            .border(0.0, 0.0, 0.0, None);
        if let Some(target) = pages.get(self.page - 1) {
            let destination = out.insert(Name(b"Dest")).start::<Destination<'_>>();
            destination.page(*target).fit();
        }
        out.finish();
    }
}
