// fetch and its classes: (native) => { fetch, Headers, ... }. Requests are made at once and one after the other; promises are how the
// answers are handed over, not a sign of anything going on meanwhile.
(({ send, read, close, encode, decode, token, fieldValue }) => {
  const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
  const REDIRECTS = [301, 302, 303, 307, 308];

  const named = (name, message) => Object.assign(new Error(message), { name });

  class Headers {
    #fields = new Map(); // name in lower case => values
    #received = ""; // lines that are fields once somebody asks: most scripts never do

    constructor(init) {
      if (init === undefined) return;
      if (init === null || typeof init !== "object") throw new TypeError("headers must be an object, an array of pairs or Headers");
      const pairs = typeof init[Symbol.iterator] === "function" ? init : Object.entries(init);
      for (const pair of pairs) {
        const [name, value] = [...pair];
        this.append(name, value);
      }
    }
    // Of what the host gave: lines "name: value", and some that begin with a colon.
    static received(head) {
      const headers = new Headers();
      headers.#received = head;
      return headers;
    }
    // For a request: the lines.
    static lines(headers) {
      let lines = "";
      if (headers.#known.size) for (const [name, value] of headers) lines += `${name}: ${value}\n`;
      return lines;
    }
    get #known() {
      if (this.#received !== "") {
        const lines = this.#received.split("\n");
        this.#received = "";
        for (const line of lines) {
          const colon = line.indexOf(": ");
          if (colon > 0 && line[0] !== ":") this.#add(line.slice(0, colon).toLowerCase(), line.slice(colon + 2));
        }
      }
      return this.#fields;
    }
    static #name(name) {
      const key = token(name);
      if (key === null) throw new TypeError(`header name ${JSON.stringify(String(name))} is not valid`);
      return key.toLowerCase();
    }
    static #value(value) {
      const text = fieldValue(value);
      if (text === null) throw new TypeError("a header value holds a line end");
      return text;
    }
    #add(key, value) {
      const values = this.#fields.get(key);
      if (values) values.push(value);
      else this.#fields.set(key, [value]);
    }
    append(name, value) {
      this.#known;
      this.#add(Headers.#name(name), Headers.#value(value));
    }
    set(name, value) { this.#known.set(Headers.#name(name), [Headers.#value(value)]); }
    delete(name) { this.#known.delete(Headers.#name(name)); }
    has(name) { return this.#known.has(Headers.#name(name)); }
    get(name) { return this.#known.get(Headers.#name(name))?.join(", ") ?? null; }
    getSetCookie() { return [...this.#known.get("set-cookie") ?? []]; }
    *entries() {
      const fields = this.#known;
      for (const name of [...fields.keys()].sort()) {
        if (name === "set-cookie") yield* fields.get(name).map((value) => [name, value]);
        else yield [name, fields.get(name).join(", ")];
      }
    }
    *keys() { for (const [name] of this) yield name; }
    *values() { for (const [, value] of this) yield value; }
    forEach(callback, self) { for (const [name, value] of this) callback.call(self, value, name, this); }
    [Symbol.iterator]() { return this.entries(); }
  }

  class AbortSignal {
    #listeners = new Set();
    #aborted = false;
    #deadline = Infinity;
    #reason;
    onabort = null;

    static #abort;
    static {
      AbortSignal.#abort = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason = reason === undefined ? named("AbortError", "the operation was aborted") : reason;
        const event = { type: "abort", target: signal };
        signal.onabort?.(event);
        for (const listener of signal.#listeners) listener.call(signal, event);
      };
      abort = AbortSignal.#abort;
    }
    static abort(reason) {
      const signal = new AbortSignal();
      AbortSignal.#abort(signal, reason);
      return signal;
    }
    // Looked at, not fired: a timer would keep the program alive.
    static timeout(milliseconds) {
      const signal = new AbortSignal();
      signal.#deadline = Date.now() + Number(milliseconds);
      return signal;
    }
    get aborted() {
      if (Date.now() >= this.#deadline) AbortSignal.#abort(this, named("TimeoutError", "the time is over"));
      return this.#aborted;
    }
    get reason() { return this.aborted ? this.#reason : undefined; }
    throwIfAborted() { if (this.aborted) throw this.#reason; }
    addEventListener(type, listener) { if (type === "abort") this.#listeners.add(listener); }
    removeEventListener(type, listener) { this.#listeners.delete(listener); }
  }
  var abort;

  class AbortController {
    signal = new AbortSignal();
    abort(reason) { abort(this.signal, reason); }
  }

  const bytesOf = (body) => {
    if (body === null || body === undefined) return null;
    if (typeof body === "string") return encode(body);
    if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0));
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
    throw new TypeError("the body must be a string, an ArrayBuffer or a typed array; JSON.stringify makes a string of an object");
  };

  const joined = (chunks) => {
    if (chunks.length === 1) return chunks[0];
    const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  };

  // What requests and responses share: a body, which is read once.
  class Body {
    #bytes; // or null
    #exchange; // where the body comes from, if it is not here yet
    #signal;
    #used = false;
    #stream;

    constructor(bytes, exchange, signal) {
      this.#bytes = bytes;
      this.#exchange = exchange;
      this.#signal = signal;
    }
    static peek(holder) { return holder.#bytes; }

    get bodyUsed() { return this.#used; }
    get body() {
      if (this.#bytes === null && !this.#exchange) return null;
      return this.#stream ??= { [Symbol.asyncIterator]: () => this.#chunks() };
    }
    #take() {
      if (this.#used) throw new TypeError("the body is used already");
      this.#used = this.#bytes !== null || this.#exchange !== undefined;
    }
    #next() {
      if (this.#signal?.aborted) {
        close(this.#exchange);
        throw this.#signal.reason;
      }
      return read(this.#exchange);
    }
    async *#chunks() {
      this.#take();
      if (!this.#exchange) {
        if (this.#bytes.length) yield this.#bytes;
        return;
      }
      try {
        for (let chunk; (chunk = this.#next()); ) yield chunk;
      } finally {
        close(this.#exchange);
      }
    }
    async bytes() {
      this.#take();
      if (!this.#exchange) return this.#bytes ?? new Uint8Array(0);
      const chunks = [];
      for (let chunk; (chunk = this.#next()); ) chunks.push(chunk);
      return joined(chunks);
    }
    async arrayBuffer() {
      const bytes = await this.bytes();
      return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
    }
    async text() {
      const text = decode(await this.bytes());
      return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
    async json() { return JSON.parse(await this.text()); }
  }

  const methodOf = (given) => {
    if (METHODS.includes(given)) return given;
    const method = String(given);
    if (token(method) === null) throw new TypeError(`method ${JSON.stringify(method)} is not valid`);
    const upper = method.toUpperCase();
    return METHODS.includes(upper) ? upper : method;
  };

  class Request extends Body {
    constructor(input, init = {}) {
      const from = input instanceof Request ? input : {};
      const body = init.body !== undefined ? bytesOf(init.body) : from instanceof Request ? Body.peek(from) : null;
      super(body);
      this.url = from.url ?? String(input);
      this.method = methodOf(init.method ?? from.method ?? "GET");
      this.headers = new Headers(init.headers ?? from.headers);
      this.redirect = init.redirect ?? from.redirect ?? "follow";
      this.signal = init.signal ?? from.signal ?? null;
      if (!["follow", "manual", "error"].includes(this.redirect)) throw new TypeError("redirect must be \"follow\", \"manual\" or \"error\"");
      if (body !== null && ["GET", "HEAD"].includes(this.method)) throw new TypeError(`a ${this.method} request has no body`);
      if (typeof init.body === "string" && !this.headers.has("content-type")) this.headers.set("content-type", "text/plain;charset=UTF-8");
    }
  }

  class Response extends Body {
    constructor(body = null, { status = 200, statusText = "", headers } = {}, received = {}) {
      super(received.exchange ? null : bytesOf(body), received.exchange, received.signal);
      this.status = status;
      this.statusText = statusText;
      this.ok = status >= 200 && status < 300;
      this.url = received.url ?? "";
      this.redirected = received.redirected ?? false;
      this.type = received.exchange ? "basic" : "default";
      this.headers = received.headers ?? new Headers(headers);
      if (typeof body === "string" && !this.headers.has("content-type")) this.headers.set("content-type", "text/plain;charset=UTF-8");
    }
    static json(data, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
      return new Response(JSON.stringify(data), { ...init, headers });
    }
  }

  // As far as a URL's form goes that is one of a kind: case, default port, empty path, fragment.
  const comparable = (url) => url.replace(/#.*/s, "").replace(/^(\w+:)\/\/([^\/?]*)\/?/, (whole, scheme, authority) =>
    `${scheme}//${authority}`.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, "$1$2") + "/");

  // The lines ":status: ...", ":url: ..." and those of the fields.
  const urlIn = (head, otherwise) => {
    const at = head.indexOf("\n:url: ");
    return at < 0 ? otherwise : head.slice(at + 7, head.indexOf("\n", at + 7));
  };

  async function fetch(input, init) {
    const request = new Request(input, init);
    request.signal?.throwIfAborted();
    const { exchange, status, head } =
      send(request.method, request.url, Headers.lines(request.headers), request.redirect === "follow" ? 0 : 1, Body.peek(request) ?? "");
    if (request.redirect === "error" && REDIRECTS.includes(status)) {
      close(exchange);
      throw new TypeError("fetch failed: the answer is a redirect, and the request wants none");
    }
    const url = urlIn(head, request.url);
    const redirected = url !== request.url && comparable(url) !== comparable(request.url);
    return new Response(null, { status }, { exchange, url, redirected, signal: request.signal, headers: Headers.received(head) });
  }

  return { fetch, Headers, Request, Response, AbortController, AbortSignal };
})
