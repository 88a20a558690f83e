//! Rooms, imports, lengths of files and functions.
