// Arguments, environment, standard streams, and the ends that a tool can come to.
import * as wasi from "./wasi";
import { Json } from "./json";
import { bytesOf, readAll, textOf, writeAll } from "./io";

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Strings that the host writes, with a NUL behind each, and where each begins. */
function strings(environment: bool): string[] {
  const sizes = memory.data(8);
  const failed = environment ? wasi.environ_sizes_get(sizes, sizes + 4) : wasi.args_sizes_get(sizes, sizes + 4);
  if (failed != 0) return [];
  const count = load<i32>(sizes);
  const places = new Uint32Array(count);
  const text = new Uint8Array(load<i32>(sizes, 4));
  if ((environment ? wasi.environ_get(places.dataStart, text.dataStart) : wasi.args_get(places.dataStart, text.dataStart)) != 0) return [];
  const result: string[] = [];
  for (let i = 0; i < count; i++) {
    let end = places[i] as usize;
    while (load<u8>(end) != 0) end++;
    result.push(String.UTF8.decodeUnsafe(places[i], end - places[i]));
  }
  return result;
}

/** What a tool is called with and what it answers. */
export class Tool {
  /** The arguments, without the tool's own name. */
  static arguments(): string[] {
    return strings(false).slice(1);
  }

  /** A variable of the environment; null if the call has none of this name. */
  static environment(name: string): string | null {
    const all = strings(true);
    for (let i = 0; i < all.length; i++) {
      if (all[i].startsWith(name + "=")) return all[i].substring(name.length + 1);
    }
    return null;
  }

  /** All of standard input as text. */
  static stdin(): string {
    const bytes = readAll(STDIN);
    return bytes === null ? "" : textOf(bytes);
  }

  /**
   * The structured input: the first argument as JSON, or standard input where there is none. Ends the tool with status 2 if it is not
   * JSON.
   */
  static input(): Json {
    const given = Tool.arguments();
    const value = Json.parse(given.length > 0 ? given[0] : Tool.stdin());
    if (value === null) {
      Tool.fail("the input is not JSON: " + Json.error, 2);
    }
    return value!;
  }

  /** Writes text to standard output, as it is. */
  static print(text: string): void {
    if (!writeAll(STDOUT, bytesOf(text))) wasi.proc_exit(1);
  }

  /** Writes the structured result: JSON in one line. */
  static result(value: Json): void {
    Tool.print(value.toString() + "\n");
  }

  /** Writes a line to standard error, for people. */
  static log(text: string): void {
    writeAll(STDERR, bytesOf(text + "\n"));
  }

  /** Ends the tool with a status other than 0, once it has said why. */
  static fail(why: string, status: i32 = 1): void {
    Tool.log(why);
    wasi.proc_exit(status);
  }
}

/** What a failed assertion or a throw does: give it to the compiler with --use abort=... */
export function clocheAbort(message: string | null, file: string | null, line: u32, column: u32): void {
  const where = file === null ? "" : file + ":" + line.toString() + ":" + column.toString() + ": ";
  Tool.log(where + (message === null ? "aborted" : message));
  unreachable();
}
