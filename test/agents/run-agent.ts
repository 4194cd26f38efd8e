import type { Sample } from "./judge.ts";
import { isKilled, leaves, starts, together } from "./lives.ts";
import type { Run } from "./run.ts";
import { CONVERSATION } from "./scenes.ts";
import type { Situation } from "./situations.ts";

/** Drives one real agent through everything, or only through what some situations need. */
export async function runAgent(run: Run, only: readonly Situation[] = []): Promise<readonly Sample[]> {
  const isWanted = (covers: readonly Situation[]) => only.length === 0 || covers.some((each) => only.includes(each));
  const one = await run.stage("one");
  await run.part(["start"], [one], () => starts(one));
  for (const scene of CONVERSATION) if (isWanted(scene.covers)) await run.scene(scene, one);
  if (isWanted(["two panes, one directory", "killed"])) {
    const other = await run.stage("other");
    await run.part(["two panes, one directory"], [one, other], async () => {
      await other.pane.launch();
      await together(one, other);
    });
    await run.part(["killed"], [other], () => isKilled(other));
  }
  await run.part(["exited"], [one], () => leaves(one));
  run.errands([one]);
  return run.samples;
}
