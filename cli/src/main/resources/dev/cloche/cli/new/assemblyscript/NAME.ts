// Counts the lines, words and bytes of a text. Input: {"text": "..."}
import { Json, Tool } from "./cloche/index";

const text = Tool.input().get("text").asString();
let lines = 0;
let words = 0;
let inside = false;
for (let i = 0; i < text.length; i++) {
  const code = text.charCodeAt(i);
  const space = code == 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code == 0x0a) lines++;
  if (!space && !inside) words++;
  inside = !space;
}
const result = Json.object();
result.set("lines", Json.integer(lines));
result.set("words", Json.integer(words));
result.set("bytes", Json.integer(String.UTF8.byteLength(text)));
Tool.result(result);
