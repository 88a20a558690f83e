//! Reproduces tables 6 to 9 of the blog (2011): freedom, levels and grades of the blog's puzzles, and solving
//! times of people.

use super::published::{PRINTED, PrintedPuzzle};
use crate::report::{ReportTable, Section, coefficient};
use sudoku_engine::grid::Board;
use sudoku_engine::rate::looks::{self, FreedomLimits};
use sudoku_factory::agreement::Contingency;

/// Returns the sections about the puzzles printed in candy.huang's blog (2011), one for each measure.
pub(super) fn sections() -> Vec<Section> {
    vec![freedoms(), grades(), table_6(), table_9(), people()]
}

fn boards() -> impl Iterator<Item = (&'static PrintedPuzzle, Board)> {
    let read = |one: &'static PrintedPuzzle| Some((one, one.puzzle.parse().ok()?));
    PRINTED.iter().filter_map(read)
}

fn freedoms() -> Section {
    let why = "the numbers follow neither the text (\"itself excluded\") nor the formula's third \
               term (\"not in the same row or column\")";
    let mut table = ReportTable::new([
        "puzzle",
        "blanks",
        "freedom, published",
        "ours, Σ (row + column + box − 1)",
        "by the text, Σ other blanks seen",
        "by the formula's third term, Σ (row + column + rest of the box − 1)",
        "why they differ",
    ]);
    let mut push = |place: &str, board: &Board, published: u16| {
        table.push([
            place.to_owned(),
            looks::blanks(board).to_string(),
            published.to_string(),
            looks::freedom(board).to_string(),
            seen(board).to_string(),
            (seen(board) + usize::from(looks::blanks(board))).to_string(),
            why.to_owned(),
        ]);
    };
    for (one, board) in boards() {
        push(one.place, &board, one.freedom);
    }
    push("empty board", &Board::EMPTY, 2106);
    Section {
        heading: "Freedom".to_owned(),
        text: "The blog defines a blank's freedom as the other blanks that it sees, says that a \
               lone blank has 0, and prints seven numbers that follow from row + column + box − 1, \
               by which a lone blank has 2. Its formula has a third reading: the box's term is worded \
               as the blanks of the box outside the row and the column. The numbers decide."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the freedom as the text of candy.huang's blog (2011) defines it: for each blank, the number of other blanks
/// that it sees, summed over all blanks.
fn seen(board: &Board) -> usize {
    let blanks = sudoku_engine::grid::CellSet::ALL - board.clues();
    blanks.map(|cell| (cell.peers() & blanks).len()).sum()
}

fn grades() -> Section {
    let mut table = ReportTable::new([
        "puzzle",
        "what",
        "published",
        "printed limits",
        "corrected limits",
        "why they differ",
    ]);
    let mut agreeing = [0; 2];
    let mut cells = 0;
    let mut push = |place: &str, what: &str, published: String, ours: [String; 2]| {
        cells += 1;
        for (agreeing, ours) in agreeing.iter_mut().zip(&ours) {
            *agreeing += usize::from(*ours == published);
        }
        let [printed, corrected] = ours;
        let why = if printed == published {
            ""
        } else {
            "the printed intervals give one level too few"
        };
        let row = [place, what, &published, &printed, &corrected, why];
        table.push(row.map(str::to_owned));
    };
    for (one, board) in boards() {
        if let Some((level, _)) = one.level {
            let ours =
                FreedomLimits::ALL.map(|limits| limits.limits().level(one.freedom).to_string());
            push(one.place, "freedom level", level.to_string(), ours);
        }
        if let Some((grade, ..)) = one.graded {
            let ours = FreedomLimits::ALL.map(|limits| looks::grade(&board, limits).to_string());
            push(one.place, "grade", grade.to_string(), ours);
        }
    }
    let [printed, corrected] = agreeing;
    Section {
        heading: "Levels of freedom and grades".to_owned(),
        text: format!(
            "The printed intervals are 700–820, 820–940, 940–1060, 1060–1180 and 1080–1300: ends are \
             shared, and the last begins at 1080 for 1180. Read as they stand they give {printed} of \
             the {cells} levels and grades that the blog prints; with limits one level up, 700, 820, \
             940 and 1060 (`corrected`, our default), all {corrected} come out. A grade is the sum \
             of two levels, A for 2 to I for 10; the blog's table of coordinates is missing."
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Compares the levels by freedom of the puzzles in candy.huang's blog (2011) with their levels in the book that they
/// come from.
fn table_6() -> Section {
    let mut table = ReportTable::new([
        "puzzle",
        "freedom",
        "level, published",
        "level, ours",
        "book's level",
        "ours agrees with the book",
    ]);
    let (mut agreeing, mut all) = (0, 0);
    for (one, board) in boards() {
        let Some((level, book)) = one.level else {
            continue;
        };
        let freedom = looks::freedom(&board);
        let ours = FreedomLimits::Corrected.limits().level(freedom);
        all += 1;
        agreeing += usize::from(ours == book);
        table.push([
            one.place.to_owned(),
            freedom.to_string(),
            level.to_string(),
            ours.to_string(),
            book.to_string(),
            apart(ours, book),
        ]);
    }
    Section {
        heading: "Table 6: levels by freedom and the book's".to_owned(),
        text: format!(
            "The blog calls the two \"basically the same\". They are equal for {agreeing} of {all} \
             puzzles."
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns `yes` if two levels are equal; otherwise, a text that says by how much level `ours` is above or below
/// level `theirs`.
fn apart(ours: u8, theirs: u8) -> String {
    match i16::from(ours) - i16::from(theirs) {
        0 => "yes".to_owned(),
        more if more > 0 => format!("no, {more} above"),
        less => format!("no, {} below", -less),
    }
}

/// The number of levels in the book of table 8 of candy.huang's blog (2011): one to four stars.
const STARS: usize = 4;

/// Compares the grades of the puzzles in candy.huang's blog (2011) with their stars in the book that they come from,
/// and with people's solving times.
fn table_9() -> Section {
    let mut table = ReportTable::new([
        "puzzle",
        "blanks",
        "freedom",
        "grade, published",
        "grade, ours",
        "book's stars",
        "agrees with the book",
        "time of three people",
    ]);
    let (mut agreeing, mut all) = (0, 0);
    for (one, board) in boards() {
        let Some((grade, stars, seconds)) = one.graded else {
            continue;
        };
        let ours = looks::grade(&board, FreedomLimits::Corrected);
        let grades = looks::Grade::all().count();
        let level = (ours.index() * STARS / grades + 1) as u8;
        all += 1;
        agreeing += usize::from(level == stars);
        table.push([
            one.place.to_owned(),
            looks::blanks(&board).to_string(),
            looks::freedom(&board).to_string(),
            grade.to_string(),
            ours.to_string(),
            stars.to_string(),
            apart(level, stars),
            format!("{} min {:02} s", seconds / 60, seconds % 60),
        ]);
    }
    Section {
        heading: "Table 9: grades, the book's stars, and times".to_owned(),
        text: format!(
            "The marks of the blog's column \"agrees?\" are lost in the copy at hand, and it doesn't \
             say what agrees with what. Here nine grades are shared out evenly over four stars (A and B \
             and C one, D and E two, F and G three, H and I four): {agreeing} of {all} puzzles agree."
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

fn people() -> Section {
    let times = |value: fn(&Board) -> u16| {
        let graded = boards().filter_map(move |(one, board)| {
            let (.., seconds) = one.graded?;
            Some((f64::from(value(&board)), f64::from(seconds)))
        });
        Contingency::of_pairs(graded).pearson()
    };
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    let why = "the blog gives no coefficient; five puzzles are too few for one";
    for (what, r) in [
        ("r(freedom, time)", times(looks::freedom)),
        ("r(blanks, time)", times(looks::blanks)),
    ] {
        table.push([what, "\"proportional\"", &coefficient(r), why].map(str::to_owned));
    }
    Section {
        heading: "Table 9: freedom, blanks and the times of three people".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_correlate_as_computed_elsewhere() {
        let rows = people().table.unwrap().rows;
        assert_eq!([&rows[0][2], &rows[1][2]], ["0.766", "0.721"]);
    }

    #[test]
    fn books_agree_with_some() {
        assert!(table_6().text.contains("for 2 of 4"), "{}", table_6().text);
        assert!(table_9().text.contains("4 of 5"), "{}", table_9().text);
    }

    #[test]
    fn the_printed_numbers_come_out() {
        let rows = freedoms().table.unwrap().rows;
        assert_eq!(rows.len(), 7);
        assert!(rows.iter().all(|row| row[2] == row[3] && row[3] != row[4]));
        let section = grades();
        assert!(
            section.text.contains("they give 1 of the 9 levels"),
            "{}",
            section.text
        );
        assert!(section.text.contains("all 9 come out"), "{}", section.text);
    }
}
