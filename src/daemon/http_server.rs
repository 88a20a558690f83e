//! The HTTP server, which runs alongside the supervisor (the part that starts jobs). It answers requests only after the
//! stock has been read. At shutdown, it stops accepting connections before the supervisor stops the running jobs, and
//! ends after the supervisor.

use super::error::DaemonError;
use super::http::{self, Parts, Rules};
use super::job_queue::JobQueue;
use crate::stock::Stock;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, info};

/// The number of threads that answer requests; slow work runs on other threads.
const THREADS: usize = 2;
/// The time that answers in progress get to finish after the jobs have stopped.
const GRACE: Duration = Duration::from_millis(500);

/// A listener that is bound to an address but doesn't answer requests yet.
#[derive(Debug)]
pub struct BoundListener {
    listener: TcpListener,
    address: SocketAddr,
    rules: Rules,
}

impl BoundListener {
    /// Binds a listener to the address that the settings name.
    ///
    /// # Errors
    /// If another program uses the address, or it is not an address of this machine.
    pub fn take(rules: Rules) -> Result<Self, DaemonError> {
        let wanted = rules.settings.listen;
        let bind = || -> std::io::Result<(TcpListener, SocketAddr)> {
            let listener = TcpListener::bind(wanted)?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        match bind() {
            Ok((listener, address)) => Ok(Self {
                listener,
                address,
                rules,
            }),
            Err(source) => Err(DaemonError::System {
                what: format!("listen at {wanted} (set another address with listen in [http])"),
                source,
            }),
        }
    }

    /// Returns the address that the listener is bound to.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts answering requests.
    ///
    /// # Errors
    /// If the operating system can't start threads.
    pub fn open(
        self,
        queue: JobQueue,
        stock: Arc<Stock>,
        output: PathBuf,
    ) -> Result<HttpServer, DaemonError> {
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(THREADS).thread_name("http");
        let runtime = builder.enable_all().build();
        let runtime = runtime.map_err(|source| DaemonError::System {
            what: "start threads for HTTP".to_owned(),
            source,
        })?;
        let (rules, rules_now) = watch::channel(Arc::new(self.rules));
        let (closing, mut is_closing) = watch::channel(false);
        let parts = Parts {
            queue,
            stock,
            output,
            rules: rules_now,
        };
        let listener = self.listener;
        let answers = runtime.spawn(async move {
            let shutdown = async move { drop(is_closing.wait_for(|is| *is).await) };
            let served = match tokio::net::TcpListener::from_std(listener) {
                Ok(listener) => http::serve(parts, listener, shutdown).await,
                Err(refused) => Err(refused),
            };
            if let Err(refused) = served {
                error!(error = %refused, "no request can be answered");
            }
        });
        info!(address = %self.address, "listening");
        Ok(HttpServer {
            runtime,
            rules,
            closing,
            answers,
        })
    }
}

/// A running HTTP server.
#[derive(Debug)]
pub struct HttpServer {
    runtime: Runtime,
    rules: watch::Sender<Arc<Rules>>,
    closing: watch::Sender<bool>,
    answers: JoinHandle<()>,
}

impl HttpServer {
    /// Replaces the server's HTTP settings and tokens.
    pub fn adopt(&self, rules: Rules) {
        self.rules.send_replace(Arc::new(rules));
    }

    /// Stops accepting connections.
    pub fn begin_to_close(&self) {
        self.closing.send_replace(true);
    }

    /// Stops the server when all requests are answered, or when the time for the remaining answers is over.
    pub fn close(self) {
        self.begin_to_close();
        let answers = self.answers;
        let all = async { tokio::time::timeout(GRACE, answers).await };
        drop(self.runtime.block_on(all));
        self.runtime.shutdown_background();
    }
}
