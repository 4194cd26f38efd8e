import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { WebSocketServer } from "ws";
import { paneAnswer } from "./pane-scene.mjs";
import { answers, scene } from "./scene.mjs";
import { showTerminal } from "./screens.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** The device key of the browser that takes the screenshots. */
const STAGE_KEY = "of-the-stage";

/** Serves the built page with pretend panes: no daemon, no tmux, the same every time. */
export async function openStage(webRoot, port = 0) {
  const now = Date.now();
  const set = scene(now);
  const known = answers(set, now);
  const unanswered = new Set();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://stage");
    const { pathname } = url;
    if (pathname === "/v1/greet") return answer(response, await greet(request));
    if (pathname === "/v1/pair") return answer(response, { schema_version: 1, key: STAGE_KEY });
    if (pathname === "/v1/conversation") return refuse(response, "E_NO_CONVERSATION", "it keeps no conversation here");
    if (pathname.startsWith("/v1/")) {
      const reads = request.method === "GET" || pathname.endsWith("/doctor");
      const body = reads ? (known[pathname] ?? paneAnswer(set, url, now)) : undefined;
      if (body === undefined) unanswered.add(`${request.method} ${pathname}`);
      return answer(response, body);
    }
    const file = extname(pathname) === "" ? "/index.html" : normalize(pathname);
    try {
      const body = readFileSync(join(webRoot, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const [sockets, terminals] = [new WebSocketServer({ noServer: true }), new WebSocketServer({ noServer: true })];
  sockets.on("connection", (socket) => {
    socket.send(JSON.stringify(snapshotOf(set, now)));
    socket.send(JSON.stringify({ type: "printing", began: printing(set), ended: [] }));
  });
  terminals.on("connection", (socket, { url }) => {
    const ref = decodeURIComponent(url.slice("/v1/terminal/".length));
    const pane = set.panes.find((each) => each.ref === ref);
    if (pane !== undefined) showTerminal(socket, pane);
  });
  server.on("upgrade", (request, socket, head) => {
    const asked = request.url.startsWith("/v1/terminal/") ? terminals : sockets;
    asked.handleUpgrade(request, socket, head, (opened) => asked.emit("connection", opened, request));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://57a6e.localhost:${server.address().port}`,
    set,
    /** Requests without a response: the view shows an error for them. */
    unanswered,
    /** Sends a change to every page. */
    tell(message) {
      for (const client of sockets.clients) client.send(JSON.stringify(message));
    },
    close() {
      for (const client of [...sockets.clients, ...terminals.clients]) client.terminate();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The daemon's proof, as in core/pairing/greeting-text.ts. */
async function greet(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const boot = "00".repeat(16);
  const text = ["agtmux proof", request.headers.host, boot, JSON.parse(body).nonce].join("\n");
  const secret = createHash("sha256").update(STAGE_KEY).digest();
  return { schema_version: 1, boot, proof: createHmac("sha256", secret).update(text).digest("hex") };
}

function printing({ panes }) {
  return panes.filter(({ state }) => state === "running").map(({ identity }) => identity);
}

function answer(response, body) {
  if (body === undefined) return refuse(response, "E_NOT_FOUND", "the stage has no answer for this");
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function refuse(response, code, message) {
  response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify({ code, message, details: {} }));
}

export function snapshotOf({ panes, targetErrors }, now) {
  const states = ["error", "waiting_approval", "waiting_input", "running", "completed", "idle", "unknown"];
  const count = (keep) => panes.filter(keep).length;
  return {
    type: "snapshot",
    cursor: "stage-1",
    at: now,
    summary: {
      panes: panes.length,
      agents: count(({ agent }) => agent !== null),
      needs_action: count(({ shelf }) => shelf !== null),
      shelves: Object.fromEntries(
        ["blocked", "check", "done"].map((name) => [name, count(({ shelf }) => shelf === name)]),
      ),
      by_state: Object.fromEntries(states.map((state) => [state, count((pane) => pane.state === state)])),
      by_agent: {},
      by_target: Object.fromEntries(
        [...new Set(panes.map(({ identity }) => identity.target))].map((target) => [
          target,
          count(({ identity }) => identity.target === target),
        ]),
      ),
    },
    partial: targetErrors.length > 0,
    target_errors: targetErrors,
    items: panes,
  };
}
