// Requests over HTTP, as far as the session's policy allows them.
import { bytesOf, textOf } from "./io";

@external("cloche", "http_open")
declare function http_open(method: usize, methodLength: i32, url: usize, urlLength: i32, headers: usize, headersLength: i32, flags: i32, handle: usize): i32;

@external("cloche", "http_write")
declare function http_write(handle: i32, bytes: usize, length: i32, written: usize): i32;

@external("cloche", "http_send")
declare function http_send(handle: i32, status: usize): i32;

@external("cloche", "http_headers")
declare function http_headers(handle: i32, into: usize, room: i32, length: usize): i32;

@external("cloche", "http_read")
declare function http_read(handle: i32, into: usize, room: i32, read: usize): i32;

@external("cloche", "http_error")
declare function http_error(handle: i32, into: usize, room: i32, length: usize): i32;

@external("cloche", "http_close")
declare function http_close(handle: i32): i32;

/** How much moves at once. */
const PIECE = 64 * 1024;

const result = memory.data(4);

/** The answer to a request, or why there is none. */
export class Response {
  /** 0, or the code of the failure: docs/writing-tools.md has the table. */
  code: i32 = 0;
  /** What failed, in one line; a second names the rule or budget that decided. Empty where nothing did. */
  error: string = "";
  status: i32 = 0;
  /** Where the answer came from, after redirects. */
  url: string = "";
  body: Uint8Array = new Uint8Array(0);
  private names: string[] = [];
  private values: string[] = [];

  get ok(): bool { return this.code == 0 && this.status >= 200 && this.status < 300; }

  text(): string { return textOf(this.body); }

  /** A header by its name in lower case; null if there is none. */
  header(name: string): string | null {
    const index = this.names.indexOf(name);
    return index < 0 ? null : this.values[index];
  }

  /** For fetch: takes the lines of a head, "name: value" each. */
  readHead(head: string): void {
    const lines = head.split("\n");
    for (let i = 0; i < lines.length; i++) {
      const colon = lines[i].indexOf(":", 1);
      if (colon < 0) continue;
      const name = lines[i].substring(0, colon);
      const value = lines[i].substring(colon + 1).trim();
      if (name == ":url") this.url = value;
      this.names.push(name);
      this.values.push(value);
    }
  }
}

/** Makes a request and waits for all of the answer. Headers are lines "name: value\n". */
export function fetch(url: string, method: string = "GET", headers: string = "", body: Uint8Array | null = null): Response {
  const response = new Response();
  const methodBytes = bytesOf(method);
  const urlBytes = bytesOf(url);
  const headerBytes = bytesOf(headers);
  let code = http_open(
    methodBytes.dataStart, methodBytes.length, urlBytes.dataStart, urlBytes.length, headerBytes.dataStart, headerBytes.length, 0, result);
  if (code != 0) return failed(response, 0, code);
  const handle = load<i32>(result);
  code = exchange(handle, body, response);
  if (code != 0) failed(response, handle, code);
  http_close(handle);
  return response;
}

function exchange(handle: i32, body: Uint8Array | null, response: Response): i32 {
  let code = body === null ? 0 : send(handle, body);
  if (code == 0) code = http_send(handle, result);
  if (code != 0) return code;
  response.status = load<i32>(result);
  code = http_headers(handle, 0, 0, result);
  if (code != 0) return code;
  const head = new Uint8Array(load<i32>(result));
  code = http_headers(handle, head.dataStart, head.length, result);
  if (code != 0) return code;
  response.readHead(textOf(head));
  return receive(handle, response);
}

function send(handle: i32, body: Uint8Array): i32 {
  let done = 0;
  while (done < body.length) {
    const code = http_write(handle, body.dataStart + done, min(PIECE, body.length - done), result);
    if (code != 0) return code;
    done += load<i32>(result);
  }
  return 0;
}

function receive(handle: i32, response: Response): i32 {
  let data = new Uint8Array(PIECE);
  let length = 0;
  while (true) {
    if (length == data.length) {
      const larger = new Uint8Array(data.length * 2);
      larger.set(data);
      data = larger;
    }
    const code = http_read(handle, data.dataStart + length, min(PIECE, data.length - length), result);
    if (code != 0) return code;
    const read = load<i32>(result);
    if (read == 0) {
      response.body = data.subarray(0, length);
      return 0;
    }
    length += read;
  }
}

function failed(response: Response, handle: i32, code: i32): Response {
  response.code = code;
  response.error = "code " + code.toString();
  if (http_error(handle, 0, 0, result) == 0) {
    const text = new Uint8Array(load<i32>(result));
    if (http_error(handle, text.dataStart, text.length, result) == 0) response.error = textOf(text);
  }
  return response;
}
