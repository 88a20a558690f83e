//! The tables and the scheme that all puzzles of one layout share, made once.

use crate::bucket::Scheme;
use crate::grid::{Layout, LayoutHouses, SixteenTables};

/// The tables and the scheme of a layout, which all makers of its puzzles share.
#[derive(Debug)]
pub struct LayoutKit {
    layout: Layout,
    scheme: Scheme,
    pub(super) tables: Box<SixteenTables>,
}

impl LayoutKit {
    /// The largest side that a kit has tables for.
    pub const LARGEST_SIDE: usize = 16;

    /// Makes the kit of a layout.
    ///
    /// # Panics
    /// If the side of the layout is larger than [`LARGEST_SIDE`](Self::LARGEST_SIDE).
    pub fn new(layout: Layout) -> Self {
        assert!(
            layout.side() <= Self::LARGEST_SIDE,
            "{layout} is larger than 16x16"
        );
        Self {
            layout,
            scheme: Scheme::of_layout(layout),
            tables: Box::new(SixteenTables::new(LayoutHouses::new(layout))),
        }
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the scheme of the layout's levels.
    pub const fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// Returns the layout's houses.
    pub fn houses(&self) -> &LayoutHouses {
        self.tables.houses()
    }
}
