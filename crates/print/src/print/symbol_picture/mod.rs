//! Reads pictures from SVG files. The pictures stand for digits, as in puzzles for children.
//!
//! A picture is kept as grey outlines, in the same form as glyphs, so that the same code draws it on every canvas,
//! sharp at every size and without transparency. `svg_file` states which part of SVG is read, and why the rest is
//! not.

mod files;
mod picture;
mod svg_file;
mod svg_paint;
mod svg_shape;

pub(super) use files::{in_folder, in_list, is_picture, open};
pub(super) use picture::{MOST_SHARE, PICTURE_SHARE, SymbolPicture};
