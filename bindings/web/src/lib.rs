//! Makes the engine callable from JavaScript, as WebAssembly. `engine.js` adds iterators, objects and exceptions.
//!
//! To call a function, JavaScript writes the arguments to the address that `reserve(length)` returns. Then
//! `call(number)` runs the function that has this number in `engine.js`. `answer()` and `answer_length()` say
//! where the answer is until the next call. Each text argument ends with a zero byte; rows of bytes follow the
//! texts.
//!
//! The interface is small enough to be written by hand. So the build needs no tool besides cargo, and the same
//! source always gives the same module, byte for byte.
// `no_mangle` counts as unsafe. There is no unsafe block.
#![allow(unsafe_code)]

mod arguments;
#[cfg(feature = "full")]
mod explaining;
#[cfg(feature = "full")]
mod making;
#[cfg(not(feature = "full"))]
#[path = "plain.rs"]
mod making;
mod solving;

use arguments::CallArguments;
use std::cell::RefCell;

thread_local! {
    static ARGUMENTS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reserves a buffer for arguments of this length in bytes, and returns the buffer's address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    ARGUMENTS.with_borrow_mut(|arguments| {
        arguments.clear();
        arguments.resize(length, 0);
        arguments.as_mut_ptr()
    })
}

/// Runs the call that has this number in `engine.js`. Returns `true` if the call succeeds; otherwise the
/// answer is an error message.
#[unsafe(no_mangle)]
pub extern "C" fn call(number: u32) -> bool {
    let answer = ARGUMENTS.with_borrow(|bytes| {
        let arguments = &mut CallArguments(bytes);
        match number {
            0 => solving::solve(arguments),
            1 => solving::count(arguments),
            2 => solving::canonical(arguments),
            #[cfg(feature = "full")]
            3 => explaining::steps(arguments),
            #[cfg(feature = "full")]
            4 => explaining::hint(arguments),
            5 => solving::solve_rows(arguments),
            6 => solving::count_rows(arguments),
            7 => making::levels(arguments),
            8 => making::rate(arguments),
            9 => making::puzzles(arguments),
            10 => making::rows(arguments),
            #[cfg(not(feature = "full"))]
            3 | 4 => Err("this module has no steps and hints: load sudoku_factory.wasm".to_owned()),
            _ => Err(format!("there is no call {number}")),
        }
    });
    let is_answer = answer.is_ok();
    ANSWER.set(answer.unwrap_or_else(String::into_bytes));
    is_answer
}

/// Returns the address of the last call's answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// Returns the length of the last call's answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
