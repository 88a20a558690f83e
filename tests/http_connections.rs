//! Tests the HTTP server over real connections. A stream of events lasts until the server ends. Slow or idle
//! clients don't block others. Requests that can't be read are refused.

use crate::http::{Shop, settings};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use sudoku_factory::daemon::http::{HttpSettings, Parts, serve};
use tokio::sync::oneshot;

/// Reads from a stream until the text contains `until`, or the stream ends, and returns the text.
fn hear(stream: &mut TcpStream, until: &str) -> String {
    let mut heard = Vec::new();
    let mut piece = [0; 4096];
    while !String::from_utf8_lossy(&heard).contains(until) {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => break,
            Ok(read) => heard.extend(&piece[..read]),
        }
    }
    String::from_utf8_lossy(&heard).into_owned()
}

/// Reads until the server closes the connection. Returns `false` if the server keeps it open until the time-out.
fn hangs_up(stream: &mut TcpStream) -> bool {
    let mut piece = [0; 4096];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::ConnectionReset,
        }
    }
}

/// A server that listens at a real socket.
struct RunningServer {
    shop: Shop,
    address: std::net::SocketAddr,
    end: oneshot::Sender<()>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl RunningServer {
    fn new() -> Self {
        Self::with(settings())
    }

    fn with(settings: HttpSettings) -> Self {
        let shop = Shop::new(true, settings);
        let parts = Parts {
            queue: shop.queue.clone(),
            stock: Arc::clone(&shop.stock),
            output: shop.place.output.clone(),
            rules: shop.rules.subscribe(),
        };
        let bind = tokio::net::TcpListener::bind("127.0.0.1:0");
        let listener = shop.runtime.block_on(bind).unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let shutdown = async { drop(ended.await) };
        let serving = shop.runtime.spawn(serve(parts, listener, shutdown));
        Self {
            shop,
            address,
            end,
            serving,
        }
    }

    fn say(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// Ends the server, and asserts that it no longer accepts connections.
    fn end(self) {
        self.end.send(()).unwrap();
        self.shop.runtime.block_on(self.serving).unwrap().unwrap();
        assert!(TcpStream::connect(self.address).is_err());
    }
}

const TAKE: &str = "POST /api/v1/puzzles/take HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: k\r\nAuthorization: Bearer aaaaaaaaaaaaaaaaaaaaaaaa\r\nContent-Length: 22\r\n\r\n";

#[test]
fn events_tell_what_is_taken_until_the_end() {
    let server = RunningServer::new();
    let mut follower = server.say("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let heard = hear(&mut follower, "event: stock");
    assert!(heard.contains("text/event-stream"), "{heard}");
    assert!(heard.contains("event: jobs\ndata: {"), "{heard}");
    let mut client = server.say(&format!("{TAKE}{{\"level\":\"hard\",\"n\":2}}"));
    assert!(hear(&mut client, "\"taken\":true").starts_with("HTTP/1.1 200"));
    assert!(hear(&mut follower, "\"free\":78").contains("event: stock"));
    server.end();
    assert!(hangs_up(&mut follower));
}

#[test]
fn the_door_closes_on_slow_clients_and_long_heads() {
    let server = RunningServer::new();
    // Three that never finish what they say.
    let mut slow = [
        server.say("GET / HT"),
        server.say(&format!("{TAKE}{{")),
        server.say(""),
    ];
    let long = "x".repeat(40_000);
    let mut client = server.say(&format!("GET /{long} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let refused = hear(&mut client, "\r\n\r\n");
    let is_refused = ["HTTP/1.1 414", "HTTP/1.1 431"].map(|it| refused.starts_with(it));
    assert!(is_refused.contains(&true), "{refused}");
    // Whoever is too slow is told so, or hung up on.
    assert!(hear(&mut slow[1], "took longer").contains("HTTP/1.1 408"));
    for stream in &mut slow {
        assert!(hangs_up(stream));
    }
    server.end();
}

/// A request whose headers the parser refuses gets a problem document, even if the client is still sending, or
/// has sent another request before.
#[test]
fn heads_that_cannot_be_read_are_problems() {
    let server = RunningServer::new();
    let long = "x".repeat(400_000);
    let many = "X: y\r\n".repeat(400);
    let asked = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (head, status, code) in [
        ("nonsense\r\n\r\n".to_owned(), 400, "bad-request"),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400, "bad-request"),
        (format!("{asked}nonsense\r\n\r\n"), 400, "bad-request"),
        (
            format!("GET /{long} HTTP/1.1\r\n\r\n"),
            431,
            "head-too-long",
        ),
        (
            format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"),
            431,
            "head-too-long",
        ),
        (
            format!("GET / HTTP/1.1\r\n{many}\r\n"),
            431,
            "head-too-long",
        ),
    ] {
        let mut client = server.say(&head);
        let said = hear(&mut client, "never said");
        let refused = &said[said.rfind("HTTP/1.1 ").unwrap()..];
        assert!(
            refused.starts_with(&format!("HTTP/1.1 {status} ")),
            "{said}"
        );
        let (head, document) = refused.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains("content-type: application/problem+json"),
            "{head}"
        );
        assert!(
            head.contains(&format!("content-length: {}", document.len())),
            "{head}"
        );
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        assert_eq!(document["code"], code);
        assert_eq!(document["status"], status);
    }
    server.end();
}

/// When one client holds many connections open, some of them are closed to make room for new requests.
#[test]
fn idle_connections_keep_nobody_out() {
    let server = RunningServer::with(HttpSettings {
        connections: 20,
        connections_per_address: 10,
        ..settings()
    });
    server.shop.queue.set_ready();
    let idle: Vec<TcpStream> = (0..60)
        .map(|n| server.say(["", "GET /api/v1/st"][n % 2]))
        .collect();
    for _ in 0..20 {
        let ask = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let mut polite = server.say(ask);
        assert!(hear(&mut polite, "ready\"}").starts_with("HTTP/1.1 200"));
    }
    let ask = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let metrics = hear(&mut server.say(ask), "process_resident");
    let closed = "factory_http_closed_connections_total{reason=\"address\"} ";
    let closed = metrics.lines().find_map(|line| line.strip_prefix(closed));
    let closed: u64 = closed.unwrap().parse().unwrap();
    assert!(closed >= 50, "{closed}");
    drop(idle);
    server.end();
}
