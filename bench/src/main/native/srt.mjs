// Runs `true` in @anthropic-ai/sandbox-runtime for each line on standard input, and prints how many milliseconds it took: wrapping
// and running, without the start of Node.js and of its proxies. Standard output is for that alone.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { SandboxManager } = await import(pathToFileURL(process.argv[2]).href);
console.log = console.error;
await SandboxManager.initialize({
  network: { allowedDomains: [], deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: ['/tmp'], denyWrite: [] },
});

const once = async () => {
  const start = process.hrtime.bigint();
  const command = await SandboxManager.wrapWithSandbox('true');
  const status = await new Promise((ended) => spawn(command, { shell: true, stdio: 'ignore' }).on('exit', ended));
  if (status !== 0) throw new Error(`status ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
};

process.stdout.write(`${await once()}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') process.stdout.write(`${await once()}\n`);
}
await SandboxManager.reset();
process.exit(0);
