import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerReport, QuestionList } from "../../../src/core/protocol/actions/questions.ts";
import { until } from "../../support/sandbox.ts";
import { call, say } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Shown } from "../situations.ts";
import type { Stage } from "../stage.ts";
import { CASES, type Case, MADE } from "./cases.ts";
import { cutChannels } from "./channels.ts";
import { type Races, race } from "./races.ts";

export interface Result {
  name: string;
  /** `not offered`: the dialog has no such answer, and the command said so. */
  verdict: "right" | "not offered" | "wrong";
  channel?: AnswerReport["channel"];
  told: string;
}

const READY_MS = 1_500;
const SHOWN_MS = 10_000;
/** A request is there by then. */
const CUT_MS = 500;
/** Nobody asks the model any more. */
const QUIET_MS = 3_000;

/** Without their own channel agents are answered by keys; each case is tried by both. */
interface Way {
  isCut: boolean;
}

/** Opens each dialog of one real agent, answers it on the command line, and looks what the agent made of it. */
export async function answerAll(
  run: Run,
  { names, rounds, report }: { names: readonly string[]; rounds: number; report: (line: string) => void },
): Promise<{ results: Result[]; races: Races | null }> {
  const stage = await run.stage("one");
  await stage.pane.launch();
  await sleep(READY_MS);
  const isNamed = (name: string) => names.length === 0 || names.some((each) => name.includes(each));
  const results: Result[] = [];
  const tryOne = async (each: Case, way: Way) => {
    const result = await play(run, stage, each, way).catch(
      (error: Error): Result => ({ name: each.name, verdict: "wrong", told: error.message }),
    );
    results.push(result);
    const by = result.channel === undefined ? "" : ` · by ${result.channel}`;
    report(`${run.agent.name} · ${each.name} · ${result.verdict}${by}${result.told === "" ? "" : ` · ${result.told}`}`);
    if (result.verdict !== "right") await startAgain(stage, result.verdict === "wrong" ? report : () => undefined);
    return result;
  };
  for (const each of CASES.filter(({ name }) => isNamed(name))) {
    const { channel } = await tryOne(each, { isCut: false });
    if (channel !== "native") continue;
    // what was allowed for good is not asked again
    if (each.again !== undefined) await startAgain(stage, () => undefined);
    await tryOne({ ...each, use: each.again ?? each.use }, { isCut: true });
  }
  const hasChannel = results.some(({ channel }) => channel === "native");
  if (!hasChannel || rounds === 0 || !isNamed(RACES)) return { results, races: null };
  await startAgain(stage, () => undefined);
  return { results, races: await race(run, stage, rounds, report) };
}

const RACES = "races";

async function play(
  run: Run,
  stage: Stage,
  { name, asks, use, answer, isTaken }: Case,
  { isCut }: Way,
): Promise<Result> {
  const { pane, model, agent } = stage;
  const made = join(pane.work, MADE);
  rmSync(made, { recursive: true, force: true });
  const mode = asks === "question" ? agent.keys.questionMode : undefined;
  if (mode !== undefined) await pane.press(mode.enter);
  const task = stage.task(call(use, say("So be it.")));
  await pane.submit(`${task.name} please`);
  await task.when("called");
  await pane.untilScreen(asks === "approval" ? agent.screens.approval : agent.screens.question);
  const waits = asks === "approval" ? "waiting_approval" : "waiting_input";
  await until(
    () => run.shown(pane.id) === waits,
    () => `it is ${run.shown(pane.id)}, not ${waits}`,
    SHOWN_MS,
  );
  if (isCut) {
    await sleep(CUT_MS);
    cutChannels(pane.place.home);
  }
  const [heard, returned] = [model.heard.length, model.returned.length];
  const answeredAt = Date.now();
  const ran = await run.agtmux(["answer", pane.id, ...answer, "--json"]);
  if (ran.stderr.includes("[E_CHOICE_INVALID]")) return { name, verdict: "not offered", told: ran.stderr.trim() };
  if (ran.code !== 0) return { name, verdict: "wrong", told: ran.stderr.trim() };
  const { answered, channel } = JSON.parse(ran.stdout) as AnswerReport;
  // a denied turn may end without another word to the model
  await sleep(QUIET_MS);
  await model.quietSince(QUIET_MS);
  const goesOn = model.events.some(({ at, did }) => did === "asked" && at > answeredAt);
  const faults = [
    ...(await stateFault(run, pane.id, goesOn ? "completed" : "idle")),
    ...((await isOpen(run, pane.id)) ? ["the question is still open"] : []),
  ];
  const told = [...model.heard.slice(heard), ...model.returned.slice(returned)].map(({ text }) => text).join("\n");
  if (!isTaken({ wasMade: existsSync(made), told }))
    faults.push(`answered was ${JSON.stringify(answered)}, the model was told ${JSON.stringify(told.slice(0, 300))}`);
  if (mode !== undefined) await pane.press(mode.leave);
  if (isCut && channel === "native") faults.push("it was answered by a channel that was taken away");
  return { name, verdict: faults.length === 0 ? "right" : "wrong", channel, told: faults.join("; ") };
}

async function stateFault(run: Run, paneId: string, wanted: Shown): Promise<string[]> {
  const isThere = until(() => run.shown(paneId) === wanted, undefined, SHOWN_MS);
  return isThere.then(
    () => [],
    () => [`it is ${run.shown(paneId)}, not ${wanted}`],
  );
}

async function isOpen(run: Run, paneId: string): Promise<boolean> {
  const { stdout } = await run.agtmux(["questions", "--json"]);
  return (JSON.parse(stdout) as QuestionList).items.some(({ pane_id }) => pane_id === paneId);
}

/** Restarts the agent, so that this dialog is not taken for the next one. */
async function startAgain({ pane }: Stage, report: (line: string) => void): Promise<void> {
  report(pane.screen());
  pane.kill();
  await until(() => pane.processes().length === 0);
  await sleep(READY_MS);
  await pane.launch();
  await sleep(READY_MS);
}
