//! The requirements of each print shop or other destination of a book.
//!
//! Sources, read in November 2026: the help pages of KDP (print options; gutter and bleed; submission guidelines),
//! IngramSpark (file creation guide) and Lulu (book creation guide), and RR Donnelley's prepress guide.
//! Requirements change: read the shop's current page before you promise that it will accept a file.

use super::PrintError;
use super::paper::{INCH, MM, Trim};
use super::sizes::{self, TrimSizes};
use serde::{Deserialize, Serialize};

/// The standard that a PDF follows. No free program can certify that a file conforms to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standard {
    /// PDF 1.4 without metadata.
    Plain,
    /// PDF/X-1a:2001, PDF 1.3.
    #[serde(rename = "x1a-2001")]
    X1a2001,
    /// PDF/X-1a:2003, PDF 1.4.
    #[serde(rename = "x1a")]
    X1a2003,
    /// PDF/X-4, PDF 1.6.
    X4,
}

impl Standard {
    /// Returns the name for messages, such as `PDF/X-1a:2003`.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Plain => "plain PDF",
            Self::X1a2001 => "PDF/X-1a:2001",
            Self::X1a2003 => "PDF/X-1a:2003",
            Self::X4 => "PDF/X-4",
        }
    }
}

/// The place of the solutions in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolutionsAt {
    /// On separate pages at the back.
    Back,
    /// Upside down below the puzzle.
    Beneath,
}

/// The distance between the text on a spine and the folds, in points: KDP's 0.0625 in.
pub(super) const SPINE_MARGIN: f64 = 0.0625 * INCH;

/// The paper of a book's pages, which determines the width of the spine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperStock {
    /// White.
    White,
    /// Cream, which is thicker.
    Cream,
}

impl PaperStock {
    /// Both kinds of paper.
    pub const ALL: [Self; 2] = [Self::White, Self::Cream];

    /// Returns the name used in options and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Cream => "cream",
        }
    }
}

/// A print shop, or another destination of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShopPreset {
    /// Amazon's print on demand.
    Kdp,
    /// IngramSpark.
    Ingram,
    /// Lulu.
    Lulu,
    /// An offset press.
    Press,
    /// Newspaper columns.
    Newspaper,
    /// A home printer.
    Home,
    /// A PDF with links for tablets.
    Tablet,
    /// An EPUB with fixed pages.
    Epub,
}

/// The requirements of a shop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shop {
    /// The preset of the shop.
    pub preset: ShopPreset,
    /// The shop's name in messages.
    pub name: &'static str,
    /// The default page size (trim).
    pub trim: Trim,
    /// The page sizes (trims) that the shop accepts.
    pub sizes: TrimSizes,
    /// The minimum number of pages of a book, which is the same for all trims.
    pub least_pages: usize,
    /// `true` if the number of pages must be even.
    pub even: bool,
    /// `true` if the last page must be blank, because the shop prints its own code on it.
    pub last_blank: bool,
    /// `true` if the book is bound, so that left and right pages have different margins.
    pub bound: bool,
    /// The minimum distance of printed items from the outer edges, including top and bottom, in points.
    pub margin: f64,
    /// The width of the bleed in points. The bleed is ink beyond the trim, for items that reach the edge.
    pub bleed: f64,
    /// `true` if pages with bleed also have bleed at the inner edge.
    pub bleeds_inside: bool,
    /// `true` if pages have cut marks.
    pub marks: bool,
    /// The PDF standard.
    pub standard: Standard,
    /// The minimum type size in points.
    pub least_type: f64,
    /// The minimum width of a line in points.
    pub least_line: f64,
    /// The lightest allowed grey, as a share of black.
    pub least_grey: f64,
    /// The default maximum number of puzzles per page.
    pub per_page: usize,
    /// The default place of solutions.
    pub solutions: SolutionsAt,
    /// `true` if the puzzles are arranged in weeks by default, from easy on Monday to hard on Sunday.
    pub ramp: bool,
    /// `true` if pages are read on a screen, with links from puzzle to solution and back.
    pub links: bool,
}

