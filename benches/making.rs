//! Full grids and minimal digs.

fn main() {}
