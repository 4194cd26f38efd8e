import type { Sample } from "./judge.ts";
import type { Run } from "./run.ts";
import { CONVERSATION } from "./scenes.ts";
import type { Situation } from "./situations.ts";
import { isKilled, leaves, starts, together } from "./start-and-end.ts";
import { DIALOGS } from "./trials/dialogs.ts";
import { ENDS } from "./trials/ends.ts";
import { MARKERS } from "./trials/markers.ts";
import { REST } from "./trials/rest.ts";
import { WORLD } from "./trials/world.ts";
import { bare, inBackground, sameConversation, wrapped } from "./trials/wrapped-and-resumed.ts";

const SCENES = [...CONVERSATION, ...MARKERS, ...DIALOGS, ...REST, ...ENDS, ...WORLD];

/** Drives one real agent through everything, or only through what some situations need. */
export async function runAgent(run: Run, only: readonly Situation[] = []): Promise<readonly Sample[]> {
  const isWanted = (covers: readonly Situation[]) => only.length === 0 || covers.some((each) => only.includes(each));
  const one = await run.stage("one");
  await run.part(["start"], [one], () => starts(one));
  for (const scene of SCENES) if (isWanted(scene.covers)) await run.scene(scene, one);
  if (isWanted(["two panes, one directory", "killed"])) {
    const other = await run.stage("other");
    await run.part(["two panes, one directory"], [one, other], async () => {
      await other.launch();
      await together(one, other, run);
    });
    await run.part(["killed"], [other], () => isKilled(other));
  }
  if (isWanted(["same conversation twice"]) && run.agent.absent["same conversation twice"] === undefined) {
    const again = await run.stage("again");
    await run.part(["same conversation twice"], [one, again], () => sameConversation(one, again, run));
    again.kill();
  }
  if (isWanted(["moved into the background"]) && run.agent.background !== undefined) {
    const moved = await run.stage("moved");
    await run.part(["moved into the background"], [moved], () => inBackground(moved, run));
    moved.kill();
  }
  await wrapped(run, isWanted);
  await bare(run, isWanted);
  await run.part(["exited"], [one], async () => {
    if (!one.isLaunched) await one.launch();
    await leaves(one);
  });
  run.errands([one]);
  return run.samples;
}
