//! Draws the charts of packs as SVG, from the packs' statistics.

use super::canvas::{ChartCanvas, HEAD, STYLE, WIDTH, colour};
use super::{LevelStats, PackStats, quartiles, se_tables};
use crate::chart::axis::{Axis, number, round_step};
use crate::rate::Rule;
use crate::rate::explainer::Er;
use crate::rate::techniques::TechniqueLadder;

/// A chart of packs, with the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// The name of the chart's file, without the extension.
    pub name: &'static str,
    /// The chart's SVG, without the styles for a dark page.
    pub(super) svg: String,
}

impl Chart {
    /// Returns the chart as the text of a separate SVG file.
    pub fn file(&self) -> String {
        let style = format!("<style>{STYLE}</style>\n<rect class=\"paper\"");
        self.svg.replacen("<rect class=\"paper\"", &style, 1)
    }
}

/// The right end of a chart's rows, in SVG units.
const RIGHT: f64 = WIDTH - 96.0;
/// The height of a row in a ridge plot, in SVG units.
const ROW: f64 = 62.0;
const TALLEST: f64 = 46.0;

/// Returns all charts of packs. The charts of solving minutes, of Sudoku Explainer's ER and of techniques are
/// included only if the packs have such values.
pub fn charts(pack_stats: &PackStats) -> Vec<Chart> {
    let mut charts = vec![
        shares(pack_stats),
        difficulty(pack_stats),
        clues(pack_stats),
    ];
    charts.extend(minutes(pack_stats));
    charts.extend(se(pack_stats));
    charts.extend(techniques(pack_stats));
    charts.push(rules(pack_stats));
    charts
}

/// Returns the left end of a chart's rows, to the right of all level names.
fn left(levels: &[LevelStats]) -> f64 {
    let longest = levels.iter().map(|level| level.name.len()).max();
    // Names consist of letters and digits, which are 7 units wide on average and rarely more than 8.
    (8.0 * longest.unwrap_or(0) as f64 + 40.0).max(110.0)
}

/// Returns a name, shortened if it doesn't fit this width in SVG units.
fn fitted(name: &str, width: f64) -> String {
    let most = (width / 7.0) as usize;
    match name.get(..most.saturating_sub(1)) {
        Some(begin) if name.len() > most => format!("{begin}…"),
        _ => name.to_owned(),
    }
}

fn shares(pack_stats: &PackStats) -> Chart {
    let levels = &pack_stats.levels;
    let left = left(levels);
    let all = pack_stats.puzzles();
    let height = HEAD + 36.0 * levels.len() as f64 + 14.0;
    let about = format!("{} puzzles", number(all as f64));
    let mut canvas = ChartCanvas::new("levels", height, "Levels", &about);
    let most = levels
        .iter()
        .map(|level| level.puzzles)
        .max()
        .unwrap_or(0)
        .max(1);
    for (nth, level) in levels.iter().enumerate() {
        let y = HEAD + 36.0 * nth as f64;
        let share = 100.0 * level.puzzles as f64 / all.max(1) as f64;
        let said = format!(
            "{}: {} puzzles, {share:.1} %",
            level.name,
            number(level.puzzles as f64)
        );
        let width = (RIGHT - left) * level.puzzles as f64 / most as f64;
        canvas.ink(left - 14.0, y + 16.5, "end", &level.name);
        canvas.trough((left, y), (RIGHT - left, 24.0));
        if level.puzzles > 0 {
            canvas.block(
                (left, y),
                (width.max(2.0), 24.0),
                &colour(nth, levels.len()),
                &said,
            );
        }
        canvas.ink(WIDTH - 24.0, y + 11.0, "end", &number(level.puzzles as f64));
        canvas.faint(WIDTH - 24.0, y + 25.0, "end", &format!("{share:.1} %"));
    }
    Chart {
        name: "levels",
        svg: canvas.finish(),
    }
}

/// A row of a ridge plot: a level's name, the text below the name, the counts of the bins, and the median.
type ChartRow<'a> = (&'a str, String, Vec<u64>, Option<f64>);

