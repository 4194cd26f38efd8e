#!/usr/bin/env node
// Two agents that review each other: one does the task, the other reads the changes and says what is wrong, until it
// approves or has said so three times.
//
// Run: node examples/review-pair.mjs ~/src/shop "Make the cart remember its items" claude codex
import { resolve } from "node:path";
import { connect } from "agtmux/client";

const [folder, task, writer = "claude", reviewer = "codex"] = process.argv.slice(2);
const ROUNDS = 3;
const RESTS = ["completed", "idle", "waiting_input"];
const agtmux = await connect();
const workspace = resolve(folder);

/** Sends a prompt, waits until the agent has worked on it, and returns its last words. */
async function ask(ref, text) {
  await agtmux.send({ ref, text, wait: "settled" });
  return agtmux.lastWords(ref);
}

async function start(agent) {
  const { ref } = await agtmux.spawn({ agent, workspace });
  await agtmux.waitFor(ref, RESTS, { timeoutMs: 120_000 });
  return ref;
}

const [writes, reviews] = await Promise.all([start(writer), start(reviewer)]);
await ask(writes, task);
let opinion = "";
for (let round = 1; round <= ROUNDS; round++) {
  opinion = await ask(
    reviews,
    `Review the uncommitted changes for this task: ${task}. Begin with APPROVED if they are good.`,
  );
  console.log(`${reviewer}, round ${round}: ${opinion}`);
  if (opinion.startsWith("APPROVED") || round === ROUNDS) break;
  console.log(`${writer}: ${await ask(writes, `A reviewer says: ${opinion} Please mend it.`)}`);
}
process.exitCode = opinion.startsWith("APPROVED") ? 0 : 1;
