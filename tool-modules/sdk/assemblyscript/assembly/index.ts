// What a tool in AssemblyScript can ask Cloche for. docs/writing-tools.md shows how to compile one.
export { Json, JsonKind } from "./json";
export { Files } from "./files";
export { Response, fetch } from "./fetch";
export { Tool, clocheAbort } from "./process";
