import { expect } from "vitest";
import type { Agent } from "./agent.ts";
import { install, NotInstalled } from "./install.ts";
import type { Sample } from "./judge.ts";
import { Run } from "./run.ts";
import { approved, interrupted, turn } from "./scenes.ts";
import { leaves, starts } from "./start-and-end.ts";

/** Installing it, and only a hang in its play, takes this long: how soon a state is right is measured elsewhere. */
export const MAIN_PATH = { timeout: 360_000 };
const PATIENCE_MS = 60_000;
const SITUATIONS = [
  "start",
  "prompt",
  "streaming",
  "done",
  "approval asked",
  "approved",
  "tool running",
  "interrupted while streaming",
  "exited",
];

/** Skipped, with the reason, where the agent cannot be installed. */
export async function expectMainPath(agent: Agent, skip: (why: string) => void): Promise<void> {
  const why = whyNotInstalled(agent);
  if (why !== null) return skip(why);
  const samples = await mainPath(agent);
  const faults = samples.filter(({ verdict }) => verdict !== "right");
  expect(faults.map(({ situation, told }) => `${situation}: ${told}`)).toEqual([]);
  expect([...new Set(samples.map(({ situation }) => situation))]).toEqual(SITUATIONS);
}

async function mainPath(agent: Agent): Promise<readonly Sample[]> {
  const run = await Run.begin(agent, { keep: false, over: "here", patienceMs: PATIENCE_MS, report: () => undefined });
  try {
    const stage = await run.stage("one");
    await run.part(["start"], [stage], () => starts(stage));
    for (const scene of [turn, approved, interrupted]) await run.scene(scene, stage);
    await run.part(["exited"], [stage], () => leaves(stage));
    return run.samples;
  } finally {
    await run.end();
  }
}

/** Without a package registry the test is skipped, with this reason: that is no fault of the product. */
function whyNotInstalled(agent: Agent): string | null {
  try {
    install(agent);
    return null;
  } catch (error) {
    if (error instanceof NotInstalled) return error.message;
    throw error;
  }
}
