//! The ladder.

fn main() {}
