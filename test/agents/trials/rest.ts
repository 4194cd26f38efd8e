import { setTimeout as sleep } from "node:timers/promises";
import { call, say, shellAside } from "../model/play.ts";
import { LONG_ANSWER, type Scene } from "../scenes.ts";
import type { Situation } from "../situations.ts";
import type { Stage } from "../stage.ts";

const LOOKED_AT_MS = 2_500;

/** A turn that has ended, before something else happens. */
export async function done(stage: Stage): Promise<void> {
  const task = await stage.prompt(say("It is done."));
  stage.truth("done", "completed", await task.when("answered"));
  await stage.settle();
}

const menus: Scene = {
  covers: ["menus and viewers"],
  play: async (stage) => {
    stage.as("menus and viewers");
    const { agent, pane } = stage;
    await done(stage);
    for (const { open, sign, close } of agent.menus) {
      if (typeof open === "string") await pane.submit(open);
      else await pane.press(open);
      stage.truth("menus and viewers", "completed", await pane.untilScreen(sign));
      await sleep(LOOKED_AT_MS);
      await pane.press(close);
      await sleep(LOOKED_AT_MS);
    }
    stage.end();
    stage.as(null);
  },
};

const draft: Scene = {
  covers: ["draft"],
  play: async (stage) => {
    stage.as("draft");
    await done(stage);
    await stage.pane.draft("remember to ask about the database");
    stage.truth("draft", "completed", Date.now());
    await sleep(LOOKED_AT_MS);
    await stage.pane.press(["C-u"]);
    await sleep(LOOKED_AT_MS);
    stage.end();
    stage.as(null);
  },
};

/** A second prompt, typed during the first turn, is taken up when that turn is done: until its end the agent runs on. */
const queued: Scene = {
  covers: ["queued prompt"],
  play: async (stage) => {
    stage.as("queued prompt");
    const first = await stage.prompt(say("One two three four five six seven eight.", { overMs: 8_000 }));
    stage.truth("streaming", "running", await first.when("answering"));
    const second = stage.task(say("One two three.", { overMs: 4_000 }));
    await stage.pane.draft(`${second.name} please`);
    await stage.pane.press(stage.agent.keys.queue ?? ["Enter"]);
    // in between it has ended and begun anew, or neither
    stage.unclaimed(await first.when("answered"));
    stage.mayCall("done");
    stage.truth("streaming", "running", await second.when("answering"));
    stage.truth("done", "completed", await second.when("answered"));
    await stage.settle();
    stage.end();
    stage.as(null);
  },
};

/** When a command in the background ends, the report of that begins another turn. */
const shellRunsOn: Scene = {
  covers: ["done, a shell runs on", "its shell has ended"],
  play: async (stage, run) => {
    const { model, pane } = stage;
    const task = await stage.prompt(call(shellAside("sleep 15; echo ended"), say("The server runs.")));
    stage.truth("done, a shell runs on", "completed", await task.when("answered"));
    await run.untilShells(pane.id, 1);
    await stage.settle();
    const from = Date.now();
    model.instead = say("Noted.", { afterMs: 2_000 });
    const reportedAt = await model.when(null, "asked", from);
    stage.truth("prompt", "running", reportedAt, from);
    stage.truth("its shell has ended", "completed", await model.when(null, "answered", from));
    model.instead = null;
    await stage.settle();
    await run.untilShells(pane.id, 0);
  },
};

function suspended(situation: Situation, isInTurn: boolean, how: "key" | "signal"): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      stage.as(situation);
      const { pane } = stage;
      const task = isInTurn ? await stage.prompt(LONG_ANSWER) : null;
      if (task === null) await done(stage);
      else stage.truth("streaming", "running", await task.when("answering"));
      await stage.settle();
      stage.truth(situation, "unknown", how === "key" ? await pane.press(["C-z"]) : pane.stop());
      await stage.settle();
      const goesOn = isInTurn ? "running" : "completed";
      if (how === "signal") pane.goOn();
      // however its job was stopped, the shell has the terminal again, perhaps as the agent had made it: Enter may not end a line
      pane.tmux("send-keys", "-t", pane.id, "fg", "C-j");
      stage.truth(situation, goesOn, Date.now());
      await stage.settle();
      stage.unclaimed(Date.now());
      if (task !== null) await stage.interrupt(task);
      // the shell's line stays on the screen of a program that paints only what changes
      for (const columns of ["119", "120"]) pane.tmux("resize-window", "-t", pane.id, "-x", columns, "-y", "40");
      await sleep(LOOKED_AT_MS);
      stage.end();
      stage.as(null);
    },
  };
}

export const REST: readonly Scene[] = [
  menus,
  draft,
  queued,
  shellRunsOn,
  suspended("Ctrl-Z at rest", false, "key"),
  suspended("Ctrl-Z in a turn", true, "key"),
  suspended("SIGSTOP at rest", false, "signal"),
  suspended("SIGSTOP in a turn", true, "signal"),
];
