//! The fuzz target for HTTP requests. An input is the text of a request: its first line, headers, an empty line and
//! a body. The server's router answers it without a connection; `hyper`, which reads connections, has fuzz targets
//! of its own.

use crate::scratch;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use std::fs;
use std::sync::{Arc, OnceLock};
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::http::{HttpSettings, Parts, Peer, Rules, Tokens, router};
use sudoku_factory::daemon::{Cause, JobQueue, JobRefusal, JobWork, SystemClock};
use sudoku_factory::ledger::{Ledger, LedgerCreation};
use sudoku_factory::pack::Pack;
use sudoku_factory::stock::Stock;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower::ServiceExt;

/// The tokens of three clients: one may take puzzles, one may also run jobs, and one may do neither.
const TOKENS: &str = "shop aaaaaaaaaaaaaaaaaaaaaaaa take\nboss bbbbbbbbbbbbbbbbbbbbbbbb take,jobs\nscreen cccccccccccccccccccccccc";

/// A server without a listener.
struct Server {
    router: Router,
    runtime: Runtime,
    _rules: watch::Sender<Arc<Rules>>,
    _folder: TempDir,
}

/// Sends a request to the server. Asserts that the answer is not "internal error", and that a refusal is one line.
pub fn http(bytes: &[u8]) {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let server = SERVER.get_or_init(Server::new);
    let Some(request) = request(bytes) else {
        return;
    };
    let has_body = request.method() != Method::HEAD;
    let asked = format!("{} {}", request.method(), request.uri());
    let (status, kind, body) = server.answer(request);
    let text = String::from_utf8_lossy(&body);
    assert!(
        status != StatusCode::INTERNAL_SERVER_ERROR,
        "{asked}: {text}"
    );
    if has_body && kind == "application/problem+json" {
        let problem: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        let error = problem["error"].as_str().expect("an error");
        assert!(
            !error.is_empty() && !error.contains('\n'),
            "{asked}: {error:?}"
        );
    }
}

impl Server {
    fn new() -> Self {
        let folder = scratch::folder();
        let (output, pack) = (folder.path(), folder.path().join("golden"));
        fs::create_dir(&pack).expect("scratch can be written");
        for entry in fs::read_dir(scratch::golden("format-1/pack")).expect("golden files") {
            let entry = entry.expect("golden files");
            fs::copy(entry.path(), pack.join(entry.file_name())).expect("a copy");
        }
        let path = output.join("ledger.sqlite");
        let ledger = Ledger::open(&path, LedgerCreation::IfMissing).expect("a new ledger");
        ledger
            .import_pack(&Pack::open(&pack).expect("a golden pack"))
            .expect("an import");
        drop(ledger);
        let stock = Arc::new(Stock::open(output, &path).expect("a stock"));
        let settings = HttpSettings {
            rate: 1_000_000,
            ..HttpSettings::default()
        };
        let tokens = Tokens::parse(TOKENS).expect("tokens");
        let (rules, seen) = watch::channel(Arc::new(Rules { settings, tokens }));
        let parts = Parts {
            queue: queue(),
            stock,
            output: output.to_owned(),
            rules: seen,
        };
        Self {
            router: router(parts, true),
            runtime: Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime"),
            _rules: rules,
            _folder: folder,
        }
    }

    fn answer(&self, request: Request<Body>) -> (StatusCode, String, Bytes) {
        self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await;
            let answer = answer.expect("the router never fails");
            let kind = answer.headers().get(header::CONTENT_TYPE);
            // A compressed answer is read to its end, but not understood.
            let kind = kind
                .filter(|_| !answer.headers().contains_key(header::CONTENT_ENCODING))
                .and_then(|it| it.to_str().ok())
                .unwrap_or_default()
                .to_owned();
            let status = answer.status();
            // Events go on for ever.
            let body = match kind.starts_with("text/event-stream") {
                true => Bytes::new(),
                false => axum::body::to_bytes(answer.into_body(), 1 << 26)
                    .await
                    .unwrap_or_default(),
            };
            (status, kind, body)
        })
    }
}

/// Returns a queue of jobs that nobody works on.
fn queue() -> JobQueue {
    let check = |asked: Settings| {
        let settings = asked.over(Settings::defaults().expect("the defaults can be read"));
        let spec = settings.clone().run_spec();
        let spec = spec.map_err(|it| JobRefusal::Invalid(it.to_string()))?;
        Ok(JobWork {
            name: spec.run.name,
            cause: Cause::Asked,
            date: jiff::civil::Date::default(),
            settings,
            is_first: false,
            keep: None,
        })
    };
    let queue = JobQueue::new(Arc::new(SystemClock), Arc::new(check));
    queue.set_kept(u64::MAX, Ok(()));
    queue
}

/// Reads a request; `None` if `hyper` would reject it.
fn request(bytes: &[u8]) -> Option<Request<Body>> {
    let end = bytes.windows(2).position(|window| window == b"\n\n");
    let (head, body) = bytes.split_at(end.unwrap_or(bytes.len()));
    let mut lines = head.split(|&byte| byte == b'\n');
    let first = std::str::from_utf8(lines.next()?).ok()?;
    let (method, path) = first.split_once(' ')?;
    let body = body.get(2..).unwrap_or_default().to_vec();
    let builder = Request::builder().method(method).uri(path);
    let mut request = builder.body(Body::from(body)).ok()?;
    for line in lines {
        let at = line.iter().position(|&byte| byte == b':')?;
        let name = HeaderName::from_bytes(&line[..at]).ok()?;
        let value = HeaderValue::from_bytes(line[at + 1..].trim_ascii()).ok()?;
        request.headers_mut().append(name, value);
    }
    request.extensions_mut().insert(Peer([127, 0, 0, 1].into()));
    Some(request)
}
