import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../support/sandbox.ts";
import { say } from "../model/play.ts";
import type { Scene } from "../scenes.ts";
import type { Situation } from "../situations.ts";
import type { Stage } from "../stage.ts";

/** While a hook of the user's still runs the turn may be taken for over or not; nobody is called before it has ended. */
function slowHook(situation: Situation, seconds: number): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      stage.as(situation);
      const { home } = stage.pane.house;
      rmSync(join(home, "end-slept"), { force: true });
      writeFileSync(join(home, "end-sleep"), String(seconds));
      const task = await stage.prompt(say("It is done."));
      const answeredAt = await task.when("answered");
      stage.unclaimed(answeredAt);
      await until(
        () => existsSync(join(home, "end-slept")),
        () => "the hook has not ended",
        (seconds + 20) * 1_000,
      );
      stage.truth(situation, "completed", Date.now());
      await stage.settle();
      stage.end();
      stage.as(null);
    },
  };
}

/** The agent goes on by itself: its first end is none. */
const blocked: Scene = {
  covers: ["Stop hook that blocks once"],
  play: async (stage) => {
    stage.as("Stop hook that blocks once");
    const more = stage.task(say("Now it is done.", { afterMs: 3_000 }));
    block(stage, `${more.name} please`);
    const task = await stage.prompt(say("It is done."));
    const answeredAt = await task.when("answered");
    // until it goes on nothing but the hook knows
    stage.unclaimed(answeredAt);
    stage.truth("streaming", "running", await more.when("asked"));
    stage.truth("done", "completed", await more.when("answered"));
    await stage.settle();
    stage.end();
    stage.as(null);
  },
};

function block({ agent, pane }: Stage, words: string): void {
  if (agent.blockEnd === null) throw new Error(`${agent.label} has no hook at the end of a turn`);
  writeFileSync(join(pane.house.home, "end-block"), JSON.stringify(agent.blockEnd(words)));
}

export const ENDS: readonly Scene[] = [slowHook("Stop hook of 2 s", 2), blocked, slowHook("Stop hook of 3 min", 180)];
