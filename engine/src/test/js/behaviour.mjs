// Runs each FOLDER/NAME.wasm in V8 as FOLDER/NAME.calls says, and writes what it did to FOLDER/NAME.v8, in the lines of
// dev.cloche.run.Behaviour.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = 65536;
const ZERO = Buffer.alloc(PAGE);
const view = new DataView(new ArrayBuffer(8));

const TRAPS = [
  [/unreachable/, "UNREACHABLE"],
  [/(divide|remainder) by zero/, "INTEGER_DIVIDE_BY_ZERO"],
  [/unrepresentable/, "UNREPRESENTABLE"],
  [/memory access out of bounds|data segment/, "OUT_OF_BOUNDS_MEMORY"],
  [/table index is out of bounds|table access out of bounds|table or element segment|element segment/, "OUT_OF_BOUNDS_TABLE"],
  [/function signature mismatch|null function/, "SIGNATURE"],
  [/call stack/, "CALL_STACK_EXHAUSTED"],
];

function hex(number, digits) {
  return BigInt.asUintN(digits * 4, BigInt(number)).toString(16).padStart(digits, "0");
}

function text(type, value) {
  switch (type) {
    case "i32":
      return hex(value, 8);
    case "i64":
      return hex(value, 16);
    case "f32":
      view.setFloat32(0, value);
      return Number.isNaN(value) ? "nan" : hex(view.getUint32(0), 8);
    case "f64":
      view.setFloat64(0, value);
      return Number.isNaN(value) ? "nan" : hex(view.getBigUint64(0), 16);
  }
  throw new Error(`unknown type ${type}`);
}

function value(argument) {
  const [type, digits] = argument.split(" ");
  const bits = BigInt(`0x${digits}`);
  view.setBigUint64(0, type.endsWith("32") ? bits << 32n : bits);
  switch (type) {
    case "i32":
      return view.getInt32(0);
    case "i64":
      return view.getBigInt64(0);
    case "f32":
      return view.getFloat32(0);
    case "f64":
      return view.getFloat64(0);
  }
  throw new Error(`unknown type ${type}`);
}

function trap(error) {
  const known = TRAPS.find(([pattern]) => pattern.test(error.message));
  return known ? `traps ${known[1]}` : `throws ${error}`;
}

// A name, its result types, and its arguments, between tabs; globals' types stand on a line of their own.
function behaviour(bytes, calls) {
  const lines = [];
  const module = new WebAssembly.Module(bytes);
  const [globalTypes, ...entries] = calls.split("\n").filter((line) => line !== "");
  const globals = globalTypes.split(" ").slice(1);
  const logs = [];
  const log = (type) => (number) => void logs.push(`logs ${type} ${text(type, number)}`);
  const imports = {
    "fuzzing-support": { "log-i32": log("i32"), "log-i64": log("i64"), "log-f32": log("f32"), "log-f64": log("f64") },
  };
  let instance = null;
  const state = () => {
    globals.forEach((type, i) => lines.push(`global ${i} ${text(type, instance.exports[`global ${i}`].value)}`));
    const memory = Buffer.from(instance.exports.memory.buffer);
    lines.push(`pages ${memory.length / PAGE}`);
    for (let at = 0; at < memory.length; at += PAGE) {
      const page = memory.subarray(at, at + PAGE);
      if (!page.equals(ZERO)) {
        lines.push(`page ${at / PAGE} ${createHash("md5").update(page).digest("hex")}`);
      }
    }
  };
  for (const entry of entries) {
    const [name, results, ...args] = entry.split("\t");
    if (instance === null) {
      try {
        instance = new WebAssembly.Instance(module, imports);
      } catch (error) {
        lines.push(`start ${trap(error)}`);
        return lines;
      }
    }
    let whole = true;
    try {
      instance.exports.hangLimitInitializer();
      let given = instance.exports[name](...args.map(value));
      const types = results === "" ? [] : results.split(" ");
      given = types.length === 1 ? [given] : types.length === 0 ? [] : [...given];
      lines.push([`${name} gives`, ...given.map((each, i) => text(types[i], each))].join(" "));
    } catch (error) {
      lines.push(`${name} ${trap(error)}`);
      whole = false;
    }
    lines.push(...logs.splice(0));
    if (!whole) {
      state();
      instance = null;
    }
  }
  if (instance !== null) {
    state();
  }
  return lines;
}

const folder = process.argv[2];
for (const file of readdirSync(folder).filter((each) => each.endsWith(".wasm"))) {
  const base = join(folder, file.slice(0, -".wasm".length));
  const lines = behaviour(readFileSync(`${base}.wasm`), readFileSync(`${base}.calls`, "utf8"));
  writeFileSync(`${base}.v8`, lines.join("\n"));
}
