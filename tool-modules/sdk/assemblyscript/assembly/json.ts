// JSON (RFC 8259) as a tree of values. AssemblyScript has none of its own.

export enum JsonKind { NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT }

/** Values may lie this deep in one another. */
const MAX_DEPTH = 200;

/** A JSON value. Asking for what it is not gives an empty answer, so that optional members need no tests. */
export class Json {
  /** Why the last parse failed. */
  static error: string = "";

  private truth: bool = false;
  private text: string = "";
  private items: Json[] = [];
  private names: string[] = [];

  private constructor(readonly kind: JsonKind) {}

  static readonly null: Json = new Json(JsonKind.NULL);

  static boolean(value: bool): Json {
    const json = new Json(JsonKind.BOOLEAN);
    json.truth = value;
    return json;
  }

  static integer(value: i64): Json {
    const json = new Json(JsonKind.NUMBER);
    json.text = value.toString();
    return json;
  }

  /** A number; null where it is not finite, which JSON cannot say. */
  static number(value: f64): Json {
    if (!isFinite(value)) return Json.null;
    const json = new Json(JsonKind.NUMBER);
    json.text = value.toString();
    return json;
  }

  static string(value: string): Json {
    const json = new Json(JsonKind.STRING);
    json.text = value;
    return json;
  }

  static array(): Json {
    return new Json(JsonKind.ARRAY);
  }

  static object(): Json {
    return new Json(JsonKind.OBJECT);
  }

  /** Parses a text; null if it is not JSON, and error says why. */
  static parse(text: string): Json | null {
    const parser = new JsonParser(text);
    const value = parser.document();
    Json.error = parser.failure;
    return value;
  }

  isNull(): bool { return this.kind == JsonKind.NULL; }
  asBoolean(): bool { return this.truth; }
  asString(): string { return this.kind == JsonKind.STRING ? this.text : ""; }
  asNumber(): f64 { return this.kind == JsonKind.NUMBER ? parseFloat(this.text) : 0; }

  /** The number without a fraction, exact as far as 64 bits go. */
  asInteger(): i64 {
    if (this.kind != JsonKind.NUMBER) return 0;
    const plain = this.text.indexOf(".") < 0 && this.text.indexOf("e") < 0 && this.text.indexOf("E") < 0;
    return plain ? I64.parseInt(this.text) : <i64>parseFloat(this.text);
  }

  /** How many elements or members there are. */
  get length(): i32 { return this.items.length; }

  /** An element or the value of a member, by position; null beyond the end. */
  at(index: i32): Json { return index >= 0 && index < this.items.length ? this.items[index] : Json.null; }

  /** The name of a member, by position. */
  nameAt(index: i32): string { return index >= 0 && index < this.names.length ? this.names[index] : ""; }

  has(name: string): bool { return this.names.includes(name); }

  /** The value of a member; null if there is none. */
  get(name: string): Json {
    const index = this.names.indexOf(name);
    return index < 0 ? Json.null : this.items[index];
  }

  /** Sets a member of an object; returns the object. */
  set(name: string, value: Json): Json {
    assert(this.kind == JsonKind.OBJECT, "not an object");
    const index = this.names.indexOf(name);
    if (index < 0) {
      this.names.push(name);
      this.items.push(value);
    } else {
      this.items[index] = value;
    }
    return this;
  }

  /** Adds an element to an array; returns the array. */
  push(value: Json): Json {
    assert(this.kind == JsonKind.ARRAY, "not an array");
    this.items.push(value);
    return this;
  }

  /** The value as JSON in one line. */
  toString(): string {
    const parts: string[] = [];
    this.write(parts);
    return parts.join("");
  }

  private write(into: string[]): void {
    switch (this.kind) {
      case JsonKind.NULL: into.push("null"); break;
      case JsonKind.BOOLEAN: into.push(this.truth ? "true" : "false"); break;
      case JsonKind.NUMBER: into.push(this.text); break;
      case JsonKind.STRING: into.push(quoted(this.text)); break;
      default: this.writeItems(into);
    }
  }

  private writeItems(into: string[]): void {
    const named = this.kind == JsonKind.OBJECT;
    into.push(named ? "{" : "[");
    for (let i = 0; i < this.items.length; i++) {
      if (i > 0) into.push(",");
      if (named) into.push(quoted(this.names[i]) + ":");
      this.items[i].write(into);
    }
    into.push(named ? "}" : "]");
  }

  /** For the parser: a number as it was written. */
  static written(number: string): Json {
    const json = new Json(JsonKind.NUMBER);
    json.text = number;
    return json;
  }
}

function quoted(text: string): string {
  const parts: string[] = ["\""];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x20 && code != 0x22 && code != 0x5c) continue;
    parts.push(text.substring(from, i));
    from = i + 1;
    if (code == 0x22) parts.push("\\\"");
    else if (code == 0x5c) parts.push("\\\\");
    else if (code == 0x0a) parts.push("\\n");
    else parts.push("\\u00" + (code < 16 ? "0" : "") + code.toString(16));
  }
  parts.push(text.substring(from));
  parts.push("\"");
  return parts.join("");
}