impl ShopPreset {
    /// All presets.
    pub const ALL: [Self; 8] = [
        Self::Kdp,
        Self::Ingram,
        Self::Lulu,
        Self::Press,
        Self::Newspaper,
        Self::Home,
        Self::Tablet,
        Self::Epub,
    ];

    /// Returns the purpose of the preset, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Kdp => {
                "Amazon's print on demand: plain PDF, gutter by number of pages, no crop marks"
            }
            Self::Ingram => {
                "IngramSpark: PDF/X-1a:2001, margins of half an inch, an even number of pages"
            }
            Self::Lulu => "Lulu: plain PDF, 32 to 800 pages",
            Self::Press => "an offset press: PDF/X-1a:2003, A5, crop marks and bleed",
            Self::Newspaper => {
                "a newspaper: puzzles of a column's width, easy on Monday to hard on Sunday"
            }
            Self::Home => "a printer at home: A4, solutions at the back",
            Self::Tablet => "a PDF for tablets: links from puzzle to solution and back",
            Self::Epub => "an EPUB 3 with fixed pages: links from puzzle to solution and back",
        }
    }

    /// Returns the requirements of KDP, on which those of other shops are based.
    const fn on_demand(self) -> Shop {
        Shop {
            preset: self,
            name: "kdp",
            trim: Trim::inches(8.5, 11.0),
            sizes: sizes::KDP,
            least_pages: 24,
            even: true,
            last_blank: false,
            bound: true,
            margin: 0.25 * INCH,
            bleed: 0.125 * INCH,
            bleeds_inside: false,
            marks: false,
            standard: Standard::Plain,
            least_type: 7.0,
            least_line: 0.75,
            least_grey: 0.1,
            per_page: 4,
            solutions: SolutionsAt::Back,
            ramp: false,
            links: false,
        }
    }

    /// Returns the requirements of a printer that binds no books and accepts every file.
    const fn loose(self) -> Shop {
        Shop {
            sizes: TrimSizes::Any,
            least_pages: 1,
            even: false,
            bound: false,
            bleed: 0.0,
            least_line: 0.2,
            ..self.on_demand()
        }
    }

    /// Returns the requirements of a screen: pages with sides in the ratio 3 to 4, as on most tablets, with one puzzle
    /// per page.
    const fn on_screen(self) -> Shop {
        Shop {
            name: match self {
                Self::Epub => "epub",
                _ => "tablet",
            },
            trim: Trim::inches(6.0, 8.0),
            per_page: 1,
            links: true,
            ..self.loose()
        }
    }

    /// Returns the requirements of this shop.
    pub const fn shop(self) -> Shop {
        let (on_demand, loose) = (self.on_demand(), self.loose());
        match self {
            Self::Kdp => on_demand,
            Self::Ingram => Shop {
                name: "ingram",
                sizes: TrimSizes::NotKnown,
                least_pages: 18,
                last_blank: true,
                margin: 0.5 * INCH,
                standard: Standard::X1a2001,
                least_line: 0.5,
                ..on_demand
            },
            Self::Lulu => Shop {
                name: "lulu",
                sizes: sizes::LULU,
                least_pages: 32,
                margin: 0.5 * INCH,
                bleeds_inside: true,
                least_line: 0.5,
                ..on_demand
            },
            Self::Press => Shop {
                name: "press",
                trim: Trim::millimetres(148.0, 210.0),
                sizes: TrimSizes::NotKnown,
                least_pages: 4,
                margin: 5.0 * MM,
                bleed: 3.0 * MM,
                bleeds_inside: true,
                marks: true,
                standard: Standard::X1a2003,
                least_type: 5.0,
                least_line: 0.2,
                per_page: 2,
                ..on_demand
            },
            Self::Newspaper => Shop {
                name: "newspaper",
                trim: Trim::millimetres(130.0, 185.0),
                margin: 0.0,
                per_page: 1,
                solutions: SolutionsAt::Beneath,
                ramp: true,
                ..loose
            },
            Self::Home => Shop {
                name: "home",
                trim: Trim::millimetres(210.0, 297.0),
                least_type: 6.0,
                ..loose
            },
            Self::Tablet | Self::Epub => self.on_screen(),
        }
    }
}

