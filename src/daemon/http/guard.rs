//! Checks every request before it is answered, and adds the headers of every answer.

use super::app::{App, Client};
use super::codes::Code;
use super::conditional;
use super::limits::{ClientKey, ClientUse, GaugeSlot};
use super::problem::{DamageText, Problem};
use super::settings::Rules;
use super::tokens::Token;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

/// The address that a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The path that needs no token, so that programs can monitor the server.
const OPEN: &str = "/healthz";

/// The paths to which the limits on requests do not apply, so that monitoring programs still get answers from
/// a busy server.
const PROBES: [&str; 2] = [OPEN, "/readyz"];

/// Passes a request on to its handler, or answers it with a refusal.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("", MatchedPath::as_str).to_owned();
    let mut response = match admit(&app, &request) {
        Ok((client, _places)) => {
            request.extensions_mut().insert(client);
            let asked = request.headers().clone();
            let response = next.run(request).await;
            conditional::tagged(&method, &asked, response).await
        }
        Err(problem) => problem.into_response(),
    };
    decorate(response.headers_mut());
    if let Some(DamageText(said)) = response.extensions().get() {
        app.counters.add_damage(said);
    }
    let status = response.status();
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!(%method, route, status = status.as_u16(), "answered with an error");
    }
    app.counters.count(&method, &route, status, begun.elapsed());
    response
}

/// The slots that a request occupies while it is answered: one of the server's, and one of its client's. `None` for
/// a path to which no limits apply.
type RequestPlaces = Option<(GaugeSlot, ClientUse)>;

/// Returns the client and the slots of a request. Returns a refusal if the request exceeds a limit or the client
/// may not read. A single client can use at most half of all slots.
fn admit(app: &App, request: &Request) -> Result<(Client, RequestPlaces), Problem> {
    let rules = app.rules();
    let token = secret(request.headers()).map(|secret| rules.tokens.find(&secret?).cloned());
    let address = address(&rules, request);
    let key = match &token {
        Some(Some(token)) => ClientKey::Token(token.name.clone()),
        _ => ClientKey::from(address),
    };
    let mut places = None;
    if !PROBES.contains(&request.uri().path()) {
        if !app.rates.allow(&key, rules.settings.rate, Instant::now()) {
            let said = "too many requests: wait a second";
            return Err(Problem::new(Code::TooFast, said));
        }
        let most = rules.settings.at_once;
        let inside = app.at_once.enter(most);
        let own = app.client_uses.enter(&key, most.div_ceil(2));
        let busy = || Problem::new(Code::TooBusy, "too many requests at once");
        places = Some(inside.zip(own).ok_or_else(busy)?);
    }
    if matches!(token, Some(None))
        && let Some(count) = app.counters.wrong_tokens.add(Instant::now())
    {
        tracing::warn!(%address, count, "a token is not known");
    }
    may_read(app, &rules, request, token.as_ref())?;
    let token = token.flatten();
    Ok((Client { token, key }, places))
}

/// Returns the address of the client. For a request from one of the proxies in the settings, this is the last forwarded
/// address that belongs to none of these proxies, or the proxy's own address if there is none.
fn address(rules: &Rules, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
    let proxies = &rules.settings.proxies;
    if !proxies.contains(&peer) {
        return peer;
    }
    let chain = forwarded(request.headers());
    let known = chain.into_iter().rev();
    known
        .take_while(Option::is_some)
        .flatten()
        .find(|it| !proxies.contains(it))
        .unwrap_or(peer)
}

/// Returns the addresses that a request was forwarded for. The last address is the one from which the last proxy got
/// the request. The addresses come from the header `Forwarded` (RFC 7239), or from `X-Forwarded-For` if there is no
/// such header. An invalid address is `None`.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let texts = |name: &str| -> Vec<String> {
        let lines = headers.get_all(name).iter();
        let lines = lines.filter_map(|line| line.to_str().ok());
        lines
            .flat_map(|line| line.split(','))
            .map(|part| part.trim().to_owned())
            .collect()
    };
    let of_element = |element: &String| {
        let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
        let named = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
        address_of(named.1)
    };
    match texts("forwarded") {
        none if none.is_empty() => {
            let texts = texts("x-forwarded-for");
            texts.iter().map(|text| address_of(text)).collect()
        }
        elements => elements.iter().map(of_element).collect(),
    }
}

