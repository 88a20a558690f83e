//! Tests the charts of packs, and the calculation of how far the levels of packs overlap.

use crate::factory::{bytes_of, run_in};
use serde_json::Value;
use std::fs;

/// Returns the number of elements in an SVG or HTML file, which must be well-formed and load nothing from
/// elsewhere.
fn checked(text: &str) -> usize {
    let body = text.replace("http://www.w3.org/2000/svg", "");
    for word in ["http", "<script", "NaN", "inf\"", "url(", "@import"] {
        assert!(!body.contains(word), "{word}");
    }
    let mut reader = quick_xml::Reader::from_str(text);
    let mut elements = 0;
    loop {
        use quick_xml::events::Event;
        match reader.read_event().unwrap() {
            Event::Eof => return elements,
            Event::Start(_) | Event::Empty(_) => elements += 1,
            _ => {}
        }
    }
}

#[test]
fn pictures_tell_the_whole_pack() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "count = 300\nseed = 4\nscheme = 'own'\n[schemes.own]\nlevels = ['kind', 'fair', 'hard']\nlimits = [4, 9]\n";
    fs::write(at.join("job.toml"), job).unwrap();
    run_in(at, "--job job.toml --name p --quiet").expect(0);
    fs::rename(at.join("output/p"), at.join("a<b")).unwrap();
    let said = run_in(at, "stats a<b --ratings time,se --svg one --html one.html").expect(0);
    assert!(said.out.contains("%  kind over fair"), "{}", said.out);
    let pictures = bytes_of(&at.join("one"));
    let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "clues.svg",
            "difficulty.svg",
            "levels.svg",
            "minutes.svg",
            "rules.svg",
            "se.svg"
        ]
    );
    for (name, bytes) in &pictures {
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(checked(text) > 20, "{name}");
        assert!(text.contains(">kind<") && text.contains("prefers-color-scheme:dark"));
    }
    let page = fs::read_to_string(at.join("one.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 6);
    assert!(page.contains("<h1>a&lt;b</h1>") && !page.contains("a<b"));
    for svg in page.split("<svg").skip(1) {
        let svg = svg.split("</svg>").next().unwrap();
        checked(&format!("<svg{svg}</svg>"));
    }
    // The same pack gives the same bytes, and what is there is kept.
    run_in(at, "stats a<b --ratings time,se --svg two --html two.html").expect(0);
    assert_eq!(pictures, bytes_of(&at.join("two")));
    assert_eq!(page, fs::read_to_string(at.join("two.html")).unwrap());
    run_in(at, "stats a<b --svg one").expect(0);
    fs::write(at.join("one/levels.svg"), "mine").unwrap();
    run_in(at, "stats a<b --svg one")
        .expect(2)
        .complains(&["one/levels.svg", "--force"]);
    run_in(at, "stats a<b --html one.html")
        .expect(2)
        .complains(&["one.html", "--force"]);
    run_in(at, "stats a<b --ratings qqwing")
        .expect(2)
        .complains(&["time"]);
    // Of nothing there are pictures as well, but no minutes.
    run_in(at, "stats a<b --where d<0 --svg none --html none.html").expect(0);
    let none = bytes_of(&at.join("none"));
    assert_eq!(none.len(), 4);
    none.iter()
        .for_each(|(_, bytes)| assert!(checked(std::str::from_utf8(bytes).unwrap()) > 3));
}

#[test]
fn levels_overlap_as_far_as_their_minutes_do() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let object = |arguments: &str| -> Value {
        serde_json::from_str(&run_in(at, arguments).expect(0).out).unwrap()
    };
    run_in(
        at,
        "--count 150 --seed 4 --name p --ratings time,se --quiet",
    )
    .expect(0);
    run_in(at, "--count 150 --seed 4 --name q --quiet").expect(0);
    let told = object("stats output/p --json");
    // Of the five levels two take puzzles above an ER of 2.0 only.
    let overlaps = told["easier_takes_longer"].as_array().unwrap();
    assert_eq!(overlaps.len(), 2);
    assert_eq!(
        (&overlaps[0]["easier"], &overlaps[0]["harder"]),
        (&"easy".into(), &"fairly-easy".into())
    );
    let chance = |it: &Value| it["probability"].as_f64().unwrap();
    assert!(overlaps.iter().all(|it| (0.0..=1.0).contains(&chance(it))));
    assert!(chance(&overlaps[0]) < 0.4);
    assert!(told["levels"][0]["minutes"]["median"].as_f64().unwrap() > 1.0);
    let hard = &told["levels"][3];
    assert!(hard["timed"].as_u64().unwrap() > 0);
    assert_eq!(hard["minutes"], Value::Null);
    assert!(hard["se_er"]["min"].as_f64().unwrap() > 2.0);
    // Made now or with the pack, minutes are the same.
    let again = object("stats output/q --json --ratings time,se");
    assert_eq!(told["easier_takes_longer"], again["easier_takes_longer"]);
    let unexplained = run_in(at, "stats output/q --ratings time").expect(0);
    assert!(
        unexplained.out.contains("--ratings time,se"),
        "{}",
        unexplained.out
    );
    let untimed = object("stats output/q --json");
    assert_eq!(untimed["easier_takes_longer"], serde_json::json!([]));
    assert_eq!(untimed["levels"][0]["minutes"], Value::Null);
}
