import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerReport, QuestionList } from "../../../src/core/protocol/actions/questions.ts";
import { until } from "../../support/sandbox.ts";
import type { Run } from "../run.ts";
import type { Shown } from "../situations.ts";
import type { Stage } from "../stage.ts";
import { CASES, type Case } from "./cases.ts";
import { cutChannels } from "./channels.ts";
import { FAULT_TRIALS } from "./faults.ts";
import { openDialog, startAgain, startFirst, untilShown, wasMade } from "./open-dialog.ts";
import { type Races, race } from "./races.ts";
import { RULE_TRIALS } from "./rules.ts";
import type { Trial } from "./trial.ts";

export interface Result {
  name: string;
  /** `not offered`: the dialog has no such answer, and the command said so. */
  verdict: "right" | "not offered" | "wrong";
  channel?: AnswerReport["channel"];
  told: string;
}

const SHOWN_MS = 10_000;
/** By then a channel of the agent's own has brought the request. */
const CUT_MS = 500;
/** Nobody asks the model any more. */
const QUIET_MS = 3_000;

/** Each case is tried by the agent's own channel, if it has one, and by keys, with that channel cut. */
interface Way {
  isCut: boolean;
}

/** Opens each dialog of one real agent, answers it on the command line, and looks what the agent made of it. */
export async function answerAll(
  run: Run,
  { names, rounds, report }: { names: readonly string[]; rounds: number; report: (line: string) => void },
): Promise<{ results: Result[]; races: Races | null }> {
  const stage = await run.stage("one");
  await startFirst(stage);
  const isNamed = (name: string) => names.length === 0 || names.some((each) => name.includes(each));
  const results: Result[] = [];
  const tryOne = async (name: string, work: () => Promise<Result>) => {
    const result = await work().catch((error: Error): Result => ({ name, verdict: "wrong", told: error.message }));
    results.push(result);
    const by = result.channel === undefined ? "" : ` · by ${result.channel}`;
    report(`${run.agent.label} · ${name} · ${result.verdict}${by}${result.told === "" ? "" : ` · ${result.told}`}`);
    if (result.verdict === "wrong") report(stage.pane.screen());
    if (result.verdict !== "right") await startAgain(stage);
    return result;
  };
  const isAsked = ({ asks }: Case) => run.agent.absent[`${asks} asked`] === undefined;
  for (const each of CASES.filter((one) => isNamed(one.name) && isAsked(one))) {
    const { channel } = await tryOne(each.name, () => play(run, stage, each, { isCut: false }));
    // a socket cannot be taken away from one agent
    if (channel !== "native" || run.agent.answerable !== undefined) continue;
    // what was allowed for good is not asked again
    if (each.again !== undefined) await startAgain(stage);
    await tryOne(each.name, () => play(run, stage, { ...each, use: each.again ?? each.use }, { isCut: true }));
  }
  const hasChannel = results.some(({ channel }) => channel === "native");
  if (!hasChannel) return { results, races: null };
  await startAgain(stage);
  for (const { name, play: tried } of TRIALS.filter((each) => isNamed(each.name)))
    await tryOne(name, async () => ({ name, verdict: (await tried(run, stage)) ? "right" : "not offered", told: "" }));
  if (rounds === 0 || !isNamed(RACES)) return { results, races: null };
  await startAgain(stage);
  return { results, races: await race(run, stage, rounds, report) };
}

export const TRIALS: readonly Trial[] = [...RULE_TRIALS, ...FAULT_TRIALS];
const RACES = "races";

async function play(
  run: Run,
  stage: Stage,
  { name, asks, use, answer, isTaken }: Case,
  { isCut }: Way,
): Promise<Result> {
  const { pane, model, agent } = stage;
  const mode = asks === "question" ? agent.keys.questionMode : undefined;
  if (mode !== undefined) await pane.press(mode.enter);
  await openDialog(run, stage, use, asks);
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
  // on a busy machine the agent may take long to go on; a denied turn may end without another word to the model
  await untilShown(run, stage, "idle", "completed").catch(() => undefined);
  await sleep(QUIET_MS);
  await model.quietSince(QUIET_MS);
  const goesOn = model.events.some(({ at, did }) => did === "asked" && at > answeredAt);
  const faults = [
    ...(await stateFault(run, pane.id, goesOn && !agent.tellsNoEnd ? "completed" : "idle")),
    ...((await isOpen(run, pane.id)) ? ["the question is still open"] : []),
  ];
  const told = [...model.heard.slice(heard), ...model.returned.slice(returned)].map(({ text }) => text).join("\n");
  if (!isTaken({ wasMade: wasMade(stage), told }))
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
