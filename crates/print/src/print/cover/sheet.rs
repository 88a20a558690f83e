//! Typesets the text of a cover, and makes its PDF.

use super::Cover;
use super::barcode::{BARS, MODULE, MODULES};
use crate::print::canvas::{Ink, Rect};
use crate::print::fonts::Weight;
use crate::print::paper::{INCH, Sheet};
use crate::print::pdf::{CoverPage, PdfFile, PdfMetadata};
use crate::print::pen::{Align, Pen, Style};
use crate::print::prose::broken_lines;
use crate::print::shop::{SPINE_MARGIN, Shop};
use crate::print::{PrintError, preflight};

/// The minimum type size on a cover, in points.
const LEAST_TYPE: f64 = 7.0;
/// The size of the box for a bar code, as specified by KDP.
const BOX: (f64, f64) = (2.0 * INCH, 1.2 * INCH);
/// The width of the box for a bar code with a price code.
const WIDE_BOX: f64 = 2.4 * INCH;
/// The distance of the bar code's box from the spine and from the lower edge.
const BY_BOX: f64 = 0.25 * INCH;
/// The distance of text from the edges of the front or back, as a share of the trim's width.
const EDGE: f64 = 0.09;

/// A line of text and the distance of its baseline from the top.
struct CoverLine {
    y: f64,
    style: Style,
    words: String,
}

/// The texts of a cover: at the top and at the bottom of the front, and on the back.
struct Words {
    above: Vec<CoverLine>,
    foot: Vec<CoverLine>,
    back: Vec<CoverLine>,
}

