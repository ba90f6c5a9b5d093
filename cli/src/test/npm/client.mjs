// Does with a server what clients do, and prints one line of JSON for each finding:
//   node client.mjs http URL
//   node client.mjs stdio COMMAND ARGUMENT...
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const [kind, ...rest] = process.argv.slice(2);

function transport() {
  return kind === "http"
    ? new StreamableHTTPClientTransport(new URL(rest[0]))
    : new StdioClientTransport({ command: rest[0], args: rest.slice(1) });
}

function tell(what, value) {
  console.log(JSON.stringify({ what, value }));
}

async function connect() {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport());
  return client;
}

const client = await connect();
const logs = [];
const changed = new Promise((resolve) =>
  client.setNotificationHandler(ResourceListChangedNotificationSchema, resolve),
);
client.setNotificationHandler(LoggingMessageNotificationSchema, (n) => logs.push(n.params.data));

tell("server", client.getServerVersion().name);
// Also compiles each output schema, against which results are checked.
tell("tools", (await client.listTools()).tools.map((tool) => tool.name));

const echoed = await client.callTool({ name: "echo", arguments: { a: [1, "ü"] } });
tell("echo", echoed.structuredContent);

const failed = await client.callTool({ name: "count", arguments: { arguments: ["x"] } });
tell("error", [failed.isError, failed._meta["dev.cloche/outcome"].outcome]);

let progressed;
const heard = new Promise((resolve) => (progressed = resolve));
const stop = new AbortController();
const spinning = client.callTool({ name: "spin" }, undefined, {
  signal: stop.signal,
  onprogress: (p) => p.progress > 0 && progressed(p.total),
});
tell("progress", (await heard) > 0);
stop.abort("enough");
tell("cancelled", await spinning.then(() => false, () => true));

await client.callTool({ name: "note" });
if (kind === "stdio") {
  await changed; // over HTTP the stream to listen on may be opened later
}
const { resources } = await client.listResources();
tell("resources", resources.map((resource) => resource.uri));
const read = await client.readResource({ uri: resources[0].uri });
tell("text", read.contents[0].text);

tell("unknown", await client.callTool({ name: "nix" }).then(() => 0, (error) => error.code));

if (kind === "http") {
  await client.transport.terminateSession();
}
await client.close();

const again = await connect();
tell("again", (await again.listResources()).resources);
await again.close();
