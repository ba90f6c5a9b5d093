// A plugin on Extism's development kit for AssemblyScript, in the manner of its own example; built by toolchain/extism.sh.
import { Config, Host, LogLevel, Memory, Var } from "@extism/as-pdk/lib/pdk";
import { error_set, http_request, length } from "@extism/as-pdk/lib/env";

// What the compiler calls where it has nowhere else to tell of a mistake.
export function stop(message: string | null, file: string | null, line: u32, column: u32): void {
  unreachable();
}

function isVowel(letter: string): bool {
  return "aeiouAEIOU".includes(letter);
}

/** Counts the vowels of the input; says the configuration "thing" and a variable besides. */
export function count_vowels(): i32 {
  const text = Host.inputString();
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if (isVowel(text.charAt(i))) count++;
  }
  Var.set("a", Uint8Array.wrap(String.UTF8.encode("this is var a")));
  const thing = Config.get("thing");
  const a = Var.getString("a");
  Host.log(LogLevel.Info, "counted " + count.toString());
  Host.outputString(
    '{"count": ' + count.toString() + ', "config": "' + (thing === null ? "null" : thing) + '", "a": "' + (a === null ? "null" : a) + '"}'
  );
  Var.remove("a");
  return 0;
}

/** Answers what an earlier call left in a variable, and leaves the input there. */
export function remember(): i32 {
  const before = Var.getString("memory");
  Host.outputString(before === null ? "nothing" : before);
  Var.set("memory", Host.input());
  return 0;
}

/** Fails with the input as the reason. */
export function fail(): i32 {
  error_set(Memory.allocateBytes(Host.input()).offset);
  return 3;
}

/** Says the body of the URL that is its input. */
export function get(): i32 {
  const request = Memory.allocateString('{"url":"' + Host.inputString() + '"}');
  const body = http_request(request.offset, 0);
  Host.outputMemory(new Memory(body, length(body)));
  return 0;
}
