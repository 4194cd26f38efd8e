#!/usr/bin/env node
// Prints one line for each change of an agent's state, with the time: a log of what your agents did.
//
// Run: agtmux watch --format jsonl | node examples/log-changes.mjs >> agents.log
// With 'agtmux watch --format jsonl --since 1h' it begins with what happened in the last hour.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  // each line is a list with one event; schemas/watch-event.json describes it
  const [event] = JSON.parse(line).items;
  const isNewState = event.change === "changed" && event.state !== event.previous_state;
  if (event.agent === null || !isNewState) continue;
  const time = new Date(event.at).toISOString();
  const message = event.message === "" ? "" : ` (${event.message})`;
  console.log(`${time} ${event.agent} ${event.ref}: ${event.previous_state ?? "new"} -> ${event.state}${message}`);
}