/// The trims for which KDP allows fewer pages than the usual 828 (776 on cream paper), each with its maximum on white
/// and on cream paper.
const KDP_ENDS: [(Trim, usize, usize); 5] = [
    (Trim::inches(8.25, 6.0), 800, 750),
    (Trim::inches(8.25, 8.25), 800, 750),
    (Trim::inches(8.5, 8.5), 590, 550),
    (Trim::inches(8.5, 11.0), 590, 550),
    (Trim::inches(8.27, 11.69), 780, 730),
];

impl Shop {
    /// Lists the requirements for a book of this trim that can't be fully checked, because the shop's limits are
    /// not known. Each entry is a short text. The list is empty if all requirements are known.
    pub fn not_known(&self, trim: Trim) -> Vec<String> {
        let name = self.name;
        let mut unknown = Vec::new();
        if self.sizes == TrimSizes::NotKnown {
            unknown.push(format!("trim sizes of {name}: not known, not checked"));
        }
        if self.preset == ShopPreset::Press {
            let (least, most) = (self.least_pages, self.most_pages(trim, PaperStock::White));
            unknown.push(format!(
                "page count of {name}: not known; fewer than {least} and more than {most} are refused as too thin and too thick to bind"
            ));
        }
        let ends = KDP_ENDS.iter().map(|(it, ..)| it);
        let is_listed = || ends.chain(&sizes::KDP_LISTED).any(|it| it.is_about(trim));
        if self.preset == ShopPreset::Kdp && !is_listed() {
            unknown.push(format!(
                "page count of {name} for a custom size such as {trim}: not known, checked as for 6×9 in"
            ));
        }
        unknown
    }

    /// Checks that the shop accepts this trim.
    ///
    /// # Errors
    /// If the shop does not accept it; the error names the nearest size that it accepts.
    pub fn check_trim(&self, trim: Trim) -> Result<(), PrintError> {
        if self.sizes.has(trim) {
            return Ok(());
        }
        let (name, sizes, nearest) = (self.name, self.sizes, self.sizes.nearest(trim));
        let option = nearest.option();
        let said = format!(
            "{name} does not print {trim}, only {sizes}: the nearest is {nearest} (--trim {option})"
        );
        Err(PrintError::Impossible(said))
    }

    /// Returns the maximum number of pages of a book with this trim. For `press`, the limit is this program's own:
    /// 2,000 pages, which are 10 cm thick on white paper.
    pub fn most_pages(&self, trim: Trim, stock: PaperStock) -> usize {
        let by_stock = |white, cream| match stock {
            PaperStock::White => white,
            PaperStock::Cream => cream,
        };
        match self.preset {
            ShopPreset::Kdp => {
                let special = KDP_ENDS.iter().find(|(it, ..)| it.is_about(trim));
                special.map_or_else(
                    || by_stock(828, 776),
                    |&(_, white, cream)| by_stock(white, cream),
                )
            }
            ShopPreset::Ingram => by_stock(1200, 1050),
            ShopPreset::Lulu => 800,
            ShopPreset::Press => 2000,
            ShopPreset::Newspaper | ShopPreset::Home | ShopPreset::Tablet | ShopPreset::Epub => {
                100_000
            }
        }
    }

    /// Returns the minimum distance of printed items from the inner edge, in points, for a book with this number of
    /// pages.
    pub fn gutter(&self, pages: usize) -> f64 {
        let inches = match (self.preset, pages) {
            (ShopPreset::Kdp, ..=150) => 0.375,
            (ShopPreset::Kdp, ..=300) => 0.5,
            (ShopPreset::Kdp, ..=500) => 0.625,
            (ShopPreset::Kdp, ..=700) => 0.75,
            (ShopPreset::Kdp, _) => 0.875,
            (ShopPreset::Ingram, _) => 0.5,
            (ShopPreset::Lulu, ..=60) => 0.5,
            (ShopPreset::Lulu, ..=150) => 0.625,
            (ShopPreset::Lulu, ..=400) => 0.7,
            (ShopPreset::Lulu, _) => 0.8,
            (ShopPreset::Press, ..=200) => 0.5,
            (ShopPreset::Press, ..=500) => 0.625,
            (ShopPreset::Press, _) => 0.75,
            _ => return self.margin,
        };
        inches * INCH
    }

