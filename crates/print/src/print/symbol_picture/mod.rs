//! Pictures that stand for digits, as in puzzles for children, from SVG files.
//!
//! A picture is kept as outlines in grey, as glyphs of fonts are, so that it is drawn by the same code on every canvas,
//! sharp at every size and without transparency. `svg_file` says which part of SVG is read, and why not more.

mod files;
mod picture;
mod svg_file;
mod svg_paint;
mod svg_shape;

pub(super) use files::{in_folder, in_list, is_picture, open};
pub(super) use picture::{MOST_SHARE, PICTURE_SHARE, SymbolPicture};
