// What scripts expect of browsers beside fetch: (native) => { URL, TextEncoder, ... }. Loaded when the first of them is named.
(({ encode, decode, random }) => {
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  const toBase64 = (bytes) => {
    let text = "";
    for (let i = 0; i < bytes.length; i += 3) {
      const group = bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2];
      text += DIGITS[group >> 18] + DIGITS[group >> 12 & 63] + (i + 1 < bytes.length ? DIGITS[group >> 6 & 63] : "=")
        + (i + 2 < bytes.length ? DIGITS[group & 63] : "=");
    }
    return text;
  };
  // Ends at the first character that is none of base64; both alphabets are read.
  const fromBase64 = (text) => {
    const bytes = [];
    let bits = 0, count = 0;
    for (const character of text) {
      const digit = DIGITS.indexOf(character === "-" ? "+" : character === "_" ? "/" : character);
      if (digit < 0) break;
      bits = (bits << 6 | digit) & 0xffff;
      count += 6;
      if (count >= 8) bytes.push(bits >> (count -= 8) & 255);
    }
    return Uint8Array.from(bytes);
  };
  const named = (name, message) => Object.assign(new Error(message), { name });

  const btoa = (text) => {
    const bytes = Uint8Array.from(String(text), (character) => {
      if (character > "\xff") throw named("InvalidCharacterError", "btoa takes characters up to U+00FF only");
      return character.charCodeAt(0);
    });
    return toBase64(bytes);
  };
  const atob = (text) => {
    const clean = String(text).replace(/[\t\n\f\r ]/g, "");
    const digits = clean.length % 4 === 0 ? clean.replace(/={1,2}$/, "") : clean;
    if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) throw named("InvalidCharacterError", "atob takes base64 only");
    return Array.from(fromBase64(digits), (byte) => String.fromCharCode(byte)).join("");
  };

  const bytesOf = (data) =>
    data instanceof Uint8Array ? data : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

  class TextEncoder {
    get encoding() { return "utf-8"; }
    encode(text = "") { return encode(String(text)); }
    encodeInto(text, into) {
      let read = 0, written = 0;
      for (const character of String(text)) {
        const bytes = encode(character);
        if (written + bytes.length > into.length) break;
        into.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }

  // How many bytes at the end begin a character and do not finish it.
  const unfinished = (bytes) => {
    for (let back = 1; back <= 3 && back <= bytes.length; back++) {
      const byte = bytes[bytes.length - back];
      if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
      if (byte < 0x80) return 0;
    }
    return 0;
  };

  class TextDecoder {
    #rest = new Uint8Array(0);
    #started = false;
    constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
      if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(label)) throw new RangeError(`encoding ${JSON.stringify(label)} is not known: only utf-8 is`);
      Object.assign(this, { encoding: "utf-8", fatal, ignoreBOM });
    }
    decode(data = new Uint8Array(0), { stream = false } = {}) {
      let bytes = bytesOf(data);
      if (this.#rest.length) bytes = Uint8Array.of(...this.#rest, ...bytes);
      const kept = stream ? unfinished(bytes) : 0;
      this.#rest = bytes.slice(bytes.length - kept);
      bytes = bytes.subarray(0, bytes.length - kept);
      let text = decode(bytes);
      if (this.fatal && text.includes("\ufffd") && encode(text).some((byte, i) => byte !== bytes[i])) throw new TypeError("the bytes are not UTF-8");
      if (!this.#started && !this.ignoreBOM && text[0] === "\ufeff") text = text.slice(1);
      this.#started = stream && (this.#started || bytes.length > 0);
      return text;
    }
  }

  const hex = (byte) => "%" + byte.toString(16).toUpperCase().padStart(2, "0");
  const escaped = (text, allowed) => {
    let result = "";
    for (const character of text) result += character > "~" || !allowed.test(character) ? Array.from(encode(character), hex).join("") : character;
    return result;
  };
  const formEscaped = (text) => escaped(text.toWellFormed?.() ?? text, /[A-Za-z0-9*\-._ ]/).replaceAll(" ", "+");
  const unescaped = (text) => {
    if (!text.includes("%")) return text;
    const bytes = encode(text), result = [];
    for (let i = 0; i < bytes.length; i++) {
      const code = bytes[i] === 37 && /^[0-9a-f]{2}$/i.test(decode(bytes.slice(i + 1, i + 3))) ? parseInt(decode(bytes.slice(i + 1, i + 3)), 16) : -1;
      result.push(code < 0 ? bytes[i] : code);
      if (code >= 0) i += 2;
    }
    return decode(Uint8Array.from(result));
  };

  class URLSearchParams {
    #pairs = [];
    #changed = () => {};
    static follow(params, text, changed) {
      params.#pairs = URLSearchParams.#parse(text);
      params.#changed = changed;
    }
    static #parse(text) {
      return text.split("&").filter(Boolean).map((part) => {
        const equals = part.indexOf("=");
        const words = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
        return words.map((word) => unescaped(word.replaceAll("+", " ")));
      });
    }
    constructor(init = "") {
      if (typeof init === "object" && init !== null)
        this.#pairs = (typeof init[Symbol.iterator] === "function" ? [...init] : Object.entries(init)).map(([name, value]) => [String(name), String(value)]);
      else this.#pairs = URLSearchParams.#parse(String(init).replace(/^\?/, ""));
    }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([String(name), String(value)]); this.#changed(); }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(([key, held]) => key !== String(name) || (value !== undefined && held !== String(value)));
      this.#changed();
    }
    get(name) { return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter(([key]) => key === String(name)).map(([, value]) => value); }
    has(name, value) { return this.#pairs.some(([key, held]) => key === String(name) && (value === undefined || held === String(value))); }
    set(name, value) {
      const first = this.#pairs.find(([key]) => key === String(name));
      if (first) this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== String(name));
      if (first) first[1] = String(value);
      else this.#pairs.push([String(name), String(value)]);
      this.#changed();
    }
    sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#changed(); }
    forEach(callback, self) { for (const [name, value] of this) callback.call(self, value, name, this); }
    *entries() { for (const pair of this.#pairs) yield [...pair]; }
    *keys() { for (const [name] of this.#pairs) yield name; }
    *values() { for (const [, value] of this.#pairs) yield value; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map((pair) => pair.map(formEscaped).join("=")).join("&"); }
  }

  const PORTS = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21", "file:": "" };
  const PATH = /[^"#<>?`{}^ \0-\x1f\x7f]/, QUERY = /[^"#<>' \0-\x1f\x7f]/, HASH = /[^"<>` \0-\x1f\x7f]/, USER = /[^"#<>?`{}\/:;=@[\\\]^| \0-\x1f\x7f]/;
  const invalid = (text) => Object.assign(new TypeError(`invalid URL ${JSON.stringify(String(text).slice(0, 200))}`), { code: "ERR_INVALID_URL" });

  const withoutDots = (path) => {
    const kept = [], parts = path.split("/");
    parts.forEach((part, index) => {
      const plain = part.replace(/%2e/gi, "."), last = index === parts.length - 1;
      if (plain === "..") kept.length > 1 && kept.pop();
      else if (plain !== ".") kept.push(part);
      if (last && (plain === ".." || plain === ".")) kept.push("");
    });
    return kept.join("/");
  };
  const hostOf = (text, scheme, whole) => {
    let host = unescaped(text).toLowerCase();
    if (/[^!-~]|[#%/:<>?@\\^|]/.test(host.replace(/^\[[0-9a-f:.]+\]$/, "")) || (!host && scheme !== "file:")) throw invalid(whole);
    return host;
  };

  class URL {
    #parts;
    #params;
    constructor(text, base) {
      this.#parts = URL.#parse(String(text).replace(/^[\0- ]+|[\0- ]+$/g, "").replace(/[\t\n\r]/g, ""), base === undefined ? null : new URL(base).#parts);
    }
    static canParse(text, base) {
      try { return Boolean(new URL(text, base)); } catch { return false; }
    }
    static parse(text, base) { return URL.canParse(text, base) ? new URL(text, base) : null; }

    static #parse(text, base) {
      const [, scheme, afterScheme] = /^([a-z][a-z0-9+.\-]*:)(.*)$/is.exec(text) ?? [null, base?.protocol, text];
      if (!scheme) throw invalid(text);
      const protocol = scheme.toLowerCase(), special = protocol in PORTS, absolute = afterScheme.length < text.length;
      const [, before, search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(afterScheme);
      const rest = special ? before.replaceAll("\\", "/") : before;
      const parts = { protocol, username: "", password: "", hostname: "", port: "", pathname: "", opaque: false };
      parts.search = search.length > 1 ? "?" + escaped(search.slice(1), QUERY) : "";
      parts.hash = hash.length > 1 ? "#" + escaped(hash.slice(1), HASH) : "";
      if (rest.startsWith("//") || (special && absolute && protocol !== "file:" && protocol !== base?.protocol)) return URL.#authority(parts, rest.replace(/^\/*/, (slashes) => special && protocol !== "file:" ? "" : slashes.slice(2)), text, special);
      if (absolute && !special) {
        parts.opaque = !rest.startsWith("/");
        parts.pathname = parts.opaque ? rest : withoutDots(escaped(rest, PATH));
        return parts;
      }
      if (!base && protocol !== "file:") throw invalid(text);
      if (base?.opaque) throw invalid(text);
      if (base) Object.assign(parts, { username: base.username, password: base.password, hostname: base.hostname, port: base.port });
      if (!rest) Object.assign(parts, { pathname: base?.pathname ?? "/", search: search ? parts.search : base?.search ?? "" });
      else parts.pathname = withoutDots(escaped(rest[0] === "/" ? rest : (base?.pathname ?? "/").replace(/[^/]*$/, "") + rest, PATH));
      return parts;
    }
    static #authority(parts, rest, whole, special) {
      const [, authority, path] = /^([^/]*)(.*)$/s.exec(rest);
      const at = authority.lastIndexOf("@");
      if (at >= 0) {
        const [name, ...password] = authority.slice(0, at).split(":");
        Object.assign(parts, { username: escaped(name, USER), password: escaped(password.join(":"), USER) });
      }
      const [, host, port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.slice(at + 1)) ?? [];
      if (host === undefined || Number(port) > 65535) throw invalid(whole);
      parts.hostname = special ? hostOf(host, parts.protocol, whole) : host;
      parts.port = port && String(Number(port)) !== PORTS[parts.protocol] ? String(Number(port)) : "";
      parts.pathname = withoutDots(escaped(path || (special ? "/" : ""), PATH));
      return parts;
    }
    #set(name, value) {
      if (this.#parts.opaque && !["protocol", "search", "hash"].includes(name)) return;
      this.#parts[name] = value;
      if (name === "search" && this.#params) this.#follow();
    }
    #follow() {
      URLSearchParams.follow(this.#params, this.#parts.search.slice(1), () => {
        const text = this.#params.toString();
        this.#parts.search = text && "?" + text;
      });
    }

    get href() {
      const { protocol, username, password, pathname, search, hash } = this.#parts;
      const user = username || password ? username + (password && ":" + password) + "@" : "";
      const slashes = protocol in PORTS || this.#parts.hostname ? "//" : "";
      return protocol + slashes + user + this.host + pathname + search + hash;
    }
    set href(text) { this.#parts = new URL(text).#parts; this.#params && this.#follow(); }
    get origin() { return this.#parts.protocol in PORTS && this.#parts.protocol !== "file:" ? `${this.#parts.protocol}//${this.host}` : "null"; }
    get protocol() { return this.#parts.protocol; }
    set protocol(text) {
      const scheme = String(text).toLowerCase().replace(/:.*/s, "") + ":";
      if (/^[a-z][a-z0-9+.\-]*:$/.test(scheme) && scheme in PORTS === this.#parts.protocol in PORTS) this.#set("protocol", scheme);
    }
    get username() { return this.#parts.username; }
    set username(text) { this.#set("username", escaped(String(text), USER)); }
    get password() { return this.#parts.password; }
    set password(text) { this.#set("password", escaped(String(text), USER)); }
    get host() { return this.#parts.hostname + (this.#parts.port && ":" + this.#parts.port); }
    set host(text) { [this.hostname, this.port] = [String(text).replace(/:\d*$/, ""), /:(\d*)$/.exec(text)?.[1] ?? this.port]; }
    get hostname() { return this.#parts.hostname; }
    set hostname(text) { try { this.#set("hostname", hostOf(String(text), this.#parts.protocol, text)); } catch { /* stays as it is */ } }
    get port() { return this.#parts.port; }
    set port(text) {
      const port = /^\d*/.exec(String(text))[0];
      if (Number(port) <= 65535) this.#set("port", port && String(Number(port)) !== PORTS[this.#parts.protocol] ? String(Number(port)) : "");
    }
    get pathname() { return this.#parts.pathname; }
    set pathname(text) { this.#set("pathname", withoutDots(escaped(String(text).replace(/^\/?/, "/"), PATH))); }
    get search() { return this.#parts.search; }
    set search(text) { const query = String(text).replace(/^\?/, ""); this.#set("search", query && "?" + escaped(query, QUERY)); }
    get hash() { return this.#parts.hash; }
    set hash(text) { const fragment = String(text).replace(/^#/, ""); this.#set("hash", fragment && "#" + escaped(fragment, HASH)); }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams();
        this.#follow();
      }
      return this.#params;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }

  const structuredClone = (value, { transfer = [] } = {}) => {
    const known = new Map();
    const fill = (from, into) => {
      for (const key of Object.keys(from)) into[key] = copy(from[key]);
      return into;
    };
    const make = (from) => {
      if (Array.isArray(from)) return [new Array(from.length), fill];
      if (from instanceof Date) return [new Date(from.getTime())];
      if (from instanceof RegExp) return [new RegExp(from.source, from.flags)];
      if (from instanceof ArrayBuffer) return [from.slice(0)];
      if (ArrayBuffer.isView(from)) return [from instanceof DataView ? new DataView(copy(from.buffer), from.byteOffset, from.byteLength) : new from.constructor(copy(from.buffer), from.byteOffset, from.length)];
      if (from instanceof Map) return [new Map(), (_, into) => from.forEach((held, key) => into.set(copy(key), copy(held)))];
      if (from instanceof Set) return [new Set(), (_, into) => from.forEach((held) => into.add(copy(held)))];
      if (from instanceof Error) {
        const error = Object.create({ TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError }[from.name]?.prototype ?? Error.prototype);
        for (const key of ["message", "stack", "cause"]) if (Object.hasOwn(from, key)) Object.defineProperty(error, key, { value: copy(from[key]), writable: true, configurable: true });
        return [error];
      }
      if (from instanceof Boolean || from instanceof Number || from instanceof String) return [Object(from.valueOf())];
      return [{}, fill];
    };
    const copy = (from) => {
      if (typeof from === "function" || typeof from === "symbol") throw named("DataCloneError", `${String(from).slice(0, 60)} cannot be cloned`);
      if (typeof from !== "object" || from === null) return from;
      if (known.has(from)) return known.get(from);
      const [into, finish] = make(from);
      known.set(from, into);
      finish?.(from, into);
      return into;
    };
    if (transfer.length) throw named("DataCloneError", "nothing can be transferred");
    return copy(value);
  };

  const crypto = {
    getRandomValues(array) {
      if (array.byteLength > 65536) throw named("QuotaExceededError", "at most 65536 random bytes can be had at once");
      random(bytesOf(array));
      return array;
    },
    randomUUID() {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      bytes[6] = bytes[6] & 15 | 64;
      bytes[8] = bytes[8] & 63 | 128;
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
  const queueMicrotask = (callback) => {
    if (typeof callback !== "function") throw new TypeError("queueMicrotask takes a function");
    Promise.resolve().then(() => { callback(); });
  };

  return { TextEncoder, TextDecoder, URL, URLSearchParams, atob, btoa, structuredClone, crypto, queueMicrotask, toBase64, fromBase64 };
})
