//! Every judge against the naive oracle, and the puzzle sets.
