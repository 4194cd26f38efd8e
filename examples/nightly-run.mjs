#!/usr/bin/env node
// Gives each task of a file to an agent of its own, in a worktree of its own, a few at a time, and prints what came of it.
//
// Run: node examples/nightly-run.mjs tasks.txt ~/src/shop claude
// The file has one task per line. Look at the results with 'agtmux diff', bring them in with 'agtmux finish'.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { connect } from "agtmux/client";

const [file, workspace, agent = "claude"] = process.argv.slice(2);
const AT_ONCE = 3;
const LONGEST_MS = 60 * 60_000;
const agtmux = await connect();
const tasks = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "");
const night = new Date().toISOString().slice(0, 10);

async function work(task, number) {
  const { ref } = await agtmux.spawn({
    agent,
    workspace: resolve(workspace),
    worktree: `night/${night}-${number}`,
    prompt: task,
  });
  try {
    // an agent that asks something waits for you until the morning
    const { state, message } = await agtmux.waitFor(ref, ["completed", "error", "waiting_approval", "waiting_input"], {
      timeoutMs: LONGEST_MS,
    });
    const { files, added, removed } = await agtmux.diff({ ref, since: "base" });
    return `${state}: ${task} (${files} files, +${added} -${removed}) ${message}`;
  } catch ({ code, message }) {
    return `${code}: ${task}: ${message}`;
  }
}

const next = tasks.entries();
async function worker() {
  for (const [index, task] of next) console.log(await work(task, index + 1));
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
