// An agent that Keptgate can judge as it is: it speaks the protocol keptgate/1,
// over its standard streams or over HTTP, and calls the tools of the business with
// the MCP SDK.
//
//   node agent.mjs RECORDING              one JSON object a line in, one out
//   node agent.mjs RECORDING --port 8080  the same by POST
//
// In the place of a model it has the trials.jsonl of another candidate, whose
// messages it repeats. Put your own agent into think.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const recorded = new Map(); // by what the caller says first: the candidate's messages
for (const line of readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const { record } = JSON.parse(line);
  if (record?.condition === "steady") {
    recorded.set(record.messages[0].text, record.messages.filter((one) => one.role === "candidate"));
  }
}

const calls = new Map(); // by session: what is open for each call of a caller

// think answers one message. It may call tools as often as it likes; what it
// returns is spoken to the caller.
async function think(call) {
  while (call.moves.length > 0) {
    const move = call.moves.shift();
    if (!move.calls) {
      return move.text;
    }
    await Promise.all(move.calls.map(({ tool, arguments: text }) => call.tools.callTool({ name: tool, arguments: JSON.parse(text) })));
  }
  return "Goodbye.";
}

// answer takes one message of the protocol.
async function answer(ask) {
  let call = calls.get(ask.session);
  if (!call) {
    const opening = ask.conversation.length > 0 ? ask.conversation[0].text : ask.message.text;
    const tools = new Client({ name: "example-agent", version: "1.0.0" });
    await tools.connect(new StreamableHTTPClientTransport(new URL(ask.mcp)));
    call = { tools, moves: [...(recorded.get(opening) ?? [])] };
    calls.set(ask.session, call);
  }
  return { message: await think(call), usage: { requests: 1, input_tokens: 0, cached_tokens: 0, output_tokens: 0 } };
}

// respond answers a message given as text, and never breaks down.
async function respond(text) {
  try {
    return JSON.stringify(await answer(JSON.parse(text)));
  } catch (error) {
    return JSON.stringify({ error: String(error) });
  }
}

if (process.argv[3] === "--port") {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) {
      text += part;
    }
    response.setHeader("Content-Type", "application/json");
    response.end(await respond(text));
  });
  server.listen(Number(process.argv[4]), "127.0.0.1", () => console.error(`listening at http://127.0.0.1:${server.address().port}/`));
} else {
  for await (const text of createInterface({ input: process.stdin })) {
    process.stdout.write((await respond(text)) + "\n");
  }
  process.exit(0); // the caller has left; open connections to the tools go with it
}
