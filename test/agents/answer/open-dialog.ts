import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerReport } from "../../../src/core/protocol/actions/questions.ts";
import { until } from "../../support/sandbox.ts";
import { call, say, type ToolUse } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Shown } from "../situations.ts";
import type { Stage } from "../stage.ts";
import { MADE } from "./cases.ts";

const READY_MS = 1_500;
const SHOWN_MS = 10_000;
/** On a busy machine Kilo takes a snapshot of the files for ten seconds before its turn ends. */
const TURN_ENDS_MS = 60_000;

/** Has the model call a tool; returns when it has. What an earlier call has made is gone then. */
export async function callTool(stage: Stage, use: ToolUse): Promise<void> {
  rmSync(join(stage.pane.work, MADE), { recursive: true, force: true });
  const task = stage.task(call(use, say("So be it.")));
  await stage.pane.submit(`${task.name} please`);
  await task.when("called");
}

/** Has the model call a tool that needs an answer; returns when its dialog is there and the daemon knows. */
export async function openDialog(
  run: Run,
  stage: Stage,
  use: ToolUse,
  asks: "approval" | "question" = "approval",
): Promise<void> {
  await callTool(stage, use);
  await stage.pane.untilScreen(stage.agent.screens[asks]);
  await untilShown(run, stage, asks === "approval" ? "waiting_approval" : "waiting_input");
  await until(
    () => run.isAsking(stage.pane.id),
    () => "nobody is called for an answer",
    SHOWN_MS,
  );
}

export async function untilShown(run: Run, { pane }: Stage, ...wanted: Shown[]): Promise<void> {
  await until(
    () => wanted.some((each) => run.shown(pane.id) === each),
    () => `it is ${run.shown(pane.id)}, not ${wanted.join(" or ")}`,
    wanted.includes("completed") ? TURN_ENDS_MS : SHOWN_MS,
  );
}

export function wasMade({ pane }: Stage): boolean {
  return existsSync(join(pane.work, MADE));
}

/** Answers on the command line. */
export async function answer(run: Run, { pane }: Stage, ...words: string[]): Promise<AnswerReport> {
  const { code, stdout, stderr } = await run.agtmux(["answer", pane.id, ...words, "--wait", "accepted", "--json"]);
  if (code !== 0) throw new Error(`answered ${words.join(" ")}: ${stderr.trim()}`);
  return JSON.parse(stdout) as AnswerReport;
}

/** Starts the agent for the first time: some ask about their hooks then. */
export async function startFirst({ pane, agent }: Stage): Promise<void> {
  if (agent.firstStart === undefined) await pane.launch();
  else {
    await pane.launch({ ready: agent.firstStart.sign });
    await pane.press(agent.firstStart.goOn);
    await pane.untilScreen(agent.screens.ready);
  }
  await sleep(READY_MS);
}

/** Kills the agent and starts it again, since what its screen shows must not be taken for the next dialog. */
export async function startAgain({ pane }: Stage): Promise<void> {
  pane.kill();
  await until(() => pane.processes().length === 0);
  await sleep(READY_MS);
  await pane.launch();
  await sleep(READY_MS);
}
