//! (room of verify)
