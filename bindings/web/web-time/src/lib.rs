//! Replaces the crate `web-time` in the WebAssembly module of bindings/web. That module draws no progress bars, so
//! it needs no clock. The original would add about a hundred JavaScript glue functions.

pub use std::time::*;
