//! Tests packs of layouts on the server: jobs that name a layout, the stock, single puzzles, exports and books.

use crate::daemon::{Shop as Daemon, ended};
use crate::factory::run_in;
use crate::http::{SHOP, Shop, ids, settings};
use sudoku_factory::daemon::JobState;
use sudoku_factory::pack::Pack;

/// Returns a shop that has, besides its 9×9 packs, a pack of 6×6, one of 9×9 with diagonals, and one of 6×6 jigsaws
/// with even and odd cells.
fn shop() -> Shop {
    let shop = Shop::new(true, settings());
    let at = shop.place.output.parent().unwrap().to_owned();
    for job in [
        "--layout 6x6 --level singles=30,locked-and-pairs=2 --name six",
        "--layout 9x9+x --count 8 --name diagonals",
        "--layout 6x6+jigsaw+even-odd --count 20 --name jigsaw",
    ] {
        run_in(
            &at,
            &format!("{job} --seed 2 --ledger output/ledger.sqlite -q"),
        )
        .expect(0);
    }
    shop.stock.refresh().unwrap();
    assert_eq!(shop.stock.troubles(), Vec::<String>::new());
    shop
}

#[test]
fn puzzles_of_a_layout_are_seen_and_taken_once() {
    let shop = shop();
    let six = "/api/v1/puzzles?level=singles&scheme=6x6&n=3";
    let seen = shop.json(six);
    let first = &seen["puzzles"][0];
    assert_eq!(
        (&first["layout"], &first["boxes"], &first["scheme"]),
        (&"6x6".into(), &"2x3".into(), &"6x6".into())
    );
    assert_eq!(first["puzzle"].as_str().unwrap().len(), 36);
    assert_eq!(first["solution"].as_str().unwrap().len(), 36);
    let body = r#"{"level":"singles","scheme":"6x6","n":3}"#;
    let taken = shop.take(SHOP, "order 1", body).json(200);
    assert_eq!(ids(&taken), ids(&seen));
    assert_eq!(shop.take(SHOP, "order 1", body).json(200), taken);
    assert!(
        ids(&shop.json(six))
            .iter()
            .all(|id| !ids(&seen).contains(id))
    );
    let id = &ids(&seen)[0];
    let one = shop.json(&format!("/api/v1/puzzles/{id}"));
    assert_eq!(
        (&one["layout"], &one["pack"]),
        (&"6x6".into(), &"six".into())
    );
    assert!(one["shipped"].is_object());
    shop.get(&format!("/api/v1/puzzles/{id}/steps"))
        .refuses(422, "9x9 only");
    // Without a scheme, a level's number means 9×9 as before.
    let nine = shop.json("/api/v1/puzzles?level=1&n=2");
    assert_eq!(nine["puzzles"][0]["scheme"], "wu");
    assert!(nine["puzzles"][0].get("layout").is_none());
    shop.take(
        SHOP,
        "order 2",
        r#"{"level":"singles","scheme":"6x6","n":100}"#,
    )
    .refuses(409, "27");
    shop.place.is_sound();
}

