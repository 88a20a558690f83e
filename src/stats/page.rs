//! The HTML page with all charts of packs. It needs no other file, script or font.

use super::canvas::STYLE;
use super::{PackStats, charts, quartiles};
use crate::chart::axis::number;
use crate::print::svg::escaped;
use std::fmt::Write;

/// The CSS styles of the page.
const LOOKS: &str = "\
    :root{color-scheme:light dark;--page:#f3f5f7;--card:#fff;--ink:#1f2328;--faint:#59636e;--line:#e2e6ea}\
    @media (prefers-color-scheme:dark){:root{--page:#0d1117;--card:#161b22;--ink:#e6edf3;--faint:#9ba4af;--line:#2b323b}}\
    *{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);\
    font:15px/1.5 system-ui,'Segoe UI','Helvetica Neue','DejaVu Sans',sans-serif}\
    main{max-width:808px;margin:0 auto;padding:40px 24px}h1{font-size:28px;line-height:1.2;margin:0 0 4px}\
    .sub{color:var(--faint);margin:0 0 24px;overflow-wrap:anywhere}\
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:0 0 24px}\
    .tiles div{background:var(--card);border-radius:12px;padding:14px 18px}\
    .tiles b{display:block;font-size:22px;font-weight:600;line-height:1.25}.tiles span{color:var(--faint);font-size:13px}\
    figure{margin:0 0 24px}svg{display:block;width:100%;height:auto}\
    table{border-collapse:collapse;width:100%;background:var(--card);border-radius:12px;overflow:hidden;font-size:14px;\
    font-variant-numeric:tabular-nums}th,td{padding:8px 14px;text-align:right;border-top:1px solid var(--line)}\
    tr:first-child th{border-top:0;color:var(--faint);font-weight:500}th:first-child,td:first-child{text-align:left;white-space:nowrap}\
    .wide{overflow-x:auto;border-radius:12px;margin:0 0 24px}footer{color:var(--faint);font-size:13px;overflow-wrap:anywhere}\
    @media print{body{background:#fff}figure,.wide{break-inside:avoid}}";

/// Returns the page with all charts as a complete HTML file.
pub fn page(pack_stats: &PackStats) -> String {
    let title = escaped(&pack_stats.title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{LOOKS}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let facts = pack_stats
        .facts
        .iter()
        .map(|(name, value)| format!("{name} {value}"));
    let facts = facts.collect::<Vec<_>>().join(" · ");
    let _ = writeln!(html, "<p class=\"sub\">{}</p>", escaped(&facts));
    html += &tiles(pack_stats);
    for chart in charts(pack_stats) {
        let _ = write!(html, "<figure>\n{}</figure>\n", chart.svg);
    }
    html += &table(pack_stats);
    let _ = write!(
        html,
        "<footer>Made by <code>factory stats --html</code>, Sudoku Factory {}.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    html
}

/// Returns the most important numbers of the packs as HTML.
fn tiles(pack_stats: &PackStats) -> String {
    let levels = &pack_stats.levels;
    let clues = || {
        levels
            .iter()
            .flat_map(super::LevelStats::clue_counts)
            .map(|(clues, _)| clues)
    };
    let range = |least: Option<String>, most: Option<String>| match (least, most) {
        (Some(least), Some(most)) if least != most => format!("{least} – {most}"),
        (Some(one), _) => one,
        _ => "–".to_owned(),
    };
    let ends = |values: &dyn Fn(&super::LevelStats) -> Vec<f64>| {
        let mut all: Vec<f64> = levels.iter().flat_map(values).collect();
        all.sort_by(f64::total_cmp);
        quartiles(&all)
    };
    let difficulty = ends(&|level| level.difficulty.clone());
    let minutes = ends(&|level| level.minutes.clone());
    let mut tiles = vec![
        (number(pack_stats.puzzles() as f64), "puzzles"),
        (
            range(
                clues().min().map(|it| it.to_string()),
                clues().max().map(|it| it.to_string()),
            ),
            "clues",
        ),
        (
            difficulty.map_or_else(
                || "–".to_owned(),
                |[least, .., most]| range(Some(number(least)), Some(number(most))),
            ),
            "D",
        ),
    ];
    if let Some([_, quarter, _, three_quarters, _]) = minutes {
        tiles.push((
            range(Some(number(quarter)), Some(number(three_quarters))),
            "minutes, middle half of the puzzles",
        ));
    }
    let mut html = "<div class=\"tiles\">".to_owned();
    for (value, name) in tiles {
        let _ = write!(
            html,
            "<div><b>{}</b><span>{name}</span></div>",
            escaped(&value)
        );
    }
    html + "</div>\n"
}

/// Returns the numbers of the charts as an HTML table.
fn table(pack_stats: &PackStats) -> String {
    let is_timed = pack_stats.levels.iter().any(|level| level.timed > 0);
    let mut html =
        "<div class=\"wide\"><table>\n<tr><th>level<th>puzzles<th>D min<th>median<th>max"
            .to_owned();
    if is_timed {
        html += "<th>minutes ¼<th>median<th>¾<th>chance of taking longer than the next level";
    }
    html += "</tr>\n";
    let overlaps = pack_stats.overlaps();
    for level in &pack_stats.levels {
        let _ = write!(
            html,
            "<tr><td>{}<td>{}",
            escaped(&level.name),
            number(level.puzzles as f64)
        );
        let d = quartiles(&level.difficulty);
        html += &cells(
            d.map(|[least, _, median, _, most]| [least, median, most]),
            2,
        );
        if is_timed {
            let minutes = quartiles(&level.minutes);
            html += &cells(
                minutes.map(|[_, quarter, median, most, _]| [quarter, median, most]),
                1,
            );
            let mut overlaps = overlaps.iter();
            let chance = overlaps.find(|(easier, ..)| easier.name == level.name);
            html += "<td>";
            html += &chance.map_or_else(String::new, |(.., it)| format!("{:.1} %", 100.0 * it));
        }
        html += "</tr>\n";
    }
    html + "</table></div>\n"
}

/// Returns three HTML table cells with these values, rounded to this number of decimals, or with dashes if there
/// are no values.
fn cells(values: Option<[f64; 3]>, decimals: usize) -> String {
    match values {
        Some(values) => values
            .map(|value| format!("<td>{value:.decimals$}"))
            .concat(),
        None => "<td>–".repeat(3),
    }
}
