// Starts the service and the MCP server in front of it, on this machine alone.
import { copyFileSync } from "node:fs";
import { mcp } from "./mcp.mjs";
import { service } from "./service.mjs";

const here = (name) => new URL(name, import.meta.url);
copyFileSync(here("snapshot.json"), here("data.json"));
service(here("data.json")).listen(48764, "127.0.0.1", () => {
  mcp("http://127.0.0.1:48764").listen(48765, "127.0.0.1", () => console.log("ready at http://127.0.0.1:48765/mcp"));
});
