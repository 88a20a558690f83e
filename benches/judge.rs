//! The judge: is the solution the only one?

fn main() {}
