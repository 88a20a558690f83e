//! (room of line)
