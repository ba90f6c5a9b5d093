//! JSON (RFC 8259) as a tree of values.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};
use std::ops::Index;

/// A JSON value.
///
/// `input["files"][0]` is [`Json::Null`] where something on the way is not there, so that optional members need no tests. Members of
/// objects are in the order of their names. `to_string` gives JSON in one line; `parse` reads it.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written
    Number(Number),
    /// A text
    String(String),
    /// Elements in their order
    Array(Vec<Json>),
    /// Members by their names; of two with one name the last counts
    Object(BTreeMap<String, Json>),
}

/// A JSON number, with all the digits that were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(pub(crate) String);

impl Number {
    /// The nearest double; none where that is infinite.
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The number if it is whole and fits; `2.0` and `1e3` are whole.
    pub fn as_i64(&self) -> Option<i64> {
        // Up to here every whole double is exact.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        self.0.parse().ok().or_else(|| {
            let value = self.as_f64()?;
            (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
        })
    }
}

static NULL: Json = Json::Null;

impl Json {
    /// Whether it is null, or was not there.
    pub fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }

    /// The truth value.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self {
            Some(*value)
        } else {
            None
        }
    }

    /// The text.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(value) = self {
            Some(value)
        } else {
            None
        }
    }

    /// The number as a double.
    pub fn as_f64(&self) -> Option<f64> {
        if let Json::Number(value) = self {
            value.as_f64()
        } else {
            None
        }
    }

    /// The number as a whole one.
    pub fn as_i64(&self) -> Option<i64> {
        if let Json::Number(value) = self {
            value.as_i64()
        } else {
            None
        }
    }

    /// The elements; none unless it is an array.
    pub fn items(&self) -> &[Json] {
        if let Json::Array(items) = self {
            items
        } else {
            &[]
        }
    }

    /// The members by their names; none unless it is an object.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Json)> {
        let members = if let Json::Object(members) = self { Some(members) } else { None };
        members.into_iter().flatten().map(|(name, value)| (name.as_str(), value))
    }
}

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, name: &str) -> &Json {
        if let Json::Object(members) = self {
            members.get(name).unwrap_or(&NULL)
        } else {
            &NULL
        }
    }
}

impl Index<usize> for Json {
    type Output = Json;

    fn index(&self, index: usize) -> &Json {
        self.items().get(index).unwrap_or(&NULL)
    }
}

impl Display for Json {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(number) => out.write_str(&number.0),
            Json::String(text) => quote(text, out),
            Json::Array(items) => {
                out.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    out.write_str(if index > 0 { "," } else { "" })?;
                    item.fmt(out)?;
                }
                out.write_char(']')
            }
            Json::Object(members) => {
                out.write_char('{')?;
                for (index, (name, value)) in members.iter().enumerate() {
                    out.write_str(if index > 0 { "," } else { "" })?;
                    quote(name, out)?;
                    out.write_char(':')?;
                    value.fmt(out)?;
                }
                out.write_char('}')
            }
        }
    }
}

fn quote(text: &str, out: &mut Formatter) -> fmt::Result {
    out.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\0'..='\u{1f}' => write!(out, "\\u{:04x}", u32::from(character))?,
            _ => out.write_char(character)?,
        }
    }
    out.write_char('"')
}

impl From<f64> for Json {
    /// Null where it is not finite, which JSON cannot say.
    fn from(value: f64) -> Json {
        if value.is_finite() {
            Json::Number(Number(value.to_string()))
        } else {
            Json::Null
        }
    }
}

macro_rules! from_whole {
    ($($type:ty)*) => {
        $(impl From<$type> for Json {
            fn from(value: $type) -> Json {
                Json::Number(Number(value.to_string()))
            }
        })*
    };
}

from_whole!(i32 u32 i64 u64 usize);

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Json {
        Json::String(value.into())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Json {
        Json::String(value)
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json {
        items.into_iter().collect()
    }
}

impl<T: Into<Json>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Json {
        Json::Array(items.into_iter().map(Into::into).collect())
    }
}

/// Makes an object: `object! { "name": "x", "size": 3 }`. Values are whatever `Json::from` takes.
#[macro_export]
macro_rules! object {
    ($($name:literal : $value:expr),* $(,)?) => {
        $crate::Json::Object([$((String::from($name), $crate::Json::from($value))),*].into_iter().collect())
    };
}
