//! Tests the worked examples of the papers.

use oracle::{
    Interpretation, WuRule, blanks, canonical, difficulty, freedom, grade, id, read, solutions,
    write,
};

fn d(counts: &[(usize, f64)]) -> f64 {
    let mut all = [0.0; 15];
    for &(number, count) in counts {
        all[number - 1] = count;
    }
    difficulty(&all, &Interpretation::wu().weights)
}

/// Checks the difficulty D of the seven examples in section 2.2 of Wu 2012, to the printed decimal.
#[test]
fn difficulties_of_wu() {
    let examples: [(&[(usize, f64)], f64); 7] = [
        (
            &[
                (1, 55.),
                (3, 6.),
                (6, 17.),
                (9, 88.),
                (10, 4.),
                (13, 1.),
                (14, 1.),
            ],
            10.5,
        ),
        (
            &[
                (1, 60.),
                (3, 1.8),
                (4, 0.4),
                (5, 0.4),
                (6, 3.7),
                (8, 0.1),
                (9, 14.5),
            ],
            3.0,
        ),
        (&[(1, 37.)], 1.0),
        (&[(1, 54.), (3, 3.)], 1.2),
        (&[(1, 55.), (3, 3.), (6, 9.), (9, 73.)], 4.8),
        (&[(1, 62.), (6, 26.), (9, 88.), (14, 2.)], 10.7),
        (
            &[
                (1, 53.),
                (3, 7.),
                (6, 18.),
                (8, 1.),
                (9, 94.),
                (10, 1.),
                (11, 2.),
                (12, 3.),
                (13, 1.),
                (14, 2.),
            ],
            14.2,
        ),
    ];
    for (counts, printed) in examples {
        // The paper cuts some decimals and rounds others.
        assert!((d(counts) - printed).abs() < 0.1, "{counts:?}");
    }
    assert_eq!(d(&[]), 1.0);
}

/// Checks the freedom of the six puzzles of candy.huang's blog (2011), and the grade of those for which a grade is
/// published.
#[test]
fn freedoms_and_grades_of_the_blog() {
    let published = [
        (
            "950624003038007061000000050360209008100000006500108072070000000610900830400856097",
            45,
            698,
            Some('A'),
        ),
        (
            "000074680800000000004006910020065071000000000480310050016900800000000009032750000",
            53,
            922,
            Some('E'),
        ),
        (
            "000000023030050040000003700000302650050040072007600000008500960540180200900060001",
            52,
            880,
            Some('E'),
        ),
        (
            "006009000031800009700000056080400000200010007000008040360000002900005310000200500",
            56,
            1008,
            Some('G'),
        ),
        (
            "600000004050009800000003570003060280802094000000000000080042000001000020500010008",
            57,
            1054,
            Some('G'),
        ),
        (
            "000840091001700600070000050460180200700296003000070960040607000605008020200010000",
            50,
            820,
            None,
        ),
    ];
    for (text, number, sum, letter) in published {
        let puzzle = read(text).unwrap();
        assert_eq!((blanks(&puzzle), freedom(&puzzle)), (number, sum), "{text}");
        if let Some(letter) = letter {
            assert_eq!(char::from(b'A' - 1 + grade(&puzzle)), letter, "{text}");
        }
        assert_eq!(solutions(&puzzle, 2).len(), 1, "{text}");
    }
    assert_eq!(freedom(&[0; 81]), 2106);
}

/// Checks that singles solve the puzzle of figure 3.5 of Wang 2009.
#[test]
fn singles_solve_the_puzzle_of_wang() {
    let text = "5.3...7.....79..3.7..8..2.6.169.7....4.....9....6.381.1.7..9..4.3..64.....9...5.8";
    let puzzle = read(text).unwrap();
    let solution = solutions(&puzzle, 2)[0];
    let opinion = oracle::rate(&puzzle, &solution, &Interpretation::wu());
    assert!(opinion.is_solved && opinion.level == 1);
    assert_eq!((opinion.rules[0], opinion.difficulty), (51, 1.0));
    assert_eq!(opinion.used[0] + opinion.used[1], 51);
    assert!(opinion.hardest() <= Some(WuRule::HiddenSingle));
}

/// Checks the example of docs/pack-format.md.
#[test]
fn the_id_of_the_document() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = read(text).unwrap();
    let form = canonical(&puzzle, &solutions(&puzzle, 2)[0]).puzzle;
    let id: String = id(&form).iter().map(|byte| format!("{byte:02x}")).collect();
    let document = include_str!("../../../docs/pack-format.md");
    assert!(
        document.contains(&write(&form)) && document.contains(&id),
        "{id}"
    );
}
