//! Requests over HTTP, as far as the session's policy allows them.

use crate::host;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Read};

/// What a failed request failed of. docs/writing-tools.md has the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[repr(i32)]
pub enum Code {
    /// A rule, or the want of one, forbids it
    Denied = 1,
    /// Method, URL, headers or flags are not acceptable
    Malformed,
    /// The session's requests or bytes are used up
    Budget,
    /// The response is larger than a cap
    TooLarge,
    /// The name has no usable address, or nothing answers there
    Unreachable,
    /// The certificate or the protocol is not good enough
    Tls,
    /// The other side broke the protocol, or the connection was lost
    Protocol,
    /// The time is over
    Timeout,
    /// The exchange was cut from outside
    Cut,
    /// No request is open by this handle
    BadHandle,
    /// Out of order
    BadState,
    /// 16 requests are open
    Busy,
    /// A pointer leads outside of the memory
    Fault,
    /// The host failed
    Internal,
    /// A code that this version of the crate does not know
    Unknown,
}

impl Code {
    fn of(number: i32) -> Code {
        use Code::*;
        let known =
            [Denied, Malformed, Budget, TooLarge, Unreachable, Tls, Protocol, Timeout, Cut, BadHandle, BadState, Busy, Fault, Internal];
        known.into_iter().find(|code| *code as i32 == number).unwrap_or(Unknown)
    }
}

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchError {
    /// The kind of failure
    pub code: Code,
    /// What it was, in one line
    pub message: String,
    /// The rule or budget that decided, such as `network.deny[0]`
    pub rule: Option<String>,
}

