//! The `factory` program.

fn main() {}
