//! Takes the place of the crate `web-time` in the WebAssembly of bindings/web, which draws no bars of progress and has
//! no clock: the original brings some hundred functions of JavaScript's glue along.

pub use std::time::*;