    /// Returns the width of the spine of a book with this number of pages, in points; `None` if the book is not
    /// bound.
    pub fn spine(&self, pages: usize, stock: PaperStock) -> Option<f64> {
        let pages = pages as f64;
        let a_page = |white, cream| match stock {
            PaperStock::White => pages * white,
            PaperStock::Cream => pages * cream,
        };
        Some(match self.preset {
            ShopPreset::Kdp => a_page(0.002_252, 0.002_5) * INCH,
            ShopPreset::Ingram => a_page(1.0 / 472.0, 1.0 / 434.0) * INCH,
            ShopPreset::Lulu => (pages / 444.0 + 0.06) * INCH,
            ShopPreset::Press => a_page(0.05, 0.06) * MM,
            ShopPreset::Newspaper | ShopPreset::Home | ShopPreset::Tablet | ShopPreset::Epub => {
                return None;
            }
        })
    }

    /// Returns the name under which the printing condition of the shop's presses is registered with the ICC.
    pub(in crate::print) const fn condition(&self) -> &'static str {
        match self.preset {
            ShopPreset::Press => "FOGRA39",
            _ => "CGATS TR 001",
        }
    }

    /// Returns the minimum distance between text and the edges of a cover, in points.
    pub const fn cover_margin(&self) -> f64 {
        match self.preset {
            ShopPreset::Ingram => 0.25 * INCH,
            ShopPreset::Press => 5.0 * MM,
            _ => 0.125 * INCH,
        }
    }

    /// Returns the minimum number of pages that a book needs to have text on its spine.
    pub const fn least_pages_of_spine_words(&self) -> usize {
        match self.preset {
            ShopPreset::Ingram | ShopPreset::Press => 48,
            _ => 80,
        }
    }

    /// Returns the width and height of the cover in points: back, spine and front side by side, with bleed on all
    /// sides. Returns `None` if the book is not bound.
    pub fn cover(&self, trim: Trim, pages: usize, stock: PaperStock) -> Option<(f64, f64)> {
        let spine = self.spine(pages, stock)?;
        let bleed = 2.0 * self.bleed;
        Some((2.0 * trim.width + spine + bleed, trim.height + bleed))
    }

    /// Checks that the shop prints this number of pages at this trim and on this paper.
    ///
    /// # Errors
    /// If there are too few or too many pages; the error names the limit.
    pub fn check_pages(
        &self,
        trim: Trim,
        pages: usize,
        stock: PaperStock,
    ) -> Result<(), PrintError> {
        let (name, least) = (self.name, self.least_pages);
        let most = self.most_pages(trim, stock);
        let said = if pages < least {
            format!("{pages} pages are fewer than {name} prints ({least})")
        } else if pages > most {
            format!("{pages} pages are more than {name} prints at {trim} ({most})")
        } else {
            return Ok(());
        };
        Err(PrintError::Impossible(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demands_are_those_of_the_shops() {
        let kdp = ShopPreset::Kdp.shop();
        let inches = |pages| kdp.gutter(pages) / INCH;
        assert_eq!(
            [24, 150, 151, 301, 700, 828].map(inches),
            [0.375, 0.375, 0.5, 0.625, 0.75, 0.875]
        );
        let letter = Trim::inches(8.5, 11.0);
        assert_eq!(kdp.most_pages(letter, PaperStock::White), 590);
        assert_eq!(
            kdp.most_pages(Trim::inches(6.0, 9.0), PaperStock::Cream),
            776
        );
        // KDP's own example: 200 pages of white paper at 6×9 give a spine of 0.450 in and a cover of 12.700 in.
        let (width, height) = kdp
            .cover(Trim::inches(6.0, 9.0), 200, PaperStock::White)
            .unwrap();
        assert_eq!(
            format!("{:.3} {:.3}", width / INCH, height / INCH),
            "12.700 9.250"
        );
        let said = kdp
            .check_pages(letter, 730, PaperStock::White)
            .unwrap_err()
            .to_string();
        assert!(said.contains("730") && said.contains("590"), "{said}");
        assert!(kdp.check_pages(letter, 22, PaperStock::White).is_err());
        assert!(kdp.check_pages(letter, 590, PaperStock::White).is_ok());
    }
}
