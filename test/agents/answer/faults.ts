import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerReport } from "../../../src/core/protocol/actions/questions.ts";
import { until } from "../../support/sandbox.ts";
import { shell } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { MADE } from "./cases.ts";
import { answer, openDialog, startAgain, untilShown, wasMade } from "./open-dialog.ts";
import { demand, type Trial } from "./trial.ts";

const COMMAND = shell(`touch ${MADE}`);
/** By then a channel of the agent's own has brought the request. */
const BROUGHT_MS = 1_000;
const [LONG_S, SHORT_S] = [86_400, 3];

/** Processes of hooks that wait for answers, and requests that a plugin keeps. */
function waitingIn({ pane }: Stage): string[] {
  const desk = join(pane.place.home, "decide");
  const all = existsSync(desk) ? readdirSync(desk, { recursive: true }).map(String) : [];
  return all.filter((name) => name.endsWith(".req"));
}

function hooksOf(stage: Stage): number[] {
  return waitingIn(stage).flatMap((name) => (name.includes("/") ? [] : [Number.parseInt(name, 10)]));
}

async function takes(run: Run, stage: Stage, wanted: AnswerReport["channel"]): Promise<void> {
  const { channel } = await answer(run, stage, "yes");
  await until(() => wasMade(stage));
  demand(channel === wanted, `it was answered by ${channel}`);
  await untilShown(run, stage, "completed");
}

/** Breaks something while an agent waits for an answer: it must be answered all the same, and nothing may be left. */
export const FAULT_TRIALS: readonly Trial[] = [
  {
    name: "hook killed",
    play: async (run, stage) => {
      await openDialog(run, stage, COMMAND);
      await sleep(BROUGHT_MS);
      const hooks = hooksOf(stage);
      stage.pane.place.signal(hooks, "KILL");
      await takes(run, stage, hooks.length === 0 ? "native" : "keys");
      return hooks.length > 0;
    },
  },
  {
    name: "hook timed out",
    play: async (run, stage) => {
      const settings = join(stage.pane.house.home, "watch-settings.json");
      if (!existsSync(settings)) return false;
      const before = readFileSync(settings, "utf8");
      writeFileSync(settings, before.replace(String(LONG_S), String(SHORT_S)));
      await startAgain(stage);
      await openDialog(run, stage, COMMAND);
      const hooks = hooksOf(stage);
      await until(() => hooks.every((pid) => !stage.pane.place.isRunning(pid)));
      await takes(run, stage, "keys");
      writeFileSync(settings, before);
      await startAgain(stage);
      return true;
    },
  },
  {
    name: "daemon killed",
    play: async (run, stage) => {
      await openDialog(run, stage, COMMAND);
      await sleep(BROUGHT_MS);
      await run.killDaemon();
      await run.startDaemon();
      await untilShown(run, stage, "waiting_approval");
      await sleep(BROUGHT_MS);
      await takes(run, stage, "native");
      return true;
    },
  },
  {
    name: "daemon stopped, answered at the terminal",
    play: async (run, stage) => {
      await openDialog(run, stage, COMMAND);
      await sleep(BROUGHT_MS);
      await run.stopDaemon();
      demand(hooksOf(stage).length === 0, "a hook still waits");
      await stage.pane.press(stage.agent.keys.approve);
      await until(() => wasMade(stage));
      await run.startDaemon();
      await untilShown(run, stage, "completed");
      return true;
    },
  },
  {
    name: "agent killed and started again",
    play: async (run, stage) => {
      await openDialog(run, stage, COMMAND);
      await sleep(BROUGHT_MS);
      await startAgain(stage);
      await until(
        () => waitingIn(stage).length === 0,
        () => `there is still ${waitingIn(stage).join(", ")}`,
      );
      await openDialog(run, stage, COMMAND);
      await sleep(BROUGHT_MS);
      await takes(run, stage, "native");
      return true;
    },
  },
];
