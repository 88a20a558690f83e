//! Tests that the server starts in an empty folder and works there, with a token that only its owner can read.

use crate::daemon_process::ask;
use crate::factory::{factory, run_in};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A server needs no configuration file. If another program uses the port of the built-in configuration, the
/// server says so in one line.
#[test]
fn a_server_needs_no_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let checked = run_in(folder.path(), "daemon --check").expect(0);
    assert!(checked.out.contains("127.0.0.1:8321"), "{}", checked.out);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    let own = folder.path().join("own.toml");
    fs::write(&own, "output = \"o\"\nledger = \"o/l.sqlite\"\n").unwrap();
    let checked = run_in(folder.path(), "daemon --check --config own.toml").expect(0);
    assert!(checked.out.contains("no section [http]"), "{}", checked.out);
    fs::remove_file(&own).unwrap();
    let mut command = factory();
    command.current_dir(folder.path()).arg("daemon");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let Some(Ok(greeting)) = out.next() else {
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert!(said.contains("listen at 127.0.0.1:8321"), "{said}");
        child.wait().unwrap();
        return;
    };
    assert!(greeting.contains("http://127.0.0.1:8321/"), "{greeting}");
    let file = out.next().unwrap().unwrap();
    assert!(file.contains("output/.daemon/tokens"), "{file}");
    let tokens = folder.path().join("output/.daemon/tokens");
    let mode = fs::metadata(&tokens).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = fs::read_to_string(&tokens).unwrap();
    let secret = text.lines().last().unwrap().split(' ').nth(1).unwrap();
    assert!(secret.len() >= 48 && !greeting.contains(secret) && !file.contains(secret));
    let log = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut log = log.map_while(Result::ok);
    // The first puzzles are published before the shelf is full.
    assert!(log.any(|line| line.contains("job ended")));
    let body = "{\"level\":\"1\"}";
    let (status, taken) = ask("127.0.0.1:8321", secret, "POST /api/v1/puzzles/take", body);
    assert_eq!(status, 200, "{taken}");
    // Only levels that its jobs make are listed.
    let (_, stock) = ask("127.0.0.1:8321", secret, "GET /api/v1/stock", "");
    let stock = stock.to_string();
    assert!(
        stock.contains("\"people\"") && !stock.contains("\"wu\""),
        "{stock}"
    );
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(id).status().unwrap().success());
    drop(log);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
