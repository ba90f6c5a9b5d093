// Does steps one after the other, [OPERATION, ARGUMENT...] each, and answers their results: what the crate can do, for tests.
use cloche::{object, Failure, FetchError, Json, Request};
use std::{env, fs, io};

enum Trouble {
    Fetch(FetchError),
    File,
    Fatal(Failure),
}

impl From<io::Error> for Trouble {
    fn from(_: io::Error) -> Trouble {
        Trouble::File
    }
}

impl From<FetchError> for Trouble {
    fn from(error: FetchError) -> Trouble {
        Trouble::Fetch(error)
    }
}

fn perform(step: &Json) -> Result<Json, Trouble> {
    let path = step[1].as_str().unwrap_or_default();
    let text = step[2].as_str().unwrap_or_default();
    match step[0].as_str().unwrap_or_default() {
        "read" => return Ok(fs::read_to_string(path)?.into()),
        "write" => fs::write(path, text)?,
        "append" => io::Write::write_all(&mut fs::OpenOptions::new().append(true).create(true).open(path)?, text.as_bytes())?,
        "list" => {
            let mut names = fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().into_string().unwrap_or_default())).collect::<io::Result<Vec<_>>>()?;
            names.sort();
            return Ok(names.into());
        }
        "exists" => return Ok(fs::metadata(path).is_ok().into()),
        "makeDirectory" => fs::create_dir(path)?,
        "remove" => fs::remove_file(path).or_else(|_| fs::remove_dir(path))?,
        "environment" => return Ok(env::var(path).unwrap_or_default().into()),
        "arguments" => return Ok(cloche::arguments().into_iter().skip(1).collect()),
        "integer" => return Ok(step[1].as_i64().unwrap_or_default().into()),
        "number" => return Ok(step[1].as_f64().unwrap_or_default().into()),
        "same" => return Ok(step[1].clone()),
        "fetch" => return Ok(fetch(Request::new(path, text), step)?),
        "fail" => return Err(Trouble::Fatal(Failure::new(path).status(step[2].as_i64().unwrap_or_default() as u8))),
        "crash" => return Err(Trouble::Fatal(io::Error::new(io::ErrorKind::Other, path).into())),
        other => return Err(Trouble::Fatal(Failure::new(format!("no such operation: {other}")))),
    }
    Ok(Json::Null)
}

fn fetch(mut request: Request, step: &Json) -> Result<Json, FetchError> {
    for (name, value) in step[3].members() {
        request = request.header(name, value.as_str().unwrap_or_default());
    }
    if let Some(body) = step[4].as_str() {
        request = request.body(body.chars().map(|unit| unit as u8).collect::<Vec<u8>>());
    }
    if step[5].as_bool() == Some(true) {
        request = request.without_redirects();
    }
    let mut response = request.send()?;
    let text = response.text()?;
    Ok(object! {
        "cookie": response.header("Set-Cookie"),
        "status": u32::from(response.status()),
        "success": response.is_success(),
        "text": text,
        "url": response.url(),
    })
}

fn main() {
    cloche::run(|steps| {
        let result = |step| match perform(step) {
            Ok(value) => Ok(value),
            Err(Trouble::Fetch(error)) => Ok(object! { "code": error.code as i32, "rule": error.rule.unwrap_or_default() }),
            Err(Trouble::File) => Ok("failed".into()),
            Err(Trouble::Fatal(failure)) => Err(failure),
        };
        Ok(steps.items().iter().map(result).collect::<Result<Vec<_>, Failure>>()?.into())
    })
}
