//! The guard that every request passes before it is answered, and the headers of every answer.

use super::app::{App, Client};
use super::limits::Who;
use super::problem::Problem;
use super::settings::Rules;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

/// The address that a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The path that needs no token, for probes that watch the daemon.
const OPEN: &str = "/healthz";

/// Lets a request pass, or answers it.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("", MatchedPath::as_str).to_owned();
    let rules = app.rules();
    let mut response = match app.at_once.enter(rules.settings.at_once) {
        None => Problem::later("too many requests at once").into_response(),
        Some(_inside) => match client(&app, &rules, &request) {
            Ok(client) => {
                request.extensions_mut().insert(client);
                next.run(request).await
            }
            Err(problem) => problem.into_response(),
        },
    };
    decorate(response.headers_mut());
    let status = response.status();
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!(%method, route, status = status.as_u16(), "answered with an error");
    }
    app.counters.count(&method, &route, status, begun.elapsed());
    response
}

fn decorate(headers: &mut HeaderMap) {
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    let cache = headers.entry(header::CACHE_CONTROL);
    cache.or_insert(HeaderValue::from_static("no-store"));
}

fn client(app: &App, rules: &Rules, request: &Request) -> Result<Client, Problem> {
    let token = secret(request.headers()).map(|secret| rules.tokens.find(&secret?).cloned());
    let who = match &token {
        Some(Some(token)) => Who::Token(token.name.clone()),
        _ => {
            let peer = request.extensions().get::<Peer>();
            Who::from(peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0))
        }
    };
    if !app.rates.allow(&who, rules.settings.rate, Instant::now()) {
        return Err(Problem::too_fast());
    }
    let is_open = request.uri().path() == OPEN;
    match token {
        Some(None) if !is_open => Err(Problem::no_token("the token is not known")),
        None if !is_open && !app.is_local => Err(Problem::no_token("this needs a token")),
        None if !is_open && !is_addressed(rules, request) => {
            let said = "this is not a name of this machine: name it in [http] hosts";
            Err(Problem::new(StatusCode::FORBIDDEN, said))
        }
        token => Ok(Client(token.flatten())),
    }
}

/// Returns whether a request is addressed to a name of this machine. Where no token is needed, a
/// web page could otherwise read everything under a name of its own that leads to this machine.
fn is_addressed(rules: &Rules, request: &Request) -> bool {
    let host = request.headers().get(header::HOST);
    let Some(host) = host.and_then(|host| host.to_str().ok()) else {
        // A client of HTTP/1.0, which is no browser.
        return host.is_none();
    };
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_loopback = |name: &str| name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    name.eq_ignore_ascii_case("localhost")
        || is_loopback(name)
        || rules
            .settings
            .hosts
            .iter()
            .any(|it| it.eq_ignore_ascii_case(name))
}

/// Returns the secret in the header, if there is one: that of `Bearer SECRET`, or the one that
/// browsers send with a name. `Some(None)` is a header of another kind.
fn secret(headers: &HeaderMap) -> Option<Option<String>> {
    let given = headers.get(header::AUTHORIZATION)?;
    let read = || {
        let (kind, value) = given.to_str().ok()?.trim().split_once(' ')?;
        if kind.eq_ignore_ascii_case("bearer") {
            return Some(value.trim().to_owned());
        }
        let basic = kind
            .eq_ignore_ascii_case("basic")
            .then(|| base64(value.trim()))?;
        let text = String::from_utf8(basic?).ok()?;
        text.split_once(':').map(|(_, secret)| secret.to_owned())
    };
    Some(read())
}

/// Returns the bytes of this text in base 64.
fn base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').bytes().map(|byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let digits: Vec<u8> = digits.collect::<Option<_>>()?;
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four
            .iter()
            .fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
        let bits = bits << (6 * (4 - four.len()) + 8);
        bits.to_be_bytes().into_iter().take(four.len() * 3 / 4)
    });
    Some(bytes.collect())
}

/// Answers a request for an unknown path.
pub async fn nothing_here() -> Problem {
    Problem::missing("there is nothing here: /openapi.json tells what there is")
}

/// Answers a request with a method that its path does not have.
pub async fn not_this_way(method: Method) -> Problem {
    let said = format!("{method} does not go with this path: /openapi.json tells what does");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_in_headers() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, text.parse().unwrap());
            secret(&headers).unwrap()
        };
        assert_eq!(secret(&HeaderMap::new()), None);
        assert_eq!(of("Bearer abc"), Some("abc".to_owned()));
        assert_eq!(of("bearer  abc "), Some("abc".to_owned()));
        assert_eq!(of("Basic c2hvcDphYmM="), Some("abc".to_owned()));
        assert_eq!(of("Basic c2hvcDphYmNk"), Some("abcd".to_owned()));
        assert_eq!(of("Basic c2hvcDphYmNkZQ=="), Some("abcde".to_owned()));
        for wrong in ["Bearer", "Basic !!!!", "Basic //8=", "Digest a", "abc"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
