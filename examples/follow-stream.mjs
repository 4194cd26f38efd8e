#!/usr/bin/env node
// A client of the daemon's API: follows /v1/stream, and prints who needs you whenever that changes.
// docs/api.md describes the API. Needs Node 22 or newer, which has WebSocket built in.
//
// Run: node examples/follow-stream.mjs
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { home, port } = JSON.parse(execFileSync("agtmux", ["daemon", "status", "--json"], { encoding: "utf8" }));
const token = readFileSync(join(home, "token"), "utf8").trim();
const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/stream`, { headers: { authorization: `Bearer ${token}` } });

/** Every pane, by the parts of its identity. */
const panes = new Map();
const keyOf = ({ target, window_id, pane_id }) => `${target} ${window_id} ${pane_id}`;
let printed;

socket.addEventListener("message", ({ data }) => {
  const message = JSON.parse(data);
  // the first message has every pane; those that follow have what changed
  if (message.type === "snapshot") {
    panes.clear();
    for (const pane of message.items) panes.set(keyOf(pane.identity), pane);
  } else if (message.type === "delta") {
    for (const identity of message.removed) panes.delete(keyOf(identity));
    for (const pane of message.changed) panes.set(keyOf(pane.identity), pane);
  }
  print();
});
socket.addEventListener("close", () => {
  console.error("the connection to the daemon is closed");
  process.exitCode = 1;
});

function print() {
  const calling = [...panes.values()].filter(({ attention }) => attention !== null);
  const text = calling.map(({ ref, attention }) => `${attention.kind} ${ref} ${attention.message}`).join("\n");
  if (text === printed) return;
  printed = text;
  console.log(text === "" ? "nobody needs you" : text);
}
