import { setTimeout as sleep } from "node:timers/promises";
import { call, say, shell } from "../model/play.ts";
import { needsApproval, type Scene } from "../scenes.ts";
import type { Situation } from "../situations.ts";
import type { Stage, Task } from "../stage.ts";

const LEFT_MS = 30_000;
const LOOKED_AT_MS = 2_500;
/** From the model's call to the dialog, where the screen is too small to look for it. */
const OPENS_MS = 3_000;

function dialog(situation: Situation, play: (stage: Stage) => Promise<void>): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      stage.as(situation);
      await play(stage);
      await stage.settle();
      stage.end();
      stage.as(null);
    },
  };
}

async function approve(stage: Stage, task: Task): Promise<void> {
  stage.truth("approved", "running", await stage.pane.press(stage.agent.keys.approve));
  stage.truth("done", "completed", await task.when("answered"));
}

const approvable = (name: string) =>
  call(shell(`touch made-${name} && sleep 2`), say("It is made.", { afterMs: 1_500 }));

const twice = dialog("two approvals in a row", async (stage) => {
  const { pane, agent } = stage;
  const task = await stage.promptForApproval(
    call(
      shell("touch made-first && sleep 2"),
      call(shell("mkdir made-second"), say("Both are made.", { afterMs: 1_500 })),
    ),
  );
  const pressedAt = await pane.press(agent.keys.approve);
  stage.truth("approved", "running", pressedAt);
  const calledAt = await stage.model.when(task.name, "called", pressedAt);
  stage.truth("approval asked", "waiting_approval", await pane.untilScreen(agent.screens.approval), calledAt);
  await stage.settle();
  await approve(stage, task);
});

const left = dialog("dialog left for 30 s", async (stage) => {
  const task = await stage.promptForApproval(approvable("later"));
  await sleep(LEFT_MS);
  await approve(stage, task);
});

const behindCopyMode = dialog("dialog behind copy mode", async (stage) => {
  const { pane, agent } = stage;
  const task = await stage.prompt(approvable("behind"));
  pane.tmux("copy-mode", "-t", pane.id);
  const calledAt = await task.when("called");
  stage.truth("approval asked", "waiting_approval", await pane.untilScreen(agent.screens.approval), calledAt);
  await stage.settle();
  pane.tmux("send-keys", "-t", pane.id, "-X", "cancel");
  await approve(stage, task);
});

const small = dialog("dialog in 40×10", async (stage) => {
  const { pane } = stage;
  pane.tmux("resize-window", "-t", pane.id, "-x", "40", "-y", "10");
  try {
    await sleep(LOOKED_AT_MS);
    const task = await stage.prompt(approvable("small"));
    const calledAt = await task.when("called");
    await sleep(OPENS_MS);
    stage.truth("approval asked", "waiting_approval", Date.now(), calledAt);
    await stage.settle();
    await approve(stage, task);
    await stage.settle();
  } finally {
    pane.tmux("resize-window", "-t", pane.id, "-x", "120", "-y", "40");
  }
});

const moving = dialog("dialog while the pane moves", async (stage) => {
  const { pane } = stage;
  const task = await stage.promptForApproval(needsApproval("moving"));
  const neighbour = pane.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane.id, "exec sh");
  await sleep(LOOKED_AT_MS);
  pane.tmux("resize-pane", "-Z", "-t", pane.id);
  await sleep(LOOKED_AT_MS);
  pane.tmux("break-pane", "-d", "-s", pane.id);
  await sleep(LOOKED_AT_MS);
  pane.tmux("join-pane", "-d", "-s", pane.id, "-t", neighbour);
  await sleep(LOOKED_AT_MS);
  pane.tmux("kill-pane", "-t", neighbour);
  await sleep(LOOKED_AT_MS);
  await approve(stage, task);
});

export const DIALOGS: readonly Scene[] = [twice, left, behindCopyMode, small, moving];
