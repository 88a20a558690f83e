//! Full grids: legal, random, stable.
