//! Tests layouts in which each puzzle has its own jigsaw regions, or its own marks for even and odd cells.
//!
//! A naive search that reads the puzzle's text must find one solution. A puzzle must keep its id when it is turned
//! with its regions and marks. A record must be refused if its bytes for regions and marks are not valid.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

use std::collections::HashSet;
use sudoku_engine::grid::{CellFeatures, Layout, LayoutForm, Regions};
use sudoku_engine::layouts::{LayoutKit, LayoutMaker};
use sudoku_engine::record::{LayoutRecord, PackedPuzzle, RecordError};
use sudoku_engine::{Generator, Level};

fn layout(name: &str) -> Layout {
    name.parse().unwrap()
}

/// Counts the solutions of a puzzle up to two. A digit is possible in a blank if no row, column, region or mark (odd
/// or even) excludes it. Always chooses the blank with the fewest possible digits, and tries each of them. Reads the
/// letters of the puzzle's text, and uses no tables of the program.
fn count_from_text(values: &mut [u8], regions: &[u8], marks: &[u8], side: usize) -> usize {
    let fits = |values: &[u8], cell: usize, digit: u8| {
        let allowed = match marks[cell] {
            b'o' => digit % 2 == 1,
            b'e' => digit.is_multiple_of(2),
            _ => true,
        };
        allowed
            && (0..values.len()).all(|other| {
                values[other] != digit
                    || other / side != cell / side
                        && other % side != cell % side
                        && regions[other] != regions[cell]
            })
    };
    let choices = |values: &[u8], cell: usize| -> Vec<u8> {
        (1..=side as u8)
            .filter(|&it| fits(values, cell, it))
            .collect()
    };
    let blanks = (0..values.len()).filter(|&cell| values[cell] == 0);
    let Some((cell, digits)) = blanks
        .map(|cell| (cell, choices(values, cell)))
        .min_by_key(|(_, digits)| digits.len())
    else {
        return 1;
    };
    let mut count = 0;
    for digit in digits {
        values[cell] = digit;
        count += count_from_text(values, regions, marks, side);
        values[cell] = 0;
        if count > 1 {
            break;
        }
    }
    count
}

#[test]
fn a_naive_search_agrees_that_regions_and_marks_leave_one_solution() {
    for name in ["6x6+jigsaw", "9x9+jigsaw", "6x6+even-odd", "9x9+even-odd"] {
        let layout = layout(name);
        let kit = LayoutKit::new(layout);
        let mut maker = LayoutMaker::new(&kit);
        let boxes: Vec<u8> = (0..layout.cells())
            .map(|cell| layout.shape().seats(cell)[2].0 as u8)
            .collect();
        let nothing = ".".repeat(layout.cells());
        let mut made_count = 0;
        for k in 0..12 {
            let wanted = Level::try_from(1 + (k % 3) as u8).unwrap();
            let Some(made) = maker.make(wanted, &mut Generator::for_candidate(2, k)) else {
                continue;
            };
            made_count += 1;
            let regions = made.features.regions().map(ToString::to_string);
            let regions = regions.map_or_else(|| boxes.clone(), String::into_bytes);
            let marks = made
                .features
                .marks_line()
                .unwrap_or_else(|| nothing.clone());
            let mut values = made.givens.clone();
            let side = layout.side();
            let count = count_from_text(&mut values, &regions, marks.as_bytes(), side);
            assert_eq!(count, 1, "{name} {k}");
            if made.features.has_marks() {
                let count = count_from_text(&mut values, &regions, nothing.as_bytes(), side);
                assert!(count > 1, "{name} {k} needs its marks");
            }
        }
        assert!(made_count >= 9, "{name}: {made_count}");
    }
}

