import { describe, expect, it } from "vitest";
import type { Agent } from "./agent.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { install, NotInstalled } from "./install.ts";
import type { Sample } from "./judge.ts";
import { Run } from "./run.ts";
import { approved, interrupted, turn } from "./scenes.ts";
import { leaves, starts } from "./start-and-end.ts";

const INSTALL_MS = 120_000;
/** Only a hang takes this long: how soon a state is right is measured elsewhere. */
const PLAY_MS = 240_000;
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

describe("the main path of real agents", () => {
  it.for([claude, codex])(
    "[AD22] $label, from its start to its exit",
    { timeout: INSTALL_MS + PLAY_MS },
    async (agent, { skip }) => {
      const why = whyNotInstalled(agent);
      if (why !== null) skip(why);
      const samples = await mainPath(agent);
      const faults = samples.filter(({ verdict }) => verdict !== "right");
      expect(faults.map(({ situation, told }) => `${situation}: ${told}`)).toEqual([]);
      expect([...new Set(samples.map(({ situation }) => situation))]).toEqual(SITUATIONS);
    },
  );
});

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
