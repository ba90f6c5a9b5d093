//! What a tool in Rust can ask Cloche for. No dependency besides `std`; Rust 1.63 or newer, for `wasm32-wasi`.
//!
//! Arguments, standard streams, files and the environment are WASI's, and `std` has them all. This crate adds the structured input and
//! result as [`Json`], a way to end that says why ([`Failure`]), a log, the manifest, and requests over HTTP ([`Request`]).
//!
//! ```no_run
//! use cloche::{Failure, Json};
//!
//! fn greet(input: &Json) -> Result<Json, Failure> {
//!     let name = input["name"].as_str().ok_or_else(|| Failure::new("a name is needed").status(2))?;
//!     Ok(cloche::object! { "greeting": format!("hello, {name}"), "length": name.len() })
//! }
//!
//! fn main() {
//!     cloche::run(greet)
//! }
//! ```
//!
//! A panic prints its message and traps.
#![forbid(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

mod host;
mod http;
mod json;
mod parse;
mod tool;

pub use http::{fetch, Code, FetchError, Request, Response};
pub use json::{Json, Number};
pub use parse::JsonError;
pub use tool::{arguments, input, log, result, run, Failure};
