import { call, say, shell } from "./model/play.ts";
import type { Run } from "./run.ts";
import { interruptedAtApproval } from "./scenes.ts";
import type { Stage } from "./stage.ts";

/** An agent comes up in a pane. */
export async function starts(stage: Stage): Promise<void> {
  const launchedAt = Date.now();
  stage.truth("start", "idle", await stage.launch(), launchedAt);
  await stage.settle();
  stage.end();
}

/** Two of a kind in one directory, always in different states. */
export async function together(one: Stage, other: Stage, run: Run): Promise<void> {
  for (const stage of [one, other]) stage.as("two panes, one directory");
  const approvable = () => call(shell("touch made-by-two"), say("It is made.", { afterMs: 2_000 }));
  const first = await other.prompt(say("Hello."));
  other.truth("done", "completed", await first.when("answered"));
  await other.settle();

  const long = await one.prompt(say("One two three four five six seven eight.", { overMs: 9_000 }));
  one.truth("streaming", "running", await long.when("answering"));
  const asked = await other.promptForApproval(approvable());
  one.truth("done", "completed", await long.when("answered"));
  await one.settle();

  await interruptedAtApproval.play(one, run);
  await one.settle();
  other.truth("approved", "running", await other.pane.press(other.agent.keys.approve));
  other.truth("done", "completed", await asked.when("answered"));
  await other.settle();
  for (const stage of [one, other]) {
    stage.end();
    stage.as(null);
  }
}

export async function leaves(stage: Stage): Promise<void> {
  const [first] = stage.pane.processes();
  if (first === undefined) throw new Error("no agent in the pane");
  const sentAt = await stage.pane.submit(stage.agent.keys.quit);
  stage.truth("exited", "gone", await stage.pane.untilGone(first), sentAt);
  await stage.settle();
  stage.end();
}

export async function isKilled(stage: Stage): Promise<void> {
  stage.truth("killed", "gone", stage.kill());
  await stage.settle();
  stage.end();
}
