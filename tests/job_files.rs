//! Settings from files, environment and flags.
