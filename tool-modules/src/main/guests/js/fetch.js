// fetch and its classes: (native) => { fetch, Headers, ... }. Requests are made at once and one after the other; promises are how the
// answers are handed over, not a sign of anything going on meanwhile.
(({ send, read, close, encode, decode }) => {
  const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const REDIRECTS = [301, 302, 303, 307, 308];

  const named = (name, message) => Object.assign(new Error(message), { name });

  class Headers {
    #fields = new Map(); // name in lower case => values

    constructor(init = []) {
      if (init === null || typeof init !== "object") throw new TypeError("headers must be an object, an array of pairs or Headers");
      const pairs = typeof init[Symbol.iterator] === "function" ? init : Object.entries(init);
      for (const pair of pairs) {
        const [name, value] = [...pair];
        this.append(name, value);
      }
    }
    static #name(name) {
      if (!TOKEN.test(name)) throw new TypeError(`header name ${JSON.stringify(String(name))} is not valid`);
      return String(name).toLowerCase();
    }
    static #value(value) {
      const text = String(value).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
      if (/[\0\r\n]/.test(text)) throw new TypeError("a header value holds a line end");
      return text;
    }
    append(name, value) {
      const key = Headers.#name(name);
      this.#fields.set(key, [...this.#fields.get(key) ?? [], Headers.#value(value)]);
    }
    set(name, value) { this.#fields.set(Headers.#name(name), [Headers.#value(value)]); }
    delete(name) { this.#fields.delete(Headers.#name(name)); }
    has(name) { return this.#fields.has(Headers.#name(name)); }
    get(name) { return this.#fields.get(Headers.#name(name))?.join(", ") ?? null; }
    getSetCookie() { return [...this.#fields.get("set-cookie") ?? []]; }
    *entries() {
      for (const name of [...this.#fields.keys()].sort()) {
        if (name === "set-cookie") yield* this.#fields.get(name).map((value) => [name, value]);
        else yield [name, this.get(name)];
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
    const method = String(given);
    if (!TOKEN.test(method)) throw new TypeError(`method ${JSON.stringify(method)} is not valid`);
    const upper = method.toUpperCase();
    return ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].includes(upper) ? upper : method;
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
      this.headers = new Headers(headers);
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
  const received = (head, request, exchange) => {
    const headers = new Headers();
    let url = request.url;
    for (const line of head.split("\n").filter(Boolean)) {
      const colon = line.indexOf(": ", 1);
      if (line.startsWith(":url")) url = line.slice(colon + 2);
      else if (line[0] !== ":") headers.append(line.slice(0, colon), line.slice(colon + 2));
    }
    const redirected = comparable(url) !== comparable(request.url);
    return { headers, from: { exchange, url, redirected, signal: request.signal } };
  };

  async function fetch(input, init) {
    const request = new Request(input, init);
    request.signal?.throwIfAborted();
    const fields = [...request.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
    const { exchange, status, head } =
      send(request.method, request.url, fields, request.redirect === "follow" ? 0 : 1, Body.peek(request) ?? "");
    if (request.redirect === "error" && REDIRECTS.includes(status)) {
      close(exchange);
      throw new TypeError("fetch failed: the answer is a redirect, and the request wants none");
    }
    const { headers, from } = received(head, request, exchange);
    return new Response(null, { status, headers }, from);
  }

  return { fetch, Headers, Request, Response, AbortController, AbortSignal };
})
