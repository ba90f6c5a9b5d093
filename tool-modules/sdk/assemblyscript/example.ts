// Counts the words of texts: the example of docs/writing-tools.md. Input: {"files": [PATH...], "urls": [URL...], "least": N}
import { Files, Json, Tool, fetch } from "./assembly/index";

const counts = new Map<string, i32>();

function count(text: string): void {
  let word = "";
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) | 32 : 0;
    if (code >= 0x61 && code <= 0x7a) {
      word += String.fromCharCode(code);
    } else if (word.length > 0) {
      counts.set(word, (counts.has(word) ? counts.get(word) : 0) + 1);
      word = "";
    }
  }
}

function countFiles(paths: Json): void {
  for (let i = 0; i < paths.length; i++) {
    const path = paths.at(i).asString();
    const text = Files.readText(path);
    if (text === null) Tool.fail("cannot read " + path + ": errno " + Files.errno.toString());
    else count(text);
  }
}

function countPages(urls: Json): void {
  for (let i = 0; i < urls.length; i++) {
    const page = fetch(urls.at(i).asString());
    if (page.ok) count(page.text());
    else Tool.fail(page.code == 0 ? "status " + page.status.toString() : page.error);
  }
}

const input = Tool.input();
countFiles(input.get("files"));
countPages(input.get("urls"));
const least = input.has("least") ? input.get("least").asInteger() : 1;
const words = counts.keys();
words.sort();
const result = Json.object();
for (let i = 0; i < words.length; i++) {
  const times = counts.get(words[i]);
  if (times >= least) result.set(words[i], Json.integer(times));
}
Tool.log(words.length.toString() + " words");
Tool.result(result);
