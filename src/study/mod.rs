//! The papers' tables and worked examples, made again and set beside the printed ones.
//!
//! Every number comes from code that the factory itself runs on, or from code here where the
//! factory does it otherwise because the paper errs.

pub mod agreement;
pub mod blanks;
pub mod huang;
pub mod report;
pub mod svg;
