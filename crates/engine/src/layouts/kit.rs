//! All that the puzzles of one layout have in common, made once.

use crate::bucket::Scheme;
use crate::grid::{LargeTables, Layout, LayoutHouses, MiddleTables};

/// The side up to which the smaller tables do.
const MIDDLE: usize = 16;

/// The tables and the scheme of a layout, which all makers of its puzzles share.
#[derive(Debug)]
pub struct LayoutKit {
    layout: Layout,
    scheme: Scheme,
    pub(super) tables: SizedTables,
}

/// Tables with room for a layout.
#[derive(Debug)]
pub(super) enum SizedTables {
    Middle(Box<MiddleTables>),
    Large(Box<LargeTables>),
}

impl LayoutKit {
    /// Makes the kit of a layout.
    pub fn new(layout: Layout) -> Self {
        let houses = LayoutHouses::new(layout);
        let fits = layout.side() <= MIDDLE;
        Self {
            layout,
            scheme: Scheme::of_layout(layout),
            tables: match fits {
                true => SizedTables::Middle(Box::new(MiddleTables::new(houses))),
                false => SizedTables::Large(Box::new(LargeTables::new(houses))),
            },
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
        match &self.tables {
            SizedTables::Middle(tables) => tables.houses(),
            SizedTables::Large(tables) => tables.houses(),
        }
    }
}
