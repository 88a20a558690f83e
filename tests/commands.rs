//! What people type and see.
