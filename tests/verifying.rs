//! What verify must find.
