// Runs one kernel in V8 and says how long: node.mjs MODULE N CHECKSUM WARMUP_MS ITERATIONS ITERATION_MS
// Prints one line for each iteration: milliseconds of the process's processor time for one call.
import { readFileSync } from 'node:fs';

const [path, n, checksum, warmupMs, iterations, iterationMs] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
const run = instance.exports.run;

function nowMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function call() {
  const answer = run(Number(n)) >>> 0;
  if (answer !== Number(checksum)) {
    console.error(`V8 answered ${answer}`);
    process.exit(1);
  }
}

// Calls until so much time has passed, and at least once; the time of one call.
function repeat(ms) {
  const start = nowMs();
  let calls = 0;
  let passed;
  do {
    call();
    calls++;
    passed = nowMs() - start;
  } while (passed < ms);
  return passed / calls;
}

repeat(Number(warmupMs));
// The optimizing compiler works beside the kernel: let it end, so that its time is not in the figures.
await new Promise((resolve) => setTimeout(resolve, 200));
for (let i = 0; i < Number(iterations); i++) {
  console.log(repeat(Number(iterationMs)).toFixed(6));
}