impl Cover<'_> {
    /// Returns the PDF of the cover, checked against the shop's requirements.
    ///
    /// # Errors
    /// If the text does not fit, or the shop would refuse the cover.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        let job = self.book.job();
        let (width, height) = self.size();
        let bleed = job.shop.bleed;
        let sheet = Sheet {
            media: (width + 2.0 * bleed, height + 2.0 * bleed),
            origin: (bleed, bleed),
            trim: (width, height),
            bleed: [bleed; 4],
        };
        let (above, top) = self.upper()?;
        let foot = self.foot()?;
        let margin = job.trim.width * EDGE;
        let lower = Rect {
            x: job.trim.width + self.spine + margin,
            y: top + margin * 0.5,
            width: job.trim.width - 2.0 * margin,
            height: foot.0 - margin * 0.6 - top - margin * 0.5,
        };
        if lower.height < job.trim.height * 0.25 {
            return Err(too_long());
        }
        let back = self.back()?;
        let words = Words {
            above,
            foot: foot.1,
            back,
        };
        let mut file = PdfFile::new(&job.fonts, job.standard);
        let picture = self.picture.as_ref();
        let name = picture.map(|picture| file.add_picture(picture));
        file.cover(&sheet, |page| {
            self.draw(page, name.as_deref(), lower, &words)
        })?;
        let bytes = file.finish(&PdfMetadata {
            title: self.book.title(),
            author: job.author.clone(),
            date: job.date,
            condition: job.shop.condition(),
            made_for: Some((job.shop.preset, job.stock)),
            cover: Some((job.trim, self.pages)),
        })?;
        // The settings may exceed the shop's usual values, so they are accepted as intended.
        let shop = Shop {
            standard: job.standard,
            ..job.shop
        };
        let checked = preflight::check_cover(&bytes, &shop, job.trim, self.pages, job.stock)?;
        match checked.faults.first() {
            None => Ok(bytes),
            Some(fault) => Err(PrintError::ReadBack(fault.to_string())),
        }
    }

    /// Draws the background, the text and the bar code. If `name` is given, also draws the picture with this name.
    fn draw(
        &self,
        page: &mut CoverPage<'_>,
        name: Option<&str>,
        lower: Rect,
        words: &Words,
    ) -> Result<(), PrintError> {
        let job = self.book.job();
        page.colour(Some(&self.palette));
        self.ground(&mut page.pen(&job.fonts), lower);
        if let Some((name, picture)) = name.zip(self.picture.as_ref()) {
            let area = Rect {
                x: job.trim.width + self.spine,
                y: lower.y,
                width: job.trim.width + job.shop.bleed,
                height: lower.height,
            };
            page.picture(name, area, picture.filling(area.width, area.height)?);
        }
        let mut pen = page.pen(&job.fonts);
        let middle = job.trim.width * 1.5 + self.spine;
        for line in words.above.iter().chain(&words.foot) {
            pen.text((middle, line.y), Align::Middle, line.style, &line.words);
        }
        let left = job.trim.width * EDGE;
        for line in &words.back {
            pen.text((left, line.y), Align::Left, line.style, &line.words);
        }
        self.spine_words(page);
        page.colour(None);
        self.code(&mut page.pen(&job.fonts));
        Ok(())
    }

    /// Returns the lines at the top of the front (series, title and subtitle), and the y coordinate where they end.
    fn upper(&self) -> Result<(Vec<CoverLine>, f64), PrintError> {
        let job = self.book.job();
        let ink = self.inks().front;
        let trim = job.trim;
        let mut y = (trim.height * 0.06).max(job.shop.cover_margin() + 4.0);
        let mut lines = Vec::new();
        let text = (trim.width / 24.0).max(LEAST_TYPE);
        let mut add = |y: &mut f64, size: f64, weight, words: String| {
            *y += size;
            let style = Style { size, weight, ink };
            lines.push(CoverLine {
                y: *y,
                style,
                words,
            });
            *y += size * 0.25;
        };
        if let Some(series) = &self.series {
            let (size, words) = self.fitted(series, Weight::Regular, text * 0.9, 2)?;
            words
                .into_iter()
                .for_each(|it| add(&mut y, size, Weight::Regular, it));
            y += text * 0.4;
        }
        let (size, words) = self.fitted(&job.title, Weight::Bold, trim.width / 7.0, 3)?;
        words
            .into_iter()
            .for_each(|it| add(&mut y, size, Weight::Bold, it));
        let subtitle = self.book.subtitle();
        if !subtitle.is_empty() {
            y += text * 0.3;
            let (size, words) = self.fitted(&subtitle, Weight::Regular, text, 3)?;
            words
                .into_iter()
                .for_each(|it| add(&mut y, size, Weight::Regular, it));
        }
        Ok((lines, y))
    }

    /// Returns the y coordinate where the author's name begins at the bottom of the front, and the lines of the
    /// name. Without an author, there are no lines.
    fn foot(&self) -> Result<(f64, Vec<CoverLine>), PrintError> {
        let job = self.book.job();
        let bottom = job.trim.height - (job.trim.height * 0.045).max(job.shop.cover_margin() + 4.0);
        let Some(author) = &job.author else {
            return Ok((bottom, Vec::new()));
        };
        let most = (job.trim.width / 22.0).max(LEAST_TYPE);
        let (size, words) = self.fitted(author, Weight::Regular, most, 2)?;
        let ink = self.inks().front;
        let style = Style {
            size,
            weight: Weight::Regular,
            ink,
        };
        let above = |below: usize| bottom - below as f64 * size * 1.25;
        let begins = above(words.len() - 1) - size * 1.2;
        let lines = (0..words.len()).rev().zip(words);
        let line = |(below, words)| CoverLine {
            y: above(below),
            style,
            words,
        };
        Ok((begins, lines.map(line).collect()))
    }

    /// Returns the largest type size, up to `most`, at which a text fits on `most_lines` lines, and the lines of
    /// the text. Fails if the text does not fit even at the minimum type size.
    fn fitted(
        &self,
        text: &str,
        weight: Weight,
        most: f64,
        most_lines: usize,
    ) -> Result<(f64, Vec<String>), PrintError> {
        let job = self.book.job();
        let width = job.trim.width * (1.0 - 2.0 * EDGE);
        let mut size = most;
        while size >= LEAST_TYPE {
            let style = Style {
                size,
                weight,
                ink: Ink::BLACK,
            };
            let lines = broken_lines(&job.fonts, width, job.texts.spaces, style, text);
            let mut words = text.split(' ').filter(|_| job.texts.spaces);
            if lines.len() <= most_lines
                && words.all(|word| job.fonts.width(weight, word, size) <= width)
            {
                return Ok((size, lines));
            }
            size *= 0.94;
        }
        Err(too_long())
    }

    /// Returns the lines of the text on the back, above the bar code.
    fn back(&self) -> Result<Vec<CoverLine>, PrintError> {
        let job = self.book.job();
        let width = job.trim.width * (1.0 - 2.0 * EDGE);
        let bottom = job.trim.height - BY_BOX - BOX.1 - 12.0;
        let ink = self.inks().back;
        let mut size = (job.trim.width / 30.0).max(9.0);
        while size >= LEAST_TYPE {
            let style = Style {
                size,
                weight: Weight::Regular,
                ink,
            };
            let mut y = job.trim.height * 0.1;
            let mut lines = Vec::new();
            for paragraph in self.blurb.split("\n\n") {
                let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
                for words in broken_lines(&job.fonts, width, job.texts.spaces, style, &text) {
                    y += size * 1.42;
                    lines.push(CoverLine { y, style, words });
                }
                y += size * 0.7;
            }
            if y <= bottom {
                return Ok(lines);
            }
            size *= 0.94;
        }
        let said = "the blurb is too long for the back of this cover: shorten it";
        Err(PrintError::Impossible(said.to_owned()))
    }

    /// Writes the title and the author's name down the spine, if the spine is wide enough. The author's name is left
    /// out if there is no room for it beside the title.
    fn spine_words(&self, page: &mut CoverPage<'_>) {
        let job = self.book.job();
        let size = ((self.spine - 2.0 * SPINE_MARGIN) * 0.75).min(24.0);
        if self.pages < job.shop.least_pages_of_spine_words() || size < LEAST_TYPE {
            return;
        }
        let edge = (job.trim.height * 0.05).max(job.shop.cover_margin() + 4.0);
        let length = job.trim.height - 2.0 * edge;
        let ink = self.inks().spine;
        // The capitals are centred on the spine.
        let base = job.trim.width + self.spine / 2.0 - size * 0.34;
        let fonts = &job.fonts;
        page.down((base, edge), fonts, |pen| {
            let author = job.author.as_deref().unwrap_or_default();
            let plain = Style {
                size: (size * 0.8).max(LEAST_TYPE),
                weight: Weight::Regular,
                ink,
            };
            let title = self.book.title();
            let beside = length - size - fonts.width(Weight::Bold, &title, size);
            let taken = match fonts.width(plain.weight, author, plain.size) {
                wide if wide > beside.max(length * 0.4) => 0.0,
                wide => wide,
            };
            if taken > 0.0 {
                pen.text((length, 0.0), Align::Right, plain, author);
            }
            let bold = Style {
                size,
                weight: Weight::Bold,
                ink,
            };
            let title = fonts.shortened(bold.weight, &title, size, length - taken - size);
            pen.text((0.0, 0.0), Align::Left, bold, &title);
        });
    }

    /// Draws a white box in the lower right corner of the back, with the bar code inside. If there is no bar code, the
    /// box stays empty, so that the shop can print its own code there.
    fn code(&self, pen: &mut Pen<'_>) {
        let trim = self.book.job().trim;
        let has_price = self.barcode.as_ref().is_some_and(|it| it.price.is_some());
        let (width, height) = (if has_price { WIDE_BOX } else { BOX.0 }, BOX.1);
        let area = Rect {
            x: trim.width - BY_BOX - width,
            y: trim.height - BY_BOX - height,
            width,
            height,
        };
        pen.canvas.fill(&[area], Ink(0.0));
        let Some(code) = &self.barcode else { return };
        let at = (
            area.x + (width - code.width()) / 2.0 + 2.0 * MODULE,
            area.y + (height - BARS - 12.0) / 2.0,
        );
        pen.canvas.fill(&code.rects(at), Ink::BLACK);
        let style = Style::text(9.0);
        let base = at.1 + BARS + 10.0;
        let half = |from: usize| at.0 + from as f64 * MODULE;
        let digits = &code.digits;
        pen.text(
            (at.0 - 2.5 * MODULE, base),
            Align::Right,
            style,
            &digits[..1],
        );
        pen.text((half(24), base), Align::Middle, style, &digits[1..7]);
        pen.text(
            (half(MODULES - 24), base),
            Align::Middle,
            style,
            &digits[7..],
        );
        if let Some(price) = &code.price {
            let middle = at.0 + (code.price_at() + code.width()) / 2.0;
            pen.text((middle, at.1 + 6.0), Align::Middle, Style::text(8.0), price);
        }
    }
}

fn too_long() -> PrintError {
    let said =
        "title, subtitle, series and author are too long for a cover of this size: shorten them";
    PrintError::Impossible(said.to_owned())
}