/// A ridge plot, which has a row of bars for each level. The bars of each row are scaled to the row's largest bin.
#[derive(Default)]
struct RidgePlot<'a> {
    name: &'static str,
    title: &'a str,
    about: &'a str,
    unit: &'a str,
    /// The left end of the rows, in SVG units.
    left: f64,
    /// The value at which the first bin begins.
    from: f64,
    width: f64,
    rows: Vec<ChartRow<'a>>,
    /// The text between each row and the next row, in the order of the rows.
    between: Vec<String>,
}

impl<'a> RidgePlot<'a> {
    /// Returns a ridge plot as a chart, with the values sorted into about sixty bins. The largest values of each level
    /// are left out: one in every `rare` values, or none if `rare` is 0.
    fn of_numbers(
        mut self,
        pack_stats: &'a PackStats,
        values: fn(&LevelStats) -> &[f64],
        rare: usize,
    ) -> Chart {
        let shown = |level: &'a LevelStats| {
            let values = values(level);
            &values[..values.len() - values.len().checked_div(rare).unwrap_or(0)]
        };
        let ends = |level| Some((*shown(level).first()?, *shown(level).last()?));
        let ends = pack_stats.levels.iter().filter_map(ends);
        let ends = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let (least, most) = ends.unwrap_or((0.0, 1.0));
        let width = round_step(((most - least) / 60.0).max(0.01));
        let from = (least / width).floor() * width;
        let bin = |value: f64| ((value - from) / width) as usize;
        let row = |level: &'a LevelStats| {
            let mut bins = vec![0; bin(most) + 1];
            for &value in shown(level) {
                bins[bin(value)] += 1;
            }
            let middle = quartiles(values(level)).map(|[_, _, median, ..]| median);
            (level.name.as_str(), puzzles(level), bins, middle)
        };
        self.rows = pack_stats.levels.iter().map(row).collect();
        self.left = left(&pack_stats.levels);
        (self.from, self.width) = (from, width);
        self.draw()
    }

    fn draw(self) -> Chart {
        let count = self.rows.len();
        let bins = self
            .rows
            .iter()
            .map(|(_, _, bins, _)| bins.len())
            .max()
            .unwrap_or(0)
            .max(1);
        let bottom = HEAD + ROW * count as f64;
        let axis = Axis::new(
            self.from,
            self.from + self.width * bins as f64,
            self.left,
            RIGHT,
        );
        let mut canvas = ChartCanvas::new(self.name, bottom + 60.0, self.title, self.about);
        for (x, words) in axis.ticks() {
            canvas.grid(x, HEAD - 4.0, bottom);
            canvas.faint(x, bottom + 25.0, "middle", &words);
        }
        canvas.faint(
            f64::midpoint(self.left, RIGHT),
            bottom + 45.0,
            "middle",
            self.unit,
        );
        for (nth, (name, below, bins, middle)) in self.rows.iter().enumerate() {
            let ground = HEAD + ROW * (nth + 1) as f64;
            let tone = colour(nth, count);
            canvas.ink(self.left - 14.0, ground - 22.0, "end", name);
            canvas.faint(self.left - 14.0, ground - 6.0, "end", below);
            let most = bins.iter().copied().max().unwrap_or(0).max(1);
            for (bin, &puzzles) in bins.iter().enumerate().filter(|(_, puzzles)| **puzzles > 0) {
                let start = self.from + self.width * bin as f64;
                let [left, right] = [start, start + self.width].map(|value| axis.place(value));
                let tall = (TALLEST * puzzles as f64 / most as f64).max(1.0);
                let gap = if right - left > 5.0 { 1.5 } else { 0.4 };
                let said = format!("{name}, {} {}: {puzzles} puzzles", number(start), self.unit);
                canvas.block(
                    (left + gap / 2.0, ground - tall),
                    (right - left - gap, tall),
                    &tone,
                    &said,
                );
            }
            canvas.axis(ground, self.left, RIGHT);
            if let Some(middle) = middle {
                canvas.middle(axis.place(*middle), ground, &tone);
                canvas.ink(RIGHT + 12.0, ground - 8.0, "start", &number(*middle));
            }
            if let Some(words) = self.between.get(nth).filter(|words| !words.is_empty()) {
                canvas.faint(RIGHT + 12.0, ground + 14.0, "start", words);
            }
        }
        Chart {
            name: self.name,
            svg: canvas.finish(),
        }
    }
}

