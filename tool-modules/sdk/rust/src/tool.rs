//! What a tool is called with, what it answers, and the ends that it can come to.

use crate::Json;
use std::fmt::Display;
use std::io::{Read, Write};

/// Why a tool ends without a result, and with which exit status.
///
/// Every error becomes one by `?`, with status 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// A failure with status 1. The message is for people and models: one line, what was given and what is allowed.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), status: 1 }
    }

    /// The same with another exit status; 2 is usual for wrong input, 0 is taken for 1.
    #[must_use]
    pub fn status(self, status: u8) -> Failure {
        Failure { status: status.max(1), ..self }
    }

    /// What the tool prints.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::new(error.to_string())
    }
}

/// Runs a tool from its structured input to its result and ends the process: with status 0, or with the failure's once it has said why.
pub fn run(tool: impl FnOnce(&Json) -> Result<Json, Failure>) -> ! {
    let end = input().and_then(|input| tool(&input)).and_then(|value| result(&value));
    std::process::exit(match end {
        Ok(()) => 0,
        Err(failure) => {
            log(&failure.message);
            failure.status.into()
        }
    })
}

/// The arguments, without the tool's own name. What is not UTF-8 in them is replaced by U+FFFD.
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// The structured input: the first argument as JSON, or standard input where there is none.
///
/// # Errors
/// Status 2 if it is not JSON, or not UTF-8.
pub fn input() -> Result<Json, Failure> {
    let text = match arguments().into_iter().next() {
        Some(argument) => argument,
        None => stdin()?,
    };
    text.parse().map_err(|error| Failure::new(format!("the input is not JSON: {error}")).status(2))
}

fn stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| Failure::new("the input is not JSON: it is not UTF-8").status(2))
}

/// Writes the structured result to standard output: JSON in one line.
///
/// # Errors
/// If standard output takes no more.
pub fn result(value: &Json) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{value}\n").as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a line to standard error, for people.
pub fn log(text: impl Display) {
    // Nothing can be said about an error here.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Puts a manifest into the module, as the custom section `cloche.tool`: `cloche::manifest!("manifest.json");` beside `main`, with a path from
/// the source file. Cloche reads it without running anything.
#[macro_export]
macro_rules! manifest {
    ($path:literal) => {
        #[cfg_attr(target_family = "wasm", link_section = "cloche.tool")]
        #[used]
        #[doc(hidden)]
        pub static CLOCHE_TOOL: [u8; include_bytes!($path).len()] = *include_bytes!($path);
    };
}