#[test]
fn packs_of_layouts_are_listed_exported_and_printed() {
    let shop = shop();
    let packs = shop.json("/api/v1/packs");
    let packs = packs["packs"].as_array().unwrap().clone();
    let layouts: Vec<Option<&str>> = packs.iter().map(|it| it["layout"].as_str()).collect();
    assert_eq!(
        layouts,
        [
            Some("9x9+x"),
            Some("6x6+jigsaw+even-odd"),
            None,
            Some("6x6"),
            None,
            None
        ],
        "diagonals, jigsaw, mon, six, tue, wed"
    );
    let six = shop.json("/api/v1/packs/six");
    assert_eq!(
        (&six["layout"], &six["puzzles"]),
        (&"6x6".into(), &32.into())
    );
    assert_eq!(six["histogram"].as_array().unwrap().len(), 0);
    let all = shop.json("/api/v1/packs/six/puzzles?n=100");
    assert_eq!(ids(&all).len(), 32);
    let csv = shop.get("/api/v1/packs/six/export/csv").text();
    assert_eq!(csv.lines().count(), 33);
    assert!(csv.starts_with("layout,id,puzzle,"), "{csv}");
    shop.get("/api/v1/packs/diagonals/export/hodoku")
        .refuses(422, "9x9 only");
    shop.get("/api/v1/packs/six/stats.html").refuses(422, "6x6");
    let drawn = shop.json("/api/v1/packs/jigsaw/puzzles?n=100");
    for puzzle in drawn["puzzles"].as_array().unwrap() {
        for field in ["regions", "marks"] {
            assert_eq!(puzzle[field].as_str().unwrap().len(), 36);
        }
    }
    let book = shop.get("/api/v1/packs/six/book.pdf?trim=a5");
    assert!(book.body.starts_with(b"%PDF"), "{}", book.text());
    let record = shop.get("/api/v1/packs/six/files/1-singles.pack");
    let file = shop.place.output.join("six/1-singles.pack");
    assert_eq!(record.body, std::fs::read(file).unwrap());
    // The page plays 9×9.
    for _ in 0..8 {
        let played = shop.json("/api/v1/play?n=1");
        assert!(played["puzzles"][0].get("layout").is_none(), "{played}");
    }
}

#[test]
fn a_job_makes_jigsaws_and_refuses_a_file_of_regions() {
    let config = "[[schedule]]\nname = \"jigsaw\"\ncron = \"30 2 * * *\"\nmake = { layout = \"6x6+jigsaw+even-odd\", count = 30, name = \"j-{date}\", seed-policy = \"date\" }\n";
    let mut server = Daemon::with_exit(config, "2026-10-24T20:00:00Z", |_| 1);
    server.supervisor.turn();
    server.set_clock("2026-10-25T12:00:00Z");
    server.until(|queue| ended(&queue.jobs()));
    let pack = Pack::open_any(&server.output().join("j-2026-10-25")).unwrap();
    assert!(pack.manifest().job.layout.unwrap().has_features());
    assert!(pack.manifest().made() > 0);
    let folder = tempfile::tempdir().unwrap();
    let drawn = config.replace("count = 30", "count = 30, regions = \"r.txt\"");
    let config = crate::daemon::configure(folder.path(), &drawn);
    let clock = std::sync::Arc::new(sudoku_factory::daemon::SystemClock);
    let why = sudoku_factory::daemon::DaemonPlan::read(&config, clock).err();
    assert!(why.unwrap().to_string().contains("draws the regions"));
}

#[test]
fn a_schedule_makes_packs_of_a_layout_and_a_shelf_refuses_them() {
    let nightly = "[[schedule]]\nname = \"kids\"\ncron = \"30 2 * * *\"\nmake = { layout = \"6x6\", level = { singles = 20 }, name = \"kids-{date}\", seed-policy = \"date\" }\n";
    let mut server = Daemon::with_exit(nightly, "2026-10-24T20:00:00Z", |_| 1);
    server.supervisor.turn();
    for date in ["2026-10-25", "2026-10-26"] {
        server.set_clock(&format!("{date}T12:00:00Z"));
        server.until(|queue| ended(&queue.jobs()));
        let pack = Pack::open_any(&server.output().join(format!("kids-{date}"))).unwrap();
        assert_eq!(pack.manifest().made(), 20);
        assert_eq!(pack.manifest().job.layout.unwrap().to_string(), "6x6");
    }
    let jobs = server.queue().jobs();
    assert!(jobs.iter().all(|job| job.state == JobState::Done));
    server.stock.refresh().unwrap();
    let free = server.stock.free();
    let of_six = free.iter().find(|it| it.label.scheme == "6x6").unwrap();
    assert_eq!((of_six.label.name.as_str(), of_six.free), ("singles", 40));
    let folder = tempfile::tempdir().unwrap();
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 3\nmost = 5\nmake = { layout = \"6x6\" }\n";
    let config = crate::daemon::configure(folder.path(), shelf);
    let clock = std::sync::Arc::new(sudoku_factory::daemon::SystemClock);
    let why = sudoku_factory::daemon::DaemonPlan::read(&config, clock)
        .err()
        .unwrap();
    assert!(why.to_string().contains("shelves are of 9x9 only"), "{why}");
}
