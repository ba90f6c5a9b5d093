// Runs a command that prints one byte in @anthropic-ai/sandbox-runtime for each line on standard input, and prints how many milliseconds it took
// until that byte was here, and until the end: wrapping and running, without the start of Node.js and of its proxies. Standard output is for that alone.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [library, program, byte] = process.argv.slice(2);
const { SandboxManager } = await import(pathToFileURL(library).href);
console.log = console.error;
await SandboxManager.initialize({
  network: { allowedDomains: [], deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: ['/tmp'], denyWrite: [] },
});

const once = async () => {
  const start = process.hrtime.bigint();
  const millis = () => Number(process.hrtime.bigint() - start) / 1e6;
  const command = await SandboxManager.wrapWithSandbox(`exec ${program} ${byte}`);
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'ignore'] });
  let first;
  let printed = '';
  child.stdout.on('data', (chunk) => {
    first ??= millis();
    printed += chunk;
  });
  const status = await new Promise((ended) => child.on('close', ended));
  const end = millis();
  if (status !== 0 || printed !== byte) throw new Error(`status ${status}`);
  return `${first} ${end}`;
};

process.stdout.write(`${await once()}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') process.stdout.write(`${await once()}\n`);
}
await SandboxManager.reset();
process.exit(0);