#[test]
fn each_puzzle_has_regions_of_its_own_and_its_id_stays_when_it_is_turned() {
    for name in ["9x9+jigsaw", "6x6+jigsaw+even-odd", "9x9+even-odd"] {
        let kit = LayoutKit::new(layout(name));
        let (side, cells) = (kit.layout().side(), kit.layout().cells());
        let mut maker = LayoutMaker::new(&kit);
        let (mut ids, mut drawings) = (HashSet::new(), HashSet::new());
        let made =
            (0..12).filter_map(|k| maker.make(Level::EASY, &mut Generator::for_candidate(6, k)));
        for made in made {
            drawings.insert(made.features.bytes());
            ids.insert(made.id);
            // Turned by a quarter, and digits exchanged for others of the same parity.
            let from = |cell: usize| (side - 1 - cell % side) * side + cell / side;
            let image = |values: &[u8]| -> Vec<u8> {
                let value = |cell| match values[from(cell)] {
                    0 => 0,
                    value if usize::from(value) + 2 > side => 2 - value % 2,
                    value => value + 2,
                };
                (0..cells).map(value).collect()
            };
            let bytes = made.features.bytes();
            let letter = |cell: usize| char::from(b'A' + (bytes[from(cell)] & 31));
            let letters: Vec<char> = (0..cells).map(letter).collect();
            let regions = made
                .features
                .regions()
                .map(|_| Regions::from_letters(&letters).unwrap());
            let marks = (0..cells).map(|cell| made.features.mark(from(cell)));
            let turned = kit.with_features(CellFeatures::new(regions, Some(marks.collect())));
            let mut form = LayoutForm::new(turned.houses());
            let (givens, solution) = (image(&made.givens), image(&made.solution));
            assert!(turned.houses().is_full_grid(&solution), "{name}");
            assert_eq!(form.id(&givens, &solution), made.id, "{name}");
            assert_ne!(
                form.drawing_id(&givens),
                form.drawing_id(&made.givens),
                "{name}"
            );
        }
        assert!(
            ids.len() >= 9 && drawings.len() == ids.len(),
            "{name}: {}",
            ids.len()
        );
    }
}

#[test]
fn regions_of_the_kit_are_those_of_every_puzzle() {
    let regions: Regions = "AAABBB\nACCCBB\nAADCBE\nFDDCCE\nFFDDDE\nFFFEEE"
        .parse()
        .unwrap();
    let kit = LayoutKit::new(layout("6x6+jigsaw")).with_regions(Some(regions.clone()));
    let mut maker = LayoutMaker::new(&kit);
    for k in 0..20 {
        let made = maker
            .make(Level::EASY, &mut Generator::for_candidate(1, k))
            .unwrap();
        assert_eq!(made.features.regions(), Some(&regions));
        assert!(kit.houses().is_full_grid(&made.solution));
    }
}

#[test]
fn a_record_holds_regions_and_marks_and_nothing_else_in_their_place() {
    let kit = LayoutKit::new(layout("6x6+jigsaw+even-odd"));
    let mut maker = LayoutMaker::new(&kit);
    let mut made =
        (0..9).filter_map(|k| maker.make(Level::EASY, &mut Generator::for_candidate(3, k)));
    let made = made.next().unwrap();
    let record = LayoutRecord { number: 7, made };
    let mut bytes = Vec::new();
    record.encode_into(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 160 + 3 * 36);
    assert_eq!(LayoutRecord::decode(&bytes), Ok(record));
    let first = 160 + 2 * 36;
    // Another region, both marks, an unknown bit, and regions numbered in another order.
    for (cell, set, cleared) in [
        (0, 1, 0),
        (0, 0b110_0000, 0),
        (3, 0b1000_0000, 0),
        (35, 31, 31),
    ] {
        let mut changed = bytes.clone();
        changed[first + cell] = changed[first + cell] & !cleared | set;
        assert_eq!(
            LayoutRecord::decode(&changed),
            Err(RecordError::Features),
            "{cell} {set}"
        );
    }
    let mut swapped = bytes.clone();
    for byte in &mut swapped[first..] {
        *byte ^= u8::from(*byte & 31 < 2);
    }
    assert_eq!(LayoutRecord::decode(&swapped), Err(RecordError::Features));
    for cut in [1, 36, 37] {
        assert!(LayoutRecord::decode(&bytes[..bytes.len() - cut]) != LayoutRecord::decode(&bytes));
    }
}
