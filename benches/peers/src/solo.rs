//! Compares how fast we and Simon Tatham's Solo make large boards. Solo is a program in Debian's package
//! `sgt-puzzles`.
//!
//! Both programs remove digits from a full grid as long as a level's techniques solve the puzzle. Easier puzzles
//! are thrown away, so a time is that of one puzzle of exactly this level.
//!
//! Solo's `db` (basic: singles) is compared with our level `singles`. Its `da` (advanced: locked candidates and
//! sets) is compared with `locked-and-subsets`. The letter `a` switches Solo's symmetry off; our puzzles have none
//! either.

use super::Row;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use sudoku_engine::layouts::{LayoutKit, LayoutMaker};
use sudoku_factory::bucket::Level;
use sudoku_factory::grid::Layout;
use sudoku_factory::seed::Generator;

/// The levels that are compared: the layout, our level, Solo's parameters for the same game, and the number of
/// puzzles per measurement. The advanced level of 25×25 is left out, since Solo takes minutes for one such puzzle.
const LEVELS: [(&str, &str, &str, usize); 3] = [
    ("16x16", "singles", "4x4adb", 20),
    ("16x16", "locked-and-subsets", "4x4ada", 3),
    ("25x25", "singles", "5x5adb", 2),
];

/// Returns Solo's program; `None` if it is not installed. Debian keeps it in `/usr/games`, which may not be in
/// `PATH`.
pub fn program() -> Option<PathBuf> {
    let paths = ["sgt-solo", "/usr/games/sgt-solo"].map(Path::new);
    let found = paths.into_iter().find(|path| is_there(path));
    found.map(Path::to_path_buf)
}

fn is_there(path: &Path) -> bool {
    let mut command = Command::new(path);
    let command = command.arg("--version").stdout(Stdio::null());
    command.stderr(Stdio::null()).status().is_ok()
}

/// Returns the rows of the comparison.
pub fn rows(program: &Path) -> Vec<Row> {
    let rows = LEVELS.iter().map(|&(layout, level, game, puzzles)| {
        let kit = LayoutKit::new(layout.parse::<Layout>().expect("a layout"));
        let names = kit.scheme().levels();
        let level = names
            .into_iter()
            .find(|&it| kit.scheme().level_name(it) == level)
            .expect("a level of the layout");
        let (program, mut k) = (program.to_path_buf(), 0);
        Row {
            work: format!("{layout}, level {}", kit.scheme().level_name(level)),
            peer: "sgt-solo",
            puzzles,
            ours: Box::new(move || make(&kit, level, puzzles, &mut k)),
            theirs: Box::new(move || {
                let mut command = Command::new(&program);
                command.args(["--generate", &puzzles.to_string(), game]);
                let status = command.stdout(Stdio::null()).status();
                assert!(status.is_ok_and(|status| status.success()), "{command:?}");
            }),
        }
    });
    rows.collect()
}

/// Makes candidates until `puzzles` of them have the level. `k` is the number of the next candidate.
fn make(kit: &LayoutKit, level: Level, puzzles: usize, k: &mut u64) {
    let mut maker = LayoutMaker::new(kit);
    let mut found = 0;
    while found < puzzles {
        let made = maker.make(level, &mut Generator::for_candidate(1, *k));
        *k += 1;
        found += usize::from(black_box(made).is_some_and(|made| made.level == level));
    }
}
