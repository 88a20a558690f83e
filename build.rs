//! Makes the unoptimised program a tenth smaller, by options for the linker.
//!
//! The command line is built without optimisation, so that the first build is quick. Without optimisation, many
//! functions have the same code. The linker keeps only one of several equal functions, which makes the program
//! smaller than 30 MB. The linker also leaves out an index for unwinding the stack, half a megabyte, since the
//! program ends at a panic and never unwinds. The options are used only if the linker accepts them. LLVM's linker
//! does; Rust has used it on x86-64 Linux since 1.90.
//!
//! Optimised builds, such as those that are released, are left as they are, since the compiler merges functions
//! itself.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const SMALLER: &str = "-Wl,--icf=all,--no-eh-frame-hdr,-z,pack-relative-relocs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    let is_native = env::var("HOST").ok() == env::var("TARGET").ok();
    let is_wanted = is("PROFILE", "release") && is("OPT_LEVEL", "0");
    if is_wanted && is_native && can_shrink().unwrap_or(false) {
        println!("cargo::rustc-link-arg-bins={SMALLER}");
    }
}

/// Links an empty program with the options in `SMALLER`, and runs it. Returns whether both steps succeed; `None` if
/// they can't be tried.
fn can_shrink() -> Option<bool> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    let source = out.join("empty.rs");
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let mut compiler = Command::new(env::var_os("RUSTC")?);
    let program = out.join("empty");
    compiler.arg(&source).arg("-o").arg(&program);
    compiler.arg(format!("-Clink-arg={SMALLER}"));
    // With the user's own linker and flags, as the program itself.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    compiler.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        compiler.arg(format!("-Clinker={linker}"));
    }
    compiler.stdout(Stdio::null()).stderr(Stdio::null());
    let is_built = compiler.status().ok()?.success();
    Some(is_built && Command::new(program).status().ok()?.success())
}