impl Display for FetchError {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for FetchError {}

impl From<FetchError> for io::Error {
    fn from(error: FetchError) -> io::Error {
        io::Error::new(io::ErrorKind::Other, error)
    }
}

impl FetchError {
    /// Asks the host about the function that answered `number`; handle 0 stands for an open that failed.
    fn explain(handle: u32, number: i32) -> FetchError {
        // SAFETY: pointers and lengths are those that `text_of` gives.
        let text = text_of(|into, room, length| unsafe { host::http_error(handle, into, room, length) }).unwrap_or_default();
        let mut lines = text.splitn(2, '\n');
        let message = lines.next().filter(|line| !line.is_empty()).map_or_else(|| format!("code {number}"), String::from);
        FetchError { code: Code::of(number), message, rule: lines.next().map(String::from) }
    }
}

/// A text that the host gives in two steps: first its length, then its bytes.
fn text_of(give: impl Fn(*mut u8, usize, *mut usize) -> i32) -> Result<String, i32> {
    let mut length = 0;
    check(give(std::ptr::null_mut(), 0, &mut length))?;
    let mut bytes = vec![0; length];
    check(give(bytes.as_mut_ptr(), bytes.len(), &mut length))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn check(number: i32) -> Result<(), i32> {
    if number == 0 {
        Ok(())
    } else {
        Err(number)
    }
}

/// A request that is not sent yet.
#[derive(Debug, Clone)]
pub struct Request {
    method: String,
    url: String,
    headers: String,
    malformed: bool,
    body: Vec<u8>,
    flags: u32,
}

impl Request {
    /// A request with a method such as `GET`.
    pub fn new(method: &str, url: &str) -> Request {
        Request { method: method.into(), url: url.into(), headers: String::new(), malformed: false, body: Vec::new(), flags: 0 }
    }

    /// Adds a header. A line end in it makes [`Request::send`] fail: it would be a header of its own.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.malformed |= [name, value].iter().any(|text| text.contains(['\r', '\n']));
        self.headers.push_str(&format!("{name}: {value}\n"));
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Request {
        self.body = body.into();
        self
    }

    /// Makes an answer that redirects the answer, instead of following it.
    #[must_use]
    pub fn without_redirects(mut self) -> Request {
        self.flags |= 1;
        self
    }

    /// Sends it and waits for the head of the response. A status such as 404 is an answer and no error.
    ///
    /// # Errors
    /// Whatever [`Code`] lists. A tool that cannot do without the answer ends with the error: the call is then told to have ended as
    /// denied, or at a limit.
    pub fn send(&self) -> Result<Response, FetchError> {
        if self.malformed {
            return Err(FetchError { code: Code::Malformed, message: "a header holds a line end".into(), rule: None });
        }
        let exchange = self.open().map_err(|number| FetchError::explain(0, number))?;
        let (status, head) = exchange.perform(&self.body).map_err(|number| FetchError::explain(exchange.0, number))?;
        Ok(Response { status, headers: fields(&head), exchange })
    }

    fn open(&self) -> Result<Exchange, i32> {
        let (method, url, headers) = (self.method.as_bytes(), self.url.as_bytes(), self.headers.as_bytes());
        let mut handle = 0;
        // SAFETY: each pointer is that of a slice with its length, or of a local variable.
        check(unsafe {
            host::http_open(
                method.as_ptr(),
                method.len(),
                url.as_ptr(),
                url.len(),
                headers.as_ptr(),
                headers.len(),
                self.flags,
                &mut handle,
            )
        })?;
        Ok(Exchange(handle))
    }
}

/// An open request by its handle; closed when it is dropped.
#[derive(Debug)]
struct Exchange(u32);

impl Drop for Exchange {
    fn drop(&mut self) {
        // SAFETY: takes no pointer.
        unsafe { host::http_close(self.0) };
    }
}

impl Exchange {
    fn perform(&self, mut body: &[u8]) -> Result<(u16, String), i32> {
        while !body.is_empty() {
            let mut written = 0;
            // SAFETY: the pointer is that of a slice with its length.
            check(unsafe { host::http_write(self.0, body.as_ptr(), body.len(), &mut written) })?;
            body = &body[written..];
        }
        let mut status = 0;
        // SAFETY: the pointer is that of a local variable.
        check(unsafe { host::http_send(self.0, &mut status) })?;
        // SAFETY: pointers and lengths are those that `text_of` gives.
        let head = text_of(|into, room, length| unsafe { host::http_headers(self.0, into, room, length) })?;
        Ok((u16::try_from(status).unwrap_or_default(), head))
    }
}

/// The lines of a head. Names of fields never begin with a colon; what the host adds to them does.
fn fields(head: &str) -> Vec<(String, String)> {
    let split = |line: &str| line.get(1..)?.find(':').map(|at| (line[..=at].to_string(), line[at + 2..].trim().to_string()));
    head.lines().filter_map(split).collect()
}

/// The answer to a request. Its body is read from it, decoded: piece by piece with [`Read`], or all that is left at once.
#[derive(Debug)]
pub struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    exchange: Exchange,
}

impl Response {
    /// The status, such as 200.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Whether the status is one of 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Where the answer came from, after redirects.
    pub fn url(&self) -> &str {
        self.header(":url").unwrap_or_default()
    }

    /// The first header of this name, in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads the rest of the body.
    ///
    /// # Errors
    /// Whatever [`Code`] lists.
    pub fn bytes(&mut self) -> Result<Vec<u8>, FetchError> {
        let mut bytes = Vec::new();
        let mut piece = [0; 16 * 1024];
        loop {
            match self.piece(&mut piece)? {
                0 => return Ok(bytes),
                length => bytes.extend_from_slice(&piece[..length]),
            }
        }
    }

    /// Reads the rest of the body as text. What is not UTF-8 in it is replaced by U+FFFD.
    ///
    /// # Errors
    /// Whatever [`Code`] lists.
    pub fn text(&mut self) -> Result<String, FetchError> {
        Ok(String::from_utf8_lossy(&self.bytes()?).into_owned())
    }

    fn piece(&mut self, into: &mut [u8]) -> Result<usize, FetchError> {
        let mut length = 0;
        // SAFETY: the pointer is that of a slice with its length.
        check(unsafe { host::http_read(self.exchange.0, into.as_mut_ptr(), into.len(), &mut length) })
            .map_err(|number| FetchError::explain(self.exchange.0, number))?;
        Ok(length)
    }
}

impl Read for Response {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Ok(self.piece(into)?)
    }
}

/// Makes a GET request.
///
/// # Errors
/// Whatever [`Code`] lists.
pub fn fetch(url: &str) -> Result<Response, FetchError> {
    Request::new("GET", url).send()
}
