//! (room of solve)
