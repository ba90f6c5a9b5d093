//! Counts the lines, words and bytes of standard input, or of a file of the workspace.

use std::io::Read;

fn read(path: Option<String>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path {
        Some(path) => std::fs::File::open(path)?.read_to_end(&mut bytes)?,
        None => std::io::stdin().read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn main() {
    let bytes = match read(std::env::args().nth(1)) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("@NAME@: {error}");
            std::process::exit(1);
        }
    };
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    let words = bytes
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .count();
    println!(
        "{{\"lines\": {lines}, \"words\": {words}, \"bytes\": {}}}",
        bytes.len()
    );
}
