//! Tests an output folder and its ledger with random sequences of steps, called lives. A step is a command or a
//! change of the folder. Some commands are killed while they work on files, and are run again at once or at the
//! end. After each step, folder and ledger must agree with a small model.
//!
//! If a life fails, proptest makes it shorter and keeps its seed in `lives.proptest-regressions`. The kill comes
//! at a fixed number of calls on files, which `faults/interpose.c` counts, so that a life is the same each time.
//! `FACTORY_CASES` multiplies the number of lives. `LIVES_FACTORY` names the program to run, such as an optimised
//! one.

/// The comparison of the folder with the model.
mod check;
/// The model: the puzzles that must be published, shipped, retired and taken.
mod model;
/// The commands of the steps.
mod tasks;
/// The folder of a life (a random sequence of steps), and the program that runs in it.
mod world;

use proptest::prelude::*;
use world::World;

/// A command, or something else that happens to the folder. A pack or puzzle is chosen by a number, modulo the count of
/// those that exist.
#[derive(Debug, Clone)]
enum Step {
    /// Makes a pack of a few candidates; equal seeds make equal candidates.
    Make { seed: u8, count: u8 },
    /// Makes a new pack from an existing pack's job with more candidates.
    Extend { pack: u8 },
    /// Copies puzzles that can still be used into a new pack in another folder.
    Take { limit: u8 },
    /// Writes a pack's first puzzles into a file, and records them under a title.
    Export { pack: u8, limit: u8, title: u8 },
    /// Records any published puzzles under a title.
    Ship { first: u8, count: u8, title: u8 },
    /// Cancels a shipment.
    Unship { title: u8 },
    /// Takes a puzzle out of use.
    Retire { puzzle: u8 },
    /// Deletes a pack's folder.
    Delete { pack: u8 },
    /// Plans a run of two shards, makes these, and merges them.
    Merge { seed: u8 },
    /// Takes puzzles as the server does.
    Serve { key: u8, level: u8, count: u8 },
    /// Copies the ledger.
    BackUp,
    /// Replaces the ledger's file by the last backup, as a user might, and then puts the file back. The program must
    /// refuse a backup that lacks an event.
    Restore,
    /// Damages the ledger, and rebuilds it from the last backup and the packs.
    Rebuild,
}

/// A step whose command may be killed. `kill` is the number of the file operation at which this happens, or `None`. A
/// killed command is run again at once, or at the end if it is put off.
#[derive(Debug, Clone)]
struct Move {
    step: Step,
    kill: Option<u16>,
    is_put_off: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let (seed, any, title) = (0..3_u8, any::<u8>(), 0..3_u8);
    prop_oneof![
        4 => (seed.clone(), 1..4_u8).prop_map(|(seed, count)| Step::Make { seed, count: count * 6 }),
        1 => any.prop_map(|pack| Step::Extend { pack }),
        1 => (1..9_u8).prop_map(|limit| Step::Take { limit }),
        2 => (any, 1..6_u8, title.clone()).prop_map(|(pack, limit, title)| Step::Export { pack, limit, title }),
        2 => (any, 1..5_u8, title.clone()).prop_map(|(first, count, title)| Step::Ship { first, count, title }),
        1 => title.prop_map(|title| Step::Unship { title }),
        1 => any.prop_map(|puzzle| Step::Retire { puzzle }),
        1 => any.prop_map(|pack| Step::Delete { pack }),
        1 => seed.prop_map(|seed| Step::Merge { seed }),
        2 => (0..4_u8, 0..5_u8, 1..4_u8).prop_map(|(key, level, count)| Step::Serve { key, level, count }),
        1 => Just(Step::BackUp),
        1 => Just(Step::Restore),
        1 => Just(Step::Rebuild),
    ]
}

fn life() -> impl Strategy<Value = Vec<Move>> {
    let kill = prop_oneof![2 => Just(None), 1 => (1..200_u16).prop_map(Some)];
    let next = (step(), kill, any::<bool>());
    let next = next.prop_map(|(step, kill, is_put_off)| Move {
        step,
        kill,
        is_put_off,
    });
    prop::collection::vec(next, 1..12)
}

/// Makes all moves of a life, and then repeats the commands that were put off.
fn live(moves: &[Move]) {
    let mut world = World::new();
    for next in moves {
        world.live(next);
    }
    world.end();
}

proptest! {
    #![proptest_config(crate::cases(50))]

    #[test]
    fn every_life_is_as_the_model_says(moves in life()) {
        live(&moves);
    }
}

fn make(seed: u8, count: u8) -> Move {
    calm(Step::Make { seed, count })
}

fn calm(step: Step) -> Move {
    Move {
        step,
        kill: None,
        is_put_off: false,
    }
}

#[test]
fn a_life_with_every_step() {
    let ship = Step::Ship {
        first: 3,
        count: 4,
        title: 0,
    };
    let serve = |key, level| Step::Serve {
        key,
        level,
        count: 1,
    };
    let export = Step::Export {
        pack: 1,
        limit: 2,
        title: 1,
    };
    let steps = [
        Step::BackUp,
        ship.clone(),
        ship,
        Step::Restore,
        export,
        serve(0, 0),
        serve(0, 0),
        serve(1, 4),
        Step::Retire { puzzle: 9 },
        Step::Take { limit: 5 },
        Step::Extend { pack: 0 },
        Step::Merge { seed: 2 },
        Step::Unship { title: 0 },
        Step::Delete { pack: 0 },
        Step::Rebuild,
    ];
    let mut moves = vec![make(0, 18), make(1, 12), make(0, 12)];
    moves.extend(steps.map(calm));
    moves.push(make(0, 18));
    live(&moves);
}

#[test]
#[should_panic(expected = "assertion `left == right` failed")]
fn a_shipment_that_no_step_made_is_noticed() {
    let mut world = World::new();
    world.done("export output/m9-6 --to line --limit 1 -o other.txt --ship Other");
    world.check(None);
}
