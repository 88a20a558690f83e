//! Reads pictures that stand for digits, as in puzzles for children. The pictures come from SVG files.
//!
//! A picture is kept as grey outlines, like a glyph. So the same code draws it on every canvas, sharp at every
//! size and without transparency. `svg_file` states which part of SVG is read.

mod files;
mod picture;
mod svg_file;
mod svg_paint;
mod svg_shape;

pub(super) use files::{in_folder, in_list, is_picture, open};
pub(super) use picture::{MOST_SHARE, PICTURE_SHARE, SymbolPicture};
