//! Worked examples, soundness, level shares, replayed paths.
