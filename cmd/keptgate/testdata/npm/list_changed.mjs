// Connects to a server, plays calls, waits for the notice that the list of tools
// has changed, and prints what went and what came.
//
//	node list_changed.mjs CALLS COMMAND ARGS...
//
// CALLS is JSON: [[TOOL, ARGUMENTS], ...].
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const [calls, command, ...args] = process.argv.slice(2);
const client = new Client({ name: "waits", version: "1" });
await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const names = async () => (await client.listTools()).tools.map((tool) => tool.name);

const before = await names();
const heard = new Promise((resolve) => client.setNotificationHandler(ToolListChangedNotificationSchema, resolve));
for (const [name, given] of JSON.parse(calls)) {
  await client.callTool({ name, arguments: given });
}
await heard;
const after = await names();
console.log("gone:", before.filter((name) => !after.includes(name)).join(" "));
console.log("came:", after.filter((name) => !before.includes(name)).join(" "));
await client.close();
