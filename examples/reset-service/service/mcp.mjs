// The MCP server in front of the service, over streamable HTTP: one JSON-RPC
// message in a request, its answer in the response. In your project this is the
// server that you have already.
import { createServer } from "node:http";

const text = { type: "string", minLength: 1 };
const day = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
const object = (properties, required) => ({ type: "object", additionalProperties: false, properties, required });

const tools = [
  {
    name: "list_bookings", description: "Lists the bookings of a day, or all.",
    inputSchema: object({ day }, []), annotations: { readOnlyHint: true },
    request: ({ day }) => ["GET", day ? `/bookings?day=${day}` : "/bookings"],
  },
  {
    name: "book_room", description: "Books a room (Elm, Oak or Ash) for one hour of a day.",
    inputSchema: object({ room: { enum: ["Elm", "Oak", "Ash"] }, day, hour: { type: "integer", minimum: 8, maximum: 18 }, who: text }, ["room", "day", "hour", "who"]),
    annotations: { destructiveHint: false },
    request: (booking) => ["POST", "/bookings", booking],
  },
  {
    name: "cancel_booking", description: "Cancels a booking.",
    inputSchema: object({ id: text }, ["id"]), annotations: { destructiveHint: true },
    request: ({ id }) => ["DELETE", `/bookings/${encodeURIComponent(id)}`],
  },
];

export function mcp(backend) {
  const methods = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bookings", version: "1" } }),
    ping: () => ({}),
    "tools/list": () => ({ tools: tools.map(({ request, ...tool }) => tool) }),
    "tools/call": async ({ name, arguments: given }) => {
      const [method, path, body] = tools.find((tool) => tool.name === name).request(given ?? {});
      const reply = await fetch(backend + path, { method, body: body && JSON.stringify(body) });
      return { content: [{ type: "text", text: await reply.text() }], isError: !reply.ok };
    },
  };
  return createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    let text = "";
    for await (const part of request) text += part;
    const { id, method, params } = JSON.parse(text);
    if (id === undefined) return response.writeHead(202).end(); // a notice wants no answer
    const answer = { jsonrpc: "2.0", id };
    try {
      answer.result = await methods[method](params ?? {});
    } catch (error) {
      answer.error = { code: methods[method] ? -32602 : -32601, message: String(error) };
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
}
