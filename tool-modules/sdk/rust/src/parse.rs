//! Reads JSON (RFC 8259).

use crate::{Json, Number};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Values may lie this deep in one another: a parser that calls itself must not run out of stack.
const MAX_DEPTH: usize = 200;

/// Why a text is not JSON, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    why: &'static str,
    at: usize,
}

impl Display for JsonError {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "{} at byte {}", self.why, self.at)
    }
}

impl std::error::Error for JsonError {}

impl FromStr for Json {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Json, JsonError> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        match parser.peek() {
            None => Ok(value),
            Some(_) => parser.fail("unexpected text behind the value"),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn fail<T>(&self, why: &'static str) -> Result<T, JsonError> {
        Err(JsonError { why, at: self.at })
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that means something.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn expect(&mut self, byte: u8, why: &'static str) -> Result<(), JsonError> {
        if self.peek() != Some(byte) {
            return self.fail(why);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Json, JsonError> {
        if depth > MAX_DEPTH {
            return self.fail("values lie too deep in one another");
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(_) => self.number(),
            None => self.fail("unexpected end"),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, JsonError> {
        if !self.text[self.at..].starts_with(word) {
            return self.fail("unexpected character");
        }
        self.at += word.len();
        Ok(value)
    }

    fn array(&mut self, depth: usize) -> Result<Json, JsonError> {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek() != Some(b']') {
            if !items.is_empty() {
                self.expect(b',', "',' or ']' expected")?;
            }
            items.push(self.value(depth + 1)?);
        }
        self.at += 1;
        Ok(Json::Array(items))
    }

    fn object(&mut self, depth: usize) -> Result<Json, JsonError> {
        let mut members = BTreeMap::new();
        self.at += 1;
        while self.peek() != Some(b'}') {
            if !members.is_empty() {
                self.expect(b',', "',' or '}' expected")?;
            }
            if self.peek() != Some(b'"') {
                return self.fail("a name expected");
            }
            let name = self.string()?;
            self.expect(b':', "':' expected")?;
            members.insert(name, self.value(depth + 1)?);
        }
        self.at += 1;
        Ok(Json::Object(members))
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let mut text = String::new();
        self.at += 1;
        let mut from = self.at;
        loop {
            match self.byte() {
                Some(b'"') => {
                    text.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    text.push_str(&self.text[from..self.at]);
                    text.push(self.escaped()?);
                    from = self.at;
                }
                Some(byte) if byte >= 0x20 => self.at += 1,
                _ => return self.fail("a string without an end"),
            }
        }
    }

    /// A backslash and what stands behind it.
    fn escaped(&mut self) -> Result<char, JsonError> {
        self.at += 1;
        let character = match self.byte() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return self.fail("invalid escape"),
        };
        self.at += 1;
        Ok(character)
    }

    /// `uXXXX`, and the second half of a pair if it is a first one. A half alone is no character.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.unit()?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            self.at += 1;
            units.push(self.unit()?);
        }
        match char::decode_utf16(units).next() {
            Some(Ok(character)) => Ok(character),
            _ => self.fail("half a surrogate pair"),
        }
    }

    fn unit(&mut self) -> Result<u16, JsonError> {
        let digits = self.text.get(self.at + 1..self.at + 5).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.at += 5;
                Ok(unit)
            }
            None => self.fail("invalid \\u escape"),
        }
    }

    fn digits(&mut self) -> bool {
        let from = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at > from
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let from = self.at;
        self.skip(b"-");
        let first = self.at;
        let mut valid = self.digits() && (self.text.as_bytes()[first] != b'0' || self.at == first + 1);
        if valid && self.skip(b".") {
            valid = self.digits();
        }
        if valid && self.skip(b"eE") {
            self.skip(b"+-");
            valid = self.digits();
        }
        if valid {
            Ok(Json::Number(Number(self.text[from..self.at].into())))
        } else {
            self.fail("unexpected character")
        }
    }

    fn skip(&mut self, any: &[u8]) -> bool {
        let found = self.byte().map_or(false, |byte| any.contains(&byte));
        self.at += usize::from(found);
        found
    }
}
