// Checks the links of Markdown files: the example of docs/writing-tools.md. Input: {"files": [PATH...], "online": BOOLEAN}
use cloche::{object, Code, Failure, Json, Request};
use std::{fs, io, path::Path};

cloche::manifest!("example.json");

/// The targets of a text's links with the numbers of their lines; those in code blocks are not links.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut code = false;
    for (number, line) in (1..).zip(text.lines()) {
        code ^= line.trim_start().starts_with("```");
        for part in line.split("](").skip(1).filter(|_| !code) {
            let target = part.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target));
        }
    }
    found
}

/// What is wrong with a file that a link leads to.
fn local(from: &str, target: &str) -> Option<String> {
    let target = target.split('#').next().unwrap_or_default();
    let directory = Path::new(from).parent().unwrap_or(Path::new(""));
    match fs::metadata(directory.join(target)) {
        Ok(_) => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some("no such file".into()),
        Err(error) => Some(error.to_string()),
    }
}

/// What is wrong with a page that a link leads to. A rule that forbids the request ends the tool.
fn remote(url: &str) -> Result<Option<String>, Failure> {
    match Request::new("HEAD", url).send() {
        Ok(response) if response.status() < 400 => Ok(None),
        Ok(response) => Ok(Some(format!("status {}", response.status()))),
        Err(error) if error.code == Code::Unreachable => Ok(Some(error.message)),
        Err(error) => Err(error.into()),
    }
}

fn check(input: &Json) -> Result<Json, Failure> {
    let online = input["online"].as_bool().unwrap_or(false);
    let mut checked = 0;
    let mut broken = Vec::new();
    for file in input["files"].items().iter().filter_map(Json::as_str) {
        let text = fs::read_to_string(file).map_err(|error| Failure::new(format!("cannot read {file}: {error}")))?;
        for (line, target) in links(&text) {
            let problem = if target.starts_with("http://") || target.starts_with("https://") {
                if !online {
                    continue;
                }
                remote(target)?
            } else {
                local(file, target)
            };
            checked += 1;
            if let Some(problem) = problem {
                broken.push(object! { "file": file, "line": line, "target": target, "problem": problem });
            }
        }
    }
    cloche::log(format!("{checked} links checked"));
    Ok(object! { "checked": checked, "broken": broken })
}

fn main() {
    cloche::run(check)
}
