//! Checks that text, lines and shapes keep the minimum sizes and the margins.

use super::boxes::{Box4, Boxes, SLACK};
use super::faults::Faults;
use crate::print::paper::INCH;
use crate::print::read::{PageItem, PageWords};
use crate::print::shop::Shop;

type PixelPoint = (f64, f64);

/// A page that is being checked.
pub(super) struct PaintCheck<'a> {
    pub(super) shop: &'a Shop,
    pub(super) boxes: &'a Boxes,
    /// The area in which the shop allows type and lines.
    pub(super) safe: Box4,
    /// The page number, from 1.
    pub(super) page: usize,
}

impl PaintCheck<'_> {
    /// Checks one painted item.
    pub(super) fn check(&self, item: &PageItem, faults: &mut Faults) {
        match item {
            PageItem::Text(words) => {
                if !words.text.trim().is_empty() {
                    self.ink(words.ink, faults);
                    self.text(words, faults);
                }
            }
            PageItem::Lines(lines, width, ink) => {
                self.ink(*ink, faults);
                self.lines(lines, *width, faults);
            }
            PageItem::Fill(bounds, ink) => {
                self.ink(*ink, faults);
                self.fill(*bounds, faults);
            }
            PageItem::PictureInk(ink) => self.ink(*ink, faults),
            PageItem::Other(what) => {
                let what = format!("{what}: only plain grey prints as black ink alone");
                faults.add(self.page, what);
            }
        }
    }

    fn ink(&self, ink: f64, faults: &mut Faults) {
        let least = self.shop.least_grey;
        if ink > 0.001 && ink < least - 0.001 {
            let (ink, least) = (ink * 100.0, least * 100.0);
            let what = format!("grey of {ink:.0} %, under {least:.0} %");
            faults.measured(self.page, what, "grey under the least", -ink);
        }
    }

    fn text(&self, words: &PageWords, faults: &mut Faults) {
        let (least, size) = (self.shop.least_type, words.size);
        if size < least - 0.01 {
            let what = format!("type of {size:.1} pt, under {least} pt");
            faults.measured(self.page, what, "type under the least", -size);
        }
        // Checks both ends of the base line, and the points above them at the height of a capital.
        let above = |(x, y): PixelPoint| (x + words.up.0, y + words.up.1);
        let (begin, end) = (words.begin, words.end);
        self.margins(&[begin, end, above(begin), above(end)], "type", faults);
    }

    fn is_outside(&self, (x, y): PixelPoint) -> bool {
        let [left, bottom, right, top] = self.boxes.trim;
        x < left - SLACK || x > right + SLACK || y < bottom - SLACK || y > top + SLACK
    }

    fn lines(&self, lines: &[(PixelPoint, PixelPoint)], width: f64, faults: &mut Faults) {
        let is_off =
            |&(from, to): &(PixelPoint, PixelPoint)| self.is_outside(from) || self.is_outside(to);
        if !lines.is_empty() && lines.iter().all(is_off) {
            if !self.shop.marks {
                let what = format!("lines outside the trim: {} allows no marks", self.shop.name);
                faults.add(self.page, what);
            }
            return;
        }
        let least = self.shop.least_line;
        if width < least - 0.01 {
            let what = format!("a line of {width:.2} pt, under {least} pt");
            faults.measured(self.page, what, "a line under the least", -width);
        }
        let ends: Vec<PixelPoint> = lines.iter().flat_map(|&(from, to)| [from, to]).collect();
        self.margins(&ends, "a line", faults);
    }

    fn fill(&self, [left, bottom, right, top]: Box4, faults: &mut Faults) {
        let corners = [(left, bottom), (right, top)];
        if !corners.iter().any(|&corner| self.is_outside(corner)) {
            self.margins(&corners, "a shape", faults);
        } else if self.boxes.bleed == self.boxes.trim && self.boxes.media == self.boxes.trim {
            faults.add(self.page, "a shape crosses the trim, and there is no bleed");
        }
    }

    fn margins(&self, points: &[PixelPoint], what: &str, faults: &mut Faults) {
        let safe = self.safe;
        let over = |(x, y): PixelPoint| [safe[0] - x, safe[1] - y, x - safe[2], y - safe[3]];
        let worst = |side: usize| points.iter().map(|&it| over(it)[side]).fold(0.0, f64::max);
        let depth = (0..4).map(worst).fold(0.0, f64::max);
        if depth <= SLACK {
            return;
        }
        let inner = if self.page.is_multiple_of(2) { 2 } else { 0 };
        let place = match self.shop.bound && worst(inner) > SLACK {
            true => "gutter",
            false => "margin",
        };
        let (depth, shop) = (depth / INCH, self.shop.name);
        let rule = format!("{what} within the {place}");
        let what = format!("{what} {depth:.3} in within the {place} that {shop} keeps free");
        faults.measured(self.page, what, &rule, depth);
    }
}
