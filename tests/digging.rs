//! Digs equal one-by-one removal; symmetry, clue ranges, both judges.
