// What scripts expect of Node, over std: (native, web) => { modules, globals }. Loaded when the first of them is named.
((std, web, native) => {
  const CWD = "/";

  // Paths as node:path has them on POSIX.
  const normalize = (path) => {
    const absolute = path.startsWith("/"), kept = [];
    for (const part of path.split("/")) {
      if (part === "..") {
        if (kept.length && kept.at(-1) !== "..") kept.pop();
        else if (!absolute) kept.push(part);
      } else if (part && part !== ".") kept.push(part);
    }
    const tail = path.endsWith("/") && kept.length ? "/" : "";
    return (absolute ? "/" : "") + kept.join("/") + tail || (absolute ? "/" : ".");
  };
  const resolve = (...parts) => {
    let path = "";
    for (const part of [...parts].reverse()) {
      if (part) path = path ? `${part}/${path}` : part;
      if (path.startsWith("/")) break;
    }
    const whole = normalize(path.startsWith("/") ? path : CWD + path);
    return whole.length > 1 ? whole.replace(/\/$/, "") : whole;
  };
  const basename = (path, suffix = "") => {
    const name = path.replace(/\/+$/, "").replace(/^.*\//s, "");
    return suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  };
  const dirname = (path) => {
    const parent = path.replace(/\/+$/, "").replace(/\/*[^/]*$/, "");
    return parent || (path.startsWith("/") ? "/" : ".");
  };
  const extname = (path) => /[^.](\.[^.]*)$/.exec(basename(path))?.[1] ?? "";
  const path = {
    sep: "/", delimiter: ":", normalize, resolve, basename, dirname, extname,
    join: (...parts) => normalize(parts.filter(Boolean).join("/")),
    isAbsolute: (path) => path.startsWith("/"),
    relative(from, to) {
      const a = resolve(from).split("/").filter(Boolean), b = resolve(to).split("/").filter(Boolean);
      let same = 0;
      while (same < a.length && a[same] === b[same] && same < b.length) same++;
      return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/");
    },
    parse(path) {
      const base = basename(path), ext = extname(path);
      return { root: path.startsWith("/") ? "/" : "", dir: path.includes("/") ? dirname(path) : "", base, ext, name: ext ? base.slice(0, -ext.length) : base };
    },
    format: ({ dir, root = "", base, name = "", ext = "" }) => (dir ? (dir === root ? dir : dir + "/") : root) + (base ?? name + ext),
  };
  path.posix = path;

  class Buffer extends Uint8Array {
    static from(data, encoding = "utf8", length) {
      if (data instanceof ArrayBuffer) return new Buffer(data, encoding === "utf8" ? 0 : encoding, length);
      const bytes = typeof data === "string" ? Buffer.#bytes(data, encoding) : data;
      const buffer = new Buffer(bytes.length);
      buffer.set(bytes);
      return buffer;
    }
    static #bytes(text, encoding) {
      switch (encoding.toLowerCase()) {
        case "utf8": case "utf-8": return std.encode(text);
        case "hex": return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
        case "base64": case "base64url": return web.fromBase64(text);
        case "latin1": case "binary": case "ascii": return Uint8Array.from(text, (character) => character.charCodeAt(0));
        default: throw new TypeError(`encoding ${JSON.stringify(encoding)} is not known`);
      }
    }
    static alloc(size, fill = 0) { return new Buffer(size).fill(fill); }
    static isBuffer(value) { return value instanceof Buffer; }
    static byteLength(text, encoding = "utf8") { return typeof text === "string" ? Buffer.#bytes(text, encoding).length : text.byteLength; }
    static concat(list) {
      const all = new Buffer(list.reduce((sum, one) => sum + one.length, 0));
      let at = 0;
      for (const one of list) {
        all.set(one, at);
        at += one.length;
      }
      return all;
    }
    slice(start, end) { return this.subarray(start, end); }
    equals(other) { return this.length === other.length && this.every((byte, index) => byte === other[index]); }
    toString(encoding = "utf8", start = 0, end = this.length) {
      const part = this.subarray(start, end);
      switch (encoding.toLowerCase()) {
        case "utf8": case "utf-8": return std.decode(part);
        case "hex": return Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join("");
        case "base64": return web.toBase64(part);
        case "base64url": return web.toBase64(part).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        case "latin1": case "binary": case "ascii": return Array.from(part, (byte) => String.fromCharCode(byte)).join("");
        default: throw new TypeError(`encoding ${JSON.stringify(encoding)} is not known`);
      }
    }
    toJSON() { return { type: "Buffer", data: [...this] }; }
  }

  // Errors of std, told as Node tells them.
  const pathOf = (path) => (path instanceof web.URL ? fileURLToPath(path) : Buffer.isBuffer(path) ? path.toString() : String(path));
  const attempt = (syscall, path, work) => {
    try {
      return work();
    } catch (error) {
      if (!error.code) throw error;
      const why = error.message.replace(/^.*": /s, "").toLowerCase();
      throw Object.assign(new Error(`${error.code}: ${why}, ${syscall} '${path}'`), { code: error.code, syscall, path });
    }
  };
  const encodingOf = (options) => (typeof options === "string" ? options : options?.encoding);
  const isStdin = (path) => path === 0 || path === "/dev/stdin";

  class Stats {
    #type;
    constructor({ type, size, modified }) {
      this.#type = type;
      Object.assign(this, { size, mtimeMs: modified, mtime: new Date(modified), mode: type === "directory" ? 0o40755 : type === "link" ? 0o120777 : 0o100644 });
    }
    isFile() { return this.#type === "file"; }
    isDirectory() { return this.#type === "directory"; }
    isSymbolicLink() { return this.#type === "link"; }
  }
  class Dirent extends Stats {
    constructor(name, parentPath, stat) {
      super(stat);
      for (const key of Object.keys(this)) delete this[key];
      Object.assign(this, { name, parentPath, path: parentPath });
    }
  }
  const look = (name, path, options) => {
    const text = pathOf(path);
    if (options?.throwIfNoEntry === false && !std.exists(text)) return undefined;
    return new Stats(attempt(name, text, () => (name === "lstat" ? native.lstat(text) : std.stat(text))));
  };
  const under = function* (directory) {
    for (const name of std.listDir(directory)) {
      const at = path.join(directory, name), stat = native.lstat(at);
      yield [directory, name, stat];
      if (stat.type === "directory") yield* under(at);
    }
  };
  const removeTree = (target) => {
    if (native.lstat(target).type === "directory") for (const name of std.listDir(target)) removeTree(path.join(target, name));
    std.remove(target);
  };
  const textOrBytes = (data) => (typeof data === "string" || ArrayBuffer.isView(data) ? data : String(data));
  const decoded = (data, options) => (typeof data === "string" && encodingOf(options) ? Buffer.from(data, encodingOf(options)) : textOrBytes(data));
  const copyTree = (from, to, options) => {
    if (std.stat(from).type !== "directory") return std.writeFile(to, std.readFile(from, "bytes"));
    if (!options?.recursive) throw Object.assign(new Error(`${from}": is a directory`), { code: "EISDIR" });
    std.mkdir(to);
    for (const name of std.listDir(from)) copyTree(path.join(from, name), path.join(to, name), options);
  };

  const sync = {
    readFile(path, options) {
      const encoding = encodingOf(options), utf8 = encoding && /^utf-?8$/i.test(encoding);
      const read = () => (isStdin(path) ? std.readStdin(utf8 ? undefined : "bytes") : std.readFile(pathOf(path), utf8 ? undefined : "bytes"));
      const data = attempt("open", path, read);
      if (utf8) return data;
      return encoding ? Buffer.from(data.buffer).toString(encoding) : Buffer.from(data.buffer);
    },
    writeFile(path, data, options) {
      if (path === 1 || path === 2) return void (path === 1 ? std.write : std.writeError)(textOrBytes(data));
      const write = options?.flag === "a" ? std.appendFile : std.writeFile;
      if (/x/.test(options?.flag ?? "") && std.exists(pathOf(path))) throw Object.assign(new Error(`EEXIST: file exists, open '${path}'`), { code: "EEXIST", syscall: "open", path });
      attempt("open", path, () => write(pathOf(path), decoded(data, options)));
    },
    appendFile(path, data, options) { attempt("open", path, () => std.appendFile(pathOf(path), decoded(data, options))); },
    access(path) { attempt("access", path, () => std.stat(pathOf(path))); },
    mkdir(path, options) {
      const text = pathOf(path);
      attempt("mkdir", text, () => (options?.recursive ? std.mkdir(text) : native.makeDirectory(text)));
    },
    readdir(directory, options) {
      const from = pathOf(directory);
      return attempt("scandir", from, () => {
        const entries = options?.recursive ? [...under(from)] : std.listDir(from).map((name) => [from, name, null]);
        if (options?.withFileTypes) return entries.map(([parent, name, stat]) => new Dirent(name, parent, stat ?? native.lstat(path.join(parent, name))));
        return entries.map(([parent, name]) => path.relative(from, path.join(parent, name)));
      });
    },
    stat: (path, options) => look("stat", path, options),
    lstat: (path, options) => look("lstat", path, options),
    rm(target, options) {
      const text = pathOf(target);
      if (options?.force && !std.exists(text)) return;
      attempt("rm", text, () => (options?.recursive ? removeTree(text) : sync.unlink(text)));
    },
    rmdir(path) {
      const text = pathOf(path);
      attempt("rmdir", text, () => {
        if (native.lstat(text).type !== "directory") throw Object.assign(new Error('": not a directory'), { code: "ENOTDIR" });
        std.remove(text);
      });
    },
    unlink(path) {
      const text = pathOf(path);
      attempt("unlink", text, () => {
        if (native.lstat(text).type === "directory") throw Object.assign(new Error('": is a directory'), { code: "EISDIR" });
        std.remove(text);
      });
    },
    rename(from, to) { attempt("rename", from, () => std.rename(pathOf(from), pathOf(to))); },
    copyFile(from, to) { attempt("copyfile", from, () => copyTree(pathOf(from), pathOf(to))); },
    cp(from, to, options) { attempt("cp", from, () => copyTree(pathOf(from), pathOf(to), options)); },
    mkdtemp(prefix) {
      const name = `${prefix}${Math.random().toString(36).slice(2, 8).padEnd(6, "0")}`;
      sync.mkdir(name);
      return name;
    },
  };
  const fs = { existsSync: (path) => std.exists(pathOf(path)), constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 }, promises: {} };
  for (const [name, work] of Object.entries(sync)) {
    fs[`${name}Sync`] = work;
    fs.promises[name] = async (...values) => work(...values);
    fs[name] = (...values) => {
      const callback = values.pop();
      if (typeof callback !== "function") throw new TypeError(`${name} takes a callback; ${name}Sync and promises.${name} take none`);
      fs.promises[name](...values).then((result) => callback(null, result), callback);
    };
  }
  fs.promises.constants = fs.constants;

  const stream = (write, fd) => ({ fd, isTTY: false, columns: 80, writable: true, write: (data) => (write(textOrBytes(data)), true), end: (data) => { data && write(textOrBytes(data)); } });
  const stdin = {
    fd: 0, isTTY: false,
    setEncoding() { return stdin; }, resume() { return stdin; },
    async *[Symbol.asyncIterator]() { const text = std.readStdin(); if (text) yield text; },
    on(event, listener) {
      if (event === "data") web.queueMicrotask(() => { const text = std.readStdin(); if (text) listener(text); });
      if (event === "end" || event === "close") setTimeout(listener, 1);
      return stdin;
    },
  };
  const hrtime = (since) => {
    const now = performance.now(), seconds = Math.floor(now / 1e3), nanos = Math.floor(now % 1e3 * 1e6);
    if (!since) return [seconds, nanos];
    return nanos < since[1] ? [seconds - since[0] - 1, nanos - since[1] + 1e9] : [seconds - since[0], nanos - since[1]];
  };
  hrtime.bigint = () => BigInt(Math.floor(performance.now() * 1e6));
  const process = {
    argv: scriptArgs[0].startsWith("<") ? ["js", ...args] : ["js", resolve(scriptArgs[0]), ...args],
    argv0: "js", execPath: "js", execArgv: [], title: "js", pid: 1, platform: "wasi", arch: "wasm32", version: "v0.0.0", versions: { quickjs: "2025-04-26" },
    env: std.environ(), exitCode: undefined,
    cwd: () => CWD, exit: (status = process.exitCode ?? 0) => std.exit(Number(status)),
    stdout: stream(std.write, 1), stderr: stream(std.writeError, 2), stdin,
    nextTick: (callback, ...values) => web.queueMicrotask(() => callback(...values)),
    hrtime, uptime: () => performance.now() / 1e3,
  };

  const fileURLToPath = (url) => {
    const { protocol, pathname } = new web.URL(url);
    if (protocol !== "file:") throw new TypeError("the URL must be one of a file");
    return decodeURIComponent(pathname);
  };
  const pathToFileURL = (path) => new web.URL("file://" + resolve(path).split("/").map(encodeURIComponent).join("/"));
  const util = {
    format: native.inspect, inspect: (value) => (typeof value === "string" ? native.inspect([value]).slice(1, -1) : native.inspect(value)),
    promisify: (work) => (...values) => new Promise((resolve, reject) => work(...values, (error, result) => (error ? reject(error) : resolve(result)))),
    TextEncoder: web.TextEncoder, TextDecoder: web.TextDecoder,
  };
  const wait = (milliseconds, value) => new Promise((resolve) => setTimeout(resolve, milliseconds, value));
  const builtin = {
    fs, "fs/promises": fs.promises, path, "path/posix": path, process, buffer: { Buffer }, util,
    url: { URL: web.URL, URLSearchParams: web.URLSearchParams, fileURLToPath, pathToFileURL },
    os: { EOL: "\n", platform: () => "wasi", tmpdir: () => "/tmp", homedir: () => CWD, cpus: () => [{}] },
    timers: { setTimeout, clearTimeout, setInterval, clearInterval }, "timers/promises": { setTimeout: wait },
    perf_hooks: { performance },
  };

  // CommonJS: files of the workspace, and what is built in.
  const loaded = new Map();
  const find = (file) => [file, `${file}.js`, `${file}.cjs`, `${file}.json`, `${file}/index.js`].find((name) => std.exists(name) && std.stat(name).type === "file");
  const requireFrom = (directory) => (name) => {
    const known = builtin[name.replace(/^node:/, "")];
    if (known) return known;
    const file = /^\.{0,2}\//.test(name) && find(resolve(directory, name));
    if (!file) throw Object.assign(new Error(`cannot find module '${name}': what is built in is ${Object.keys(builtin).join(", ")}; others are files, as in './${name}'`), { code: "MODULE_NOT_FOUND" });
    if (loaded.has(file)) return loaded.get(file).exports;
    const module = { exports: {}, id: file, filename: file };
    loaded.set(file, module);
    if (file.endsWith(".json")) module.exports = JSON.parse(std.readFile(file));
    else native.compile(`(function (exports, require, module, __filename, __dirname) {${std.readFile(file).replace(/^#!.*/, "")}\n})`, file).call(module.exports, module.exports, requireFrom(dirname(file)), module, file, dirname(file));
    return module.exports;
  };
  const main = { exports: {}, id: ".", filename: process.argv[1] ?? "" };
  const require = Object.assign(requireFrom(scriptArgs[0].startsWith("<") ? CWD : dirname(resolve(scriptArgs[0]))), { main });
  return { builtin, globals: { process, Buffer, require, module: main, exports: main.exports } };
})
