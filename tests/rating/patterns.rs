//! Tests every rule on hand-made candidates: the rule finds its pattern, and doesn't find the pattern if one
//! more candidate spoils it.

use sudoku_factory::grid::{Board, Candidates, Cell, DigitSet};
use sudoku_factory::rate::{Preset, Rater, Rule, WingGeometry};

/// Returns all candidates of an empty board, except that the named cells keep only these digits, as in `r1c1:12
/// r1c5:13`.
fn cells(text: &str) -> Candidates {
    let mut candidates = Candidates::of(&Board::EMPTY);
    for word in text.split(' ') {
        let (cell, digits) = word.split_once(':').unwrap();
        let kept = digits_of(digits);
        for digit in DigitSet::ALL.difference(kept) {
            candidates.remove(cell_of(cell), digit);
        }
    }
    candidates
}

/// Returns all candidates of an empty board, except that digits of a row are limited to columns: in `r1:12=47`,
/// the digits 4 and 7 have places in row 1 only in columns 1 and 2.
fn rows(text: &str) -> Candidates {
    let mut candidates = Candidates::of(&Board::EMPTY);
    for word in text.split(' ') {
        let (row, rest) = word[1..].split_once(':').unwrap();
        let (columns, digits) = rest.split_once('=').unwrap();
        let columns = digits_of(columns);
        for column in DigitSet::ALL.difference(columns) {
            let cell = cell_of(&format!("r{row}c{column}"));
            for digit in digits_of(digits) {
                candidates.remove(cell, digit);
            }
        }
    }
    candidates
}

fn cell_of(name: &str) -> Cell {
    Cell::all().find(|cell| cell.to_string() == name).unwrap()
}

fn digits_of(text: &str) -> DigitSet {
    let bits = text.bytes().fold(0, |bits, c| bits | 1 << (c - b'1'));
    DigitSet::from_bits(bits)
}

fn found_by(preset: &Preset, rule: Rule, candidates: &Candidates) -> String {
    let steps = Rater::new(preset).find(rule, candidates);
    let lines: Vec<String> = steps.iter().map(|step| brief(&step.to_string())).collect();
    lines.join("\n")
}

/// Returns the text of a step, cut off after four results.
fn brief(text: &str) -> String {
    let mut results = text.split(", r");
    let shown: Vec<&str> = results.by_ref().take(4).collect();
    let hidden = results.count();
    let more = if hidden > 0 {
        format!(" and {hidden} more")
    } else {
        String::new()
    };
    shown.join(", r") + &more
}

fn found(rule: Rule, candidates: &Candidates) -> String {
    found_by(&Preset::default(), rule, candidates)
}

#[test]
fn naked_single() {
    insta::assert_snapshot!(found(Rule::NakedSingle, &cells("r4c4:7")), @"naked single 7 in r4c4: r4c4=7");
    assert_eq!(found(Rule::NakedSingle, &cells("r4c4:78")), "");
}

#[test]
fn hidden_single_counts_once_though_hidden_in_two_houses() {
    insta::assert_snapshot!(found(Rule::HiddenSingle, &rows("r1:1=5 r2:456789=5 r3:456789=5")), @"hidden single 5 in r1c1 (row 1): r1c1=5");
    assert_eq!(found(Rule::HiddenSingle, &rows("r1:12=5")), "");
}

#[test]
fn naked_subsets() {
    insta::assert_snapshot!(found(Rule::NakedPair, &cells("r1c2:47 r1c5:47")), @"naked pair 4,7 in r1c2 r1c5 (row 1): r1c1≠4, r1c1≠7, r1c3≠4, r1c3≠7 and 10 more");
    assert_eq!(found(Rule::NakedPair, &cells("r1c2:47 r1c5:48")), "");
    insta::assert_snapshot!(found(Rule::NakedTriplet, &cells("r1c1:12 r1c5:23 r1c9:13")), @"naked triplet 1,2,3 in r1c1 r1c5 r1c9 (row 1): r1c2≠1, r1c2≠2, r1c2≠3, r1c3≠1 and 14 more");
    assert_eq!(
        found(Rule::NakedTriplet, &cells("r1c1:12 r1c5:23 r1c9:14")),
        ""
    );
    insta::assert_snapshot!(found(Rule::NakedQuad, &cells("r1c1:12 r4c1:234 r6c1:34 r9c1:1234")), @"naked quad 1,2,3,4 in r1c1 r4c1 r6c1 r9c1 (column 1): r2c1≠1, r2c1≠2, r2c1≠3, r2c1≠4 and 16 more");
    assert_eq!(
        found(
            Rule::NakedQuad,
            &cells("r1c1:12 r4c1:235 r6c1:34 r9c1:1234")
        ),
        ""
    );
}

#[test]
fn hidden_subsets() {
    insta::assert_snapshot!(found(Rule::HiddenPair, &rows("r1:25=47")), @"hidden pair 4,7 in r1c2 r1c5 (row 1): r1c2≠1, r1c2≠2, r1c2≠3, r1c2≠5 and 10 more");
    assert_eq!(found(Rule::HiddenPair, &rows("r1:25=4 r1:26=7")), "");
    insta::assert_snapshot!(found(Rule::HiddenTriplet, &rows("r9:12=1 r9:28=2 r9:18=3")), @"hidden triplet 1,2,3 in r9c1 r9c2 r9c8 (row 9): r9c1≠4, r9c1≠5, r9c1≠6, r9c1≠7 and 14 more");
    assert_eq!(
        found(Rule::HiddenTriplet, &rows("r9:12=1 r9:28=2 r9:178=3")),
        ""
    );
    insta::assert_snapshot!(found(Rule::HiddenQuad, &rows("r5:1357=1234")), @"hidden quad 1,2,3,4 in r5c1 r5c3 r5c5 r5c7 (row 5): r5c1≠5, r5c1≠6, r5c1≠7, r5c1≠8 and 16 more");
    assert_eq!(found(Rule::HiddenQuad, &rows("r5:1357=123 r5:1359=4")), "");
}

