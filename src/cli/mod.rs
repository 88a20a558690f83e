//! (room of cli)