fn difficulty(pack_stats: &PackStats) -> Chart {
    let ridges = RidgePlot {
        name: "difficulty",
        title: "D by level",
        about: "Each row has its own scale; the mark and the number show the median",
        unit: "D",
        ..RidgePlot::default()
    };
    ridges.of_numbers(pack_stats, |level| &level.difficulty, 0)
}

fn minutes(pack_stats: &PackStats) -> Option<Chart> {
    let is_timed = pack_stats
        .levels
        .iter()
        .any(|level| !level.minutes.is_empty());
    let overlaps = pack_stats.overlaps();
    let next_overlap = |level: &LevelStats| {
        let found = overlaps
            .iter()
            .find(|(easier, ..)| easier.name == level.name);
        found.map_or_else(String::new, |(.., chance)| {
            format!("↕ {:.0} %", 100.0 * chance)
        })
    };
    let ridges = RidgePlot {
        name: "minutes",
        title: "Minutes by level",
        about: "Slowest 1 % of each level not shown; ↕ between two levels: chance that a puzzle of the easier one takes longer",
        unit: "minutes",
        between: pack_stats.levels.iter().map(next_overlap).collect(),
        ..RidgePlot::default()
    };
    // The slowest puzzles would squeeze all others together.
    is_timed.then(|| ridges.of_numbers(pack_stats, |level| &level.minutes, 100))
}

fn clues(pack_stats: &PackStats) -> Chart {
    let counts = || {
        pack_stats
            .levels
            .iter()
            .flat_map(LevelStats::clue_counts)
            .map(|(clues, _)| clues)
    };
    let (least, most) = (counts().min().unwrap_or(17), counts().max().unwrap_or(30));
    RidgePlot {
        name: "clues",
        title: "Clues by level",
        about: "Each row has its own scale; the mark and the number show the median",
        unit: "clues",
        left: left(&pack_stats.levels),
        from: least as f64 - 0.5,
        width: 1.0,
        rows: pack_stats
            .levels
            .iter()
            .map(|level| clue_row(level, least, most))
            .collect(),
        between: Vec::new(),
    }
    .draw()
}

/// Returns the row of a level's puzzles by their number of clues, from `least` to `most`. Each bar is centred on
/// its number of clues.
fn clue_row(level: &LevelStats, least: usize, most: usize) -> ChartRow<'_> {
    let half = level.puzzles.div_ceil(2);
    let mut below = 0;
    let middle = level.clues.iter().position(|puzzles| {
        below += puzzles;
        half > 0 && below >= half
    });
    let bins = level.clues[least..=most].to_vec();
    (
        &level.name,
        puzzles(level),
        bins,
        middle.map(|clues| clues as f64),
    )
}

/// Returns the chart of Sudoku Explainer's ER, with a bar for each tenth of ER, or `None` if no puzzle has an exact
/// ER.
fn se(pack_stats: &PackStats) -> Option<Chart> {
    let levels = &pack_stats.levels;
    let known = |level: &LevelStats| -> Vec<(u8, u64)> {
        let counts = level.se_counts();
        let known = counts.filter_map(|(er, puzzles)| match er {
            Er::Exactly(tenths) => Some((tenths, puzzles)),
            Er::Above(_) => None,
        });
        known.collect()
    };
    let tenths = || levels.iter().flat_map(known).map(|(tenths, _)| tenths);
    let (least, most) = (tenths().min()?, tenths().max()?);
    let rated: usize = levels.iter().map(|level| level.se.len()).sum();
    let beyond = rated as u64 - levels.iter().flat_map(known).map(|it| it.1).sum::<u64>();
    let about = match beyond {
        0 => "Each row has its own scale; the mark and the number show the median".to_owned(),
        _ => {
            format!("Each row has its own scale; {beyond} puzzles too hard to rate are left out")
        }
    };
    let row = |level| -> ChartRow<'_> {
        let mut bins = vec![0; usize::from(most - least) + 1];
        for (tenths, puzzles) in known(level) {
            bins[usize::from(tenths - least)] += puzzles;
        }
        let middle = quartiles(&level.se).map(|[_, _, median, ..]| median.value());
        let middle = middle.filter(|it| it.is_finite());
        (&level.name, puzzles(level), bins, middle)
    };
    let ridges = RidgePlot {
        name: "se",
        title: &format!("Sudoku Explainer's ER by level ({})", se_tables(levels)),
        about: &about,
        unit: "ER",
        left: left(levels),
        from: f64::from(least) / 10.0 - 0.05,
        width: 0.1,
        rows: levels.iter().map(row).collect(),
        between: Vec::new(),
    };
    Some(ridges.draw())
}