/// Returns the address in a text such as `192.0.2.1:80` or `"[2001:db8::1]:80"`.
fn address_of(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let plain = text.strip_prefix('[').and_then(|it| it.split(']').next());
    let is_v4_with_port = || {
        text.split(':')
            .next()
            .filter(|_| text.matches(':').count() == 1)
    };
    plain.or_else(is_v4_with_port).unwrap_or(text).parse().ok()
}

fn decorate(headers: &mut HeaderMap) {
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    let cache = headers.entry(header::CACHE_CONTROL);
    cache.or_insert(HeaderValue::from_static("no-store"));
}

/// Refuses a request whose client has no right to read, or whose `Host` headers are wrong.
fn may_read(
    app: &App,
    rules: &Rules,
    request: &Request,
    token: Option<&Option<Token>>,
) -> Result<(), Problem> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        let said = "a request of HTTP/1.1 must have exactly one Host header";
        return Err(Problem::new(Code::BadHost, said));
    }
    let is_open = request.uri().path() == OPEN;
    match token {
        _ if is_open => Ok(()),
        Some(Some(_)) => Ok(()),
        Some(None) => Err(Problem::no_token(
            Code::UnknownToken,
            match rules.tokens.is_empty() {
                true => "no token is known: the configuration names no file of tokens",
                false => "the token is not known",
            },
        )),
        None if !app.is_local => Err(Problem::no_token(Code::NoToken, "this needs a token")),
        None if !is_addressed(rules, request) => {
            let said = "this is not a host name of the server: add it to hosts in [http]";
            Err(Problem::new(Code::UnknownHost, said))
        }
        None => Ok(()),
    }
}

/// Returns whether the host name in a request is a name of this server. A request without a host name, as HTTP/1.0
/// allows, is accepted. Without this check, a web page of another site could point its own host name at this machine
/// and read everything on a server that needs no token.
fn is_addressed(rules: &Rules, request: &Request) -> bool {
    let host = request.headers().get(header::HOST);
    let Some(host) = host.and_then(|host| host.to_str().ok()) else {
        // A client of HTTP/1.0 is not a browser.
        return host.is_none();
    };
    let (name, port) = match host.strip_prefix('[') {
        Some(v6) => v6.split_once(']').unwrap_or_default(),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port = port.strip_prefix(':').unwrap_or(port);
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let is_loopback = |name: &str| name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    name.eq_ignore_ascii_case("localhost")
        || is_loopback(name)
        || rules
            .settings
            .hosts
            .iter()
            .any(|it| it.eq_ignore_ascii_case(name))
}

/// Returns the secret in a request's header `Authorization`: the secret of `Bearer SECRET`, or the password
/// that browsers send with a user name. `None` means that there is no such header, `Some(None)` that the
/// header has another form.
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

/// Decodes a text from base 64.
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
    Problem::missing("there is nothing here: /openapi.json lists all paths")
}

/// Answers a request with a method that its path does not allow.
pub async fn not_this_way(method: Method) -> Problem {
    let said = format!("{method} is not allowed for this path: /openapi.json lists its methods");
    Problem::new(Code::WrongMethod, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_say_whom_they_ask_for() {
        let mut rules = Rules::default();
        rules.settings.proxies = vec!["127.0.0.1".parse().unwrap(), "10.0.0.9".parse().unwrap()];
        let of = |peer: &str, name: &'static str, value: &str| {
            let mut request = Request::new(axum::body::Body::empty());
            let peer = Peer(peer.parse().unwrap());
            request.extensions_mut().insert(peer);
            request.headers_mut().insert(name, value.parse().unwrap());
            address(&rules, &request).to_string()
        };
        let one = "x-forwarded-for";
        assert_eq!(of("127.0.0.1", one, "192.0.2.7"), "192.0.2.7");
        // The first addresses could come from anybody.
        assert_eq!(
            of("127.0.0.1", one, "1.1.1.1, 192.0.2.7, 10.0.0.9"),
            "192.0.2.7"
        );
        assert_eq!(of("127.0.0.1", one, "1.1.1.1, unknown"), "127.0.0.1");
        assert_eq!(of("192.0.2.1", one, "1.1.1.1"), "192.0.2.1");
        let other = "forwarded";
        let said = "for=1.1.1.1, for=\"[2001:db8::1]:80\";proto=https";
        assert_eq!(of("127.0.0.1", other, said), "2001:db8::1");
        assert_eq!(of("127.0.0.1", other, "by=x;FOR=192.0.2.7:81"), "192.0.2.7");
    }

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
