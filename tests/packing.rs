//! Frames, damaged and hostile files.
