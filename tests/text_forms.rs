//! Boards as text, in and out.
