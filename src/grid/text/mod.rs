//! Boards as text: one line of 81 characters, nine lines, or boxed; in and out.

mod line;

pub use line::TextError;
