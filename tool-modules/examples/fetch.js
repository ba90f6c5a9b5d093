// Says what each URL answers, or which rule forbids it: fetch.js URL...
let failed = false;
for (const url of args) {
  try {
    const response = await fetch(url);
    const { length } = await response.bytes();
    console.log(`${url}: ${response.status}, ${length} bytes`);
  } catch (error) {
    console.error(`${url}: ${error.code} by ${error.rule}`);
    failed = true;
  }
}
std.exit(failed ? 1 : 0);