class JsonParser {
  failure: string = "";
  private at: i32 = 0;

  constructor(private text: string) {}

  document(): Json | null {
    const value = this.value(0);
    if (value !== null && this.peek() >= 0) return this.fail("unexpected text behind the value");
    return value;
  }

  private fail(why: string): Json | null {
    if (this.failure.length == 0) this.failure = why + " at " + this.at.toString();
    return null;
  }

  /** The next character that means something; -1 at the end. */
  private peek(): i32 {
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at);
      if (code != 0x20 && code != 0x09 && code != 0x0a && code != 0x0d) return code;
      this.at++;
    }
    return -1;
  }

  private word(word: string, value: Json): Json | null {
    if (this.text.substr(this.at, word.length) != word) return this.fail("unexpected character");
    this.at += word.length;
    return value;
  }

  private value(depth: i32): Json | null {
    if (depth > MAX_DEPTH) return this.fail("values lie too deep in one another");
    switch (this.peek()) {
      case 0x7b: return this.object(depth);
      case 0x5b: return this.array(depth);
      case 0x22: {
        const text = this.string();
        return text === null ? null : Json.string(text);
      }
      case 0x74: return this.word("true", Json.boolean(true));
      case 0x66: return this.word("false", Json.boolean(false));
      case 0x6e: return this.word("null", Json.null);
      case -1: return this.fail("unexpected end");
      default: return this.number();
    }
  }

  private array(depth: i32): Json | null {
    const array = Json.array();
    this.at++;
    if (this.peek() == 0x5d) {
      this.at++;
      return array;
    }
    while (true) {
      const value = this.value(depth + 1);
      if (value === null) return null;
      array.push(value);
      const next = this.peek();
      if (next != 0x2c && next != 0x5d) return this.fail("',' or ']' expected");
      this.at++;
      if (next == 0x5d) return array;
    }
  }

  private object(depth: i32): Json | null {
    const object = Json.object();
    this.at++;
    if (this.peek() == 0x7d) {
      this.at++;
      return object;
    }
    while (true) {
      if (this.peek() != 0x22) return this.fail("a name expected");
      const name = this.string();
      if (name === null) return null;
      if (this.peek() != 0x3a) return this.fail("':' expected");
      this.at++;
      const value = this.value(depth + 1);
      if (value === null) return null;
      object.set(name, value);
      const next = this.peek();
      if (next != 0x2c && next != 0x7d) return this.fail("',' or '}' expected");
      this.at++;
      if (next == 0x7d) return object;
    }
  }

  private string(): string | null {
    const parts: string[] = [];
    let from = ++this.at;
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code == 0x22) {
        parts.push(this.text.substring(from, this.at++));
        return parts.join("");
      }
      if (code < 0x20) break;
      if (code != 0x5c) continue;
      parts.push(this.text.substring(from, this.at++));
      const escaped = this.escaped();
      if (escaped === null) return null;
      parts.push(escaped);
      from = this.at + 1;
    }
    this.fail("a string without an end");
    return null;
  }

  /** What stands behind a backslash; the position is left at its last character. */
  private escaped(): string | null {
    const code = this.at < this.text.length ? this.text.charCodeAt(this.at) : 0;
    switch (code) {
      case 0x22: return "\"";
      case 0x5c: return "\\";
      case 0x2f: return "/";
      case 0x62: return "\b";
      case 0x66: return "\f";
      case 0x6e: return "\n";
      case 0x72: return "\r";
      case 0x74: return "\t";
      case 0x75: {
        const digits = this.text.substr(this.at + 1, 4);
        let unit = 0;
        for (let i = 0; i < 4; i++) {
          const digit = i < digits.length ? hex(digits.charCodeAt(i)) : -1;
          if (digit < 0) {
            this.fail("invalid \\u escape");
            return null;
          }
          unit = unit * 16 + digit;
        }
        this.at += 4;
        return String.fromCharCode(unit);
      }
      default:
        this.fail("invalid escape");
        return null;
    }
  }

  private digits(): bool {
    const from = this.at;
    while (this.at < this.text.length && isDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.at > from;
  }

  private number(): Json | null {
    const from = this.at;
    if (this.text.charCodeAt(this.at) == 0x2d) this.at++;
    const first = this.at;
    let valid = this.digits() && (this.text.charCodeAt(first) != 0x30 || this.at == first + 1);
    if (valid && this.at < this.text.length && this.text.charCodeAt(this.at) == 0x2e) {
      this.at++;
      valid = this.digits();
    }
    if (valid && this.at < this.text.length && (this.text.charCodeAt(this.at) | 32) == 0x65) {
      this.at++;
      const sign = this.at < this.text.length ? this.text.charCodeAt(this.at) : 0;
      if (sign == 0x2b || sign == 0x2d) this.at++;
      valid = this.digits();
    }
    return valid ? Json.written(this.text.substring(from, this.at)) : this.fail("unexpected character");
  }
}

function isDigit(code: i32): bool {
  return code >= 0x30 && code <= 0x39;
}

function hex(code: i32): i32 {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 32;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
