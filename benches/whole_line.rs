//! A whole job, packs written.

fn main() {}