#[test]
fn intersection_removal_points_and_claims() {
    insta::assert_snapshot!(found(Rule::IntersectionRemoval, &rows("r2:456789=5 r3:456789=5")), @"intersection removal 5 in r1c1 r1c2 r1c3 (box 1, row 1): r1c4≠5, r1c5≠5, r1c6≠5 and 3 more");
    insta::assert_snapshot!(found(Rule::IntersectionRemoval, &rows("r1:12=5")), @"intersection removal 5 in r1c1 r1c2 (row 1, box 1): r2c1≠5, r2c2≠5, r2c3≠5, r3c1≠5 and 2 more");
    assert_eq!(found(Rule::IntersectionRemoval, &rows("r1:14=5")), "");
    // One place is a single, not an intersection.
    assert_eq!(found(Rule::IntersectionRemoval, &rows("r1:1=5")), "");
}

#[test]
fn fish() {
    insta::assert_snapshot!(found(Rule::XWing, &rows("r1:27=5 r5:27=5")), @"X-wing 5 in r1c2 r1c7 r5c2 r5c7 (row 1, row 5): r2c2≠5, r2c7≠5, r3c2≠5 and 11 more");
    assert_eq!(found(Rule::XWing, &rows("r1:27=5 r5:28=5")), "");
    insta::assert_snapshot!(found(Rule::Swordfish, &rows("r1:14=5 r4:47=5 r8:17=5")), @"swordfish 5 in r1c1 r1c4 r4c4 r4c7 r8c1 r8c7 (row 1, row 4, row 8): r2c1≠5, r2c4≠5 and 16 more");
    assert_eq!(found(Rule::Swordfish, &rows("r1:14=5 r4:47=5 r8:18=5")), "");
}

#[test]
fn wings() {
    insta::assert_snapshot!(found(Rule::XyWing, &cells("r1c1:12 r1c5:13 r5c1:23")), @"XY-wing 1,2,3 in r1c1 r1c5 r5c1: r5c5≠3");
    assert_eq!(found(Rule::XyWing, &cells("r1c1:12 r1c5:13 r5c1:24")), "");
    insta::assert_snapshot!(found(Rule::XyzWing, &cells("r1c1:123 r2c2:23 r1c5:13")), @"XYZ-wing 1,2,3 in r1c1 r1c5 r2c2: r1c2≠3, r1c3≠3");
    assert_eq!(found(Rule::XyzWing, &cells("r1c1:123 r2c2:24 r1c5:14")), "");
    insta::assert_snapshot!(found(Rule::WxyzWing, &cells("r1c1:1234 r1c5:14 r1c2:24 r2c2:34")), @"WXYZ-wing 1,2,3,4 in r1c1 r1c5 r1c2 r2c2: r1c3≠4");
    assert_eq!(
        found(Rule::WxyzWing, &cells("r1c1:1234 r1c5:14 r1c2:24 r2c2:35")),
        ""
    );
}

#[test]
fn printed_wings_have_one_wing_in_the_pivots_box() {
    let printed = Preset {
        wings: WingGeometry::Printed,
        ..Preset::default()
    };
    let far = cells("r1c1:12 r1c5:13 r5c1:23");
    assert_eq!(found_by(&printed, Rule::XyWing, &far), "");
    let near = cells("r1c1:12 r1c5:13 r2c2:23");
    insta::assert_snapshot!(found_by(&printed, Rule::XyWing, &near), @"XY-wing 1,2,3 in r1c1 r1c5 r2c2: r1c2≠3, r1c3≠3, r2c4≠3, r2c5≠3 and 1 more");
    assert_eq!(
        found_by(&printed, Rule::XyWing, &near),
        found(Rule::XyWing, &near)
    );
}

#[test]
fn trial() {
    // 1 in r1c1 would leave two cells to 3.
    insta::assert_snapshot!(found(Rule::Trial, &cells("r1c1:12 r1c2:13 r1c3:13")), @"trial 1 in r1c1 fails: r1c1=2");
    assert_eq!(found(Rule::Trial, &cells("r1c1:12 r1c2:13 r1c3:14")), "");
    assert_eq!(found(Rule::Trial, &cells("r1c1:123 r1c2:123")), "");
}

#[test]
fn a_step_in_json() {
    let steps =
        Rater::new(&Preset::default()).find(Rule::XyzWing, &cells("r1c1:123 r2c2:23 r1c5:13"));
    insta::assert_snapshot!(serde_json::to_string_pretty(&steps).unwrap(), @r#"
    [
      {
        "rule": "xyz-wing",
        "houses": [],
        "cells": [
          0,
          4,
          10
        ],
        "cell_names": [
          "r1c1",
          "r1c5",
          "r2c2"
        ],
        "digits": [
          1,
          2,
          3
        ],
        "placements": [],
        "eliminations": [
          {
            "cell": 1,
            "name": "r1c2",
            "digit": 3
          },
          {
            "cell": 2,
            "name": "r1c3",
            "digit": 3
          }
        ],
        "text": "XYZ-wing 1,2,3 in r1c1 r1c5 r2c2: r1c2≠3, r1c3≠3"
      }
    ]
    "#);
}