fn puzzles(level: &LevelStats) -> String {
    number(level.puzzles as f64)
}

fn rules(pack_stats: &PackStats) -> Chart {
    let rules = Rule::ALL.map(|rule| (rule.title(), rule.index()));
    shares_of(
        "rules",
        "Rules by level",
        "rule",
        pack_stats,
        &rules,
        |level| (&level.used, level.puzzles),
    )
}

/// Returns the chart of techniques, or `None` if no technique ladder found a technique in any puzzle.
fn techniques(pack_stats: &PackStats) -> Option<Chart> {
    let mut all = pack_stats.levels.iter().flat_map(|level| &level.techniques);
    all.any(|(puzzles, _)| *puzzles > 0).then(|| {
        let known = TechniqueLadder::reading_order().into_iter();
        let names: Vec<_> = known.map(|it| (it.name(), it.index())).collect();
        let counts: StepCounts = |level| (&level.techniques, level.rated_by_techniques);
        shares_of(
            "techniques",
            "Techniques by level",
            "technique",
            pack_stats,
            &names,
            counts,
        )
    })
}

/// A function that returns counts of a level: for each rule or technique, the number of puzzles that use it and the
/// number of its steps. The last value is the number of puzzles that were rated by these rules or techniques.
type StepCounts = fn(&LevelStats) -> (&[(u64, u64)], u64);

/// Returns a chart that shows, for each rule or technique, the share of puzzles that use it.
fn shares_of(
    name: &'static str,
    title: &str,
    what: &str,
    pack_stats: &PackStats,
    all: &[(&str, usize)],
    counts: StepCounts,
) -> Chart {
    let levels = &pack_stats.levels;
    let is_used = |(_, index): &&(&str, usize)| levels.iter().any(|it| counts(it).0[*index].0 > 0);
    let rules: Vec<&(&str, usize)> = all.iter().filter(is_used).collect();
    let height = HEAD + 22.0 + 27.0 * rules.len() as f64 + 20.0;
    let about =
        format!("Share of each level's puzzles in which a {what} placed or removed something");
    let mut canvas = ChartCanvas::new(name, height, title, &about);
    let (left, right) = (180.0, WIDTH - 24.0);
    let width = (right - left) / levels.len().max(1) as f64;
    for (nth, level) in levels.iter().enumerate() {
        canvas.faint(
            left + width * (nth as f64 + 0.5),
            HEAD + 12.0,
            "middle",
            &fitted(&level.name, width),
        );
    }
    for (nth, (rule, index)) in rules.into_iter().enumerate() {
        let y = HEAD + 22.0 + 27.0 * nth as f64;
        canvas.ink(left - 14.0, y + 16.5, "end", rule);
        for (column, level) in levels.iter().enumerate() {
            let (used, rated) = counts(level);
            let (puzzles, steps) = used[*index];
            let share = puzzles as f64 / rated.max(1) as f64;
            let words = match puzzles {
                0 => String::new(),
                _ if share < 0.001 => "< 0.1 %".to_owned(),
                _ if share < 0.0995 => format!("{:.1} %", 100.0 * share),
                _ => format!("{:.0} %", 100.0 * share),
            };
            let said = format!("{}, {rule}: {puzzles} puzzles, {steps} steps", level.name);
            let place = (left + width * column as f64, y);
            canvas.cell(place, (width - 3.0, 24.0), share.sqrt(), &words, &said);
        }
    }
    Chart {
        name,
        svg: canvas.finish(),
    }
}
