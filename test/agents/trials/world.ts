import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { untilMachineLock } from "../../support/machine-lock.ts";
import { until } from "../../support/sandbox.ts";
import { say } from "../model/play.ts";
import type { Run } from "../run.ts";
import {
  apiError,
  approved,
  cancelApproval,
  LONG_ANSWER,
  needsApproval,
  openQuestion,
  type Scene,
  turn,
} from "../scenes.ts";
import type { Situation } from "../situations.ts";
import type { Stage } from "../stage.ts";
import { done } from "./rest.ts";

const CUT_MS = 3_000;
/** Until an agent that was interrupted is at rest, and asks the model for nothing. */
const LEAVES_MS = 4_000;
const LOAD = 20;
/** A minute until its screen is looked at, and then as long as the run's setting says. */
const NOTICED_MS = 150_000;

/** All that a scene shows, as one situation. */
export async function playAs(situation: Situation, scene: Scene, stage: Stage, run: Run): Promise<void> {
  stage.as(situation);
  await scene.play(stage, run);
  await stage.settle();
  stage.end();
  stage.as(null);
}

const loaded: Scene = {
  covers: ["load of 20"],
  play: async (stage, run) => {
    // other runs beside this one would make it a multiple of that
    const lock = await untilMachineLock("load");
    const busy: ChildProcess[] = Array.from({ length: LOAD }, () =>
      spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" }),
    );
    const stopLoad = () => {
      for (const each of busy) each.kill("SIGKILL");
      lock.close();
    };
    process.once("exit", stopLoad);
    try {
      for (const scene of [turn, approved, turn]) await playAs("load of 20", scene, stage, run);
    } finally {
      process.off("exit", stopLoad);
      stopLoad();
    }
  },
};

/** The agent tries again until the network is back, or gives up with an error. */
const cut: Scene = {
  covers: ["network cut and back"],
  play: async (stage) => {
    stage.as("network cut and back");
    const { model, agent } = stage;
    const task = await stage.prompt(say("One two three four five six seven eight.", { overMs: 6_000 }));
    stage.truth("streaming", "running", await task.when("answering"));
    await stage.settle();
    await model.cut();
    const cutAt = Date.now();
    await sleep(CUT_MS);
    await model.restore();
    if (agent.whenCut === "gives-up") stage.truth("API error 400", "error", cutAt + CUT_MS, cutAt);
    else {
      const asked = agent.whenCut === "asks-again" ? task.name : null;
      const againAt = await model.when(asked, "answering", cutAt);
      stage.truth("done", "completed", await model.when(asked, "answered", againAt));
    }
    await stage.settle();
    stage.end();
    stage.as(null);
  },
};

/** The agent runs and calls nobody; after a while the daemon tells that nothing new comes from it. */
const unanswered: Scene = {
  covers: ["model never answers"],
  play: async (stage, run) => {
    stage.as("model never answers");
    const { pane } = stage;
    const task = await stage.prompt(say("Too late.", { afterMs: 10 * 60_000 }));
    await until(
      () => run.nothingNewSince(pane.id) !== null,
      () => `nobody says that nothing new comes:\n${pane.screen()}`,
      NOTICED_MS,
    );
    stage.end();
    stage.as(null);
    await stage.interruptSilent(task);
    await sleep(LEAVES_MS);
  },
};

/** The daemon is restarted in the middle of the situation, and the new one says the same. */
function restarted(
  situation: Situation,
  before: (stage: Stage, run: Run) => Promise<readonly string[] | (() => Promise<void>)>,
): Scene {
  return {
    covers: [situation],
    play: async (stage, run) => {
      stage.as(situation);
      const leave = await before(stage, run);
      await stage.settle();
      await stage.across(() => run.restartDaemon());
      await stage.settle();
      stage.end();
      stage.as(null);
      if (typeof leave === "function") await leave();
      else if (leave.length > 0) await stage.pane.press(leave);
      await sleep(LEAVES_MS);
    },
  };
}

const downMeanwhile: Scene = {
  covers: ["dialog while the daemon is down"],
  play: async (stage, run) => {
    stage.as("dialog while the daemon is down");
    const { pane, agent } = stage;
    await run.stopDaemon();
    const task = await stage.prompt(needsApproval("down"));
    await task.when("called");
    await pane.untilScreen(agent.screens.approval);
    stage.unclaimed(0);
    stage.truth("approval asked", "waiting_approval", await run.startDaemon());
    await stage.settle();
    await cancelApproval(stage, task);
    await stage.settle();
    stage.end();
    stage.as(null);
  },
};

export const WORLD: readonly Scene[] = [
  cut,
  restarted("restart while running", async (stage) => {
    const task = await stage.prompt(LONG_ANSWER);
    stage.truth("streaming", "running", await task.when("answering"));
    return async () => void (await stage.interrupt(task));
  }),
  restarted("restart while approval is asked", async (stage) => {
    const task = await stage.promptForApproval(needsApproval("restart"));
    if (!stage.agent.goesOnAfterCancel) return stage.agent.keys.cancelApproval;
    return async () => {
      stage.mayCall("done");
      await stage.pane.press(stage.agent.keys.cancelApproval);
      await task.when("answered");
    };
  }),
  restarted("restart while a question is asked", async (stage) => {
    const { keys } = stage.agent;
    const task = await openQuestion(stage);
    return async () => {
      stage.mayCall("done");
      await stage.pane.press(keys.answer);
      await task.when("answered");
      await sleep(LEAVES_MS);
      if (keys.questionMode !== undefined) await stage.pane.press(keys.questionMode.leave);
    };
  }),
  restarted("restart when done", async (stage) => {
    await done(stage);
    return [];
  }),
  restarted("restart after an error", async (stage, run) => {
    await apiError("API error 400", 400).play(stage, run);
    return [];
  }),
  downMeanwhile,
  unanswered,
  loaded,
];
