//! Measures how many puzzles of a layout are made and rated per second on one core, and which levels they have.
//!
//! `cargo run --release -p sudoku-engine --example layout_speed -- [--puzzles 500] 6x6 16x16 9x9+jigsaw`
//!
//! Each line is for one level that is asked for. It shows the time per candidate, the mean number of clues, and
//! the share of candidates that turn out to have each level. The last line of a layout says how many puzzles are
//! made per second if every level is asked for equally often. Times are processor times, or clock times if the
//! system provides no processor times.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};
use sudoku_engine::Generator;
use sudoku_engine::layouts::{LayoutKit, LayoutMaker};

/// The number of candidates made for each level, unless the command line gives another number.
const PUZZLES: u64 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut puzzles = PUZZLES;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--puzzles" {
            puzzles = arguments
                .next()
                .ok_or("--puzzles needs a number")?
                .parse()?;
        } else {
            measure(&LayoutKit::new(argument.parse()?), puzzles);
        }
    }
    Ok(())
}

/// Returns the processor time of this process, or the time since `begun` if the system doesn't provide it.
fn processor_time(begun: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|it| it.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// Makes `puzzles` candidates for each level of a layout. For each wanted level, prints the time per candidate and
/// the mean number of clues. Then prints, for every level, the share of these candidates that have this level. At
/// the end, prints the number of puzzles made per second. Candidates that give no puzzle count only in the times
/// and shares.
fn measure(kit: &LayoutKit, puzzles: u64) {
    let begun = Instant::now();
    let mut maker = LayoutMaker::new(kit);
    let (mut total, mut all) = (Duration::ZERO, 0);
    for wanted in kit.scheme().levels() {
        let (mut found, mut clues) = (vec![0_u64; kit.scheme().levels.len()], 0);
        let start = processor_time(begun);
        for k in 0..puzzles {
            let made = maker.make(wanted, &mut Generator::for_candidate(1, k));
            if let Some(made) = made {
                found[made.level.index()] += 1;
                clues += made.givens.iter().filter(|&&value| value != 0).count() as u64;
            }
        }
        let time = processor_time(begun) - start;
        total += time;
        let made: u64 = found.iter().sum();
        all += made;
        let shares = found
            .iter()
            .map(|&it| format!("{:5.1} %", 100.0 * it as f64 / puzzles as f64));
        println!(
            "{:14} {:18} {:9.1} us {:6.1} clues {}",
            kit.layout().to_string(),
            kit.scheme().level_name(wanted),
            1e6 * time.as_secs_f64() / puzzles as f64,
            clues as f64 / made.max(1) as f64,
            shares.collect::<Vec<_>>().join(" ")
        );
    }
    println!(
        "{:14} {:.0} per second",
        kit.layout().to_string(),
        all as f64 / total.as_secs_f64()
    );
}
