import { setTimeout as sleep } from "node:timers/promises";
import type { PaneItem, PaneList } from "../../../src/core/protocol/lists/lists.ts";
import { until } from "../../support/sandbox.ts";
import { say } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";

/** How far in the future the limit of a round resets: an agent and its files need some seconds. */
const RESETS_IN_MS = 12_000;
/** `wake_after` in these runs, and how much later the second agent of an account follows. */
export const WAKE_AFTER_MS = 2_000;
const APART_MS = 10_000;
/** A wake is looked for this long, and none is expected for this long. */
const PATIENCE_MS = 30_000;
const TEXT = "continue";

type Round = "asked" | "account" | "nobody" | "cancelled" | "typed" | "draft" | "restarted";

/** What the person wishes in each round. */
const ROUNDS: readonly Round[] = [
  "asked",
  "nobody",
  "asked",
  "cancelled",
  "restarted",
  "asked",
  "typed",
  "account",
  "asked",
  "draft",
];

/** The rounds in which the agent must be told to go on; in all others it must not. */
const WOKEN: ReadonlySet<Round> = new Set<Round>(["asked", "account", "restarted"]);

/** Lets an agent run into its limit again and again, as a person wishes this or that; returns how many rounds went wrong. */
export async function wakeRounds(run: Run, rounds: number, report: (line: string) => void): Promise<number> {
  const stages = [await run.stage("limited-one"), await run.stage("limited-two")];
  for (const stage of stages) await stage.launch();
  let wrong = 0;
  for (let n = 0; n < rounds; n += 1) {
    const round = ROUNDS[n % ROUNDS.length] as Round;
    const outcome = await play(run, stages, round).catch((error: Error) => error.message);
    if (outcome !== null) wrong += 1;
    report(`${run.agent.name} · limit ${n + 1} of ${rounds}, ${round} · ${outcome ?? "right"}`);
    if (outcome !== null) report(await whatWasDone(run, stages));
  }
  return wrong;
}

/** Null if it went as it should. */
async function play(run: Run, stages: readonly Stage[], round: Round): Promise<string | null> {
  const { model } = run;
  const [one] = stages;
  if (one === undefined) return "no stage";
  const stopped = round === "account" ? stages : [one];
  model.limitUntil = Math.ceil((Date.now() + RESETS_IN_MS) / 1_000) * 1_000;
  const before = told(run);
  for (const stage of stopped) await hitLimit(stage);
  for (const stage of stopped) await limitedPane(run, stage, model.limitUntil);
  await wish(run, one, round);
  if (WOKEN.has(round)) {
    const due = stopped.length;
    await until(
      () => told(run) - before >= due,
      () => `${told(run) - before} of ${due} were told`,
      PATIENCE_MS + APART_MS,
    );
  } else await sleep(Math.max(0, model.limitUntil - Date.now()) + 3 * WAKE_AFTER_MS + APART_MS);
  await model.quietSince(2 * WAKE_AFTER_MS);
  const many = told(run) - before;
  const expected = WOKEN.has(round) ? stopped.length : 0;
  await comeBack(run, one, round);
  return many === expected ? null : `told ${many} times, not ${expected}`;
}

async function hitLimit(stage: Stage): Promise<void> {
  const task = stage.task(say("Done."));
  await stage.pane.submit(`${task.name} please`);
  await task.when("refused");
}

/** When the pane tells the limit with its reset. */
async function limitedPane(run: Run, stage: Stage, resetsAt: number): Promise<void> {
  let last: PaneItem | undefined;
  const isTold = async () => {
    last = await itemOf(run, stage);
    return last?.limited?.until === resetsAt;
  };
  await until(isTold, () => `limited is ${JSON.stringify(last?.limited)}, not until ${resetsAt}`, PATIENCE_MS);
}

async function wish(run: Run, { pane }: Stage, round: Round): Promise<void> {
  const wake = async (...words: string[]) => {
    const { code, stderr } = await run.agtmux(["wake", pane.id, ...words]);
    if (code !== 0) throw new Error(`wake: ${stderr}`);
  };
  switch (round) {
    case "nobody":
      return;
    case "asked":
      return wake();
    case "account":
      return wake("--account");
    case "cancelled":
      await wake();
      return wake("--cancel");
    case "restarted":
      await wake();
      await run.restartDaemon();
      return;
    case "draft":
      await wake();
      return pane.draft("not yet");
    case "typed":
      await wake();
      await sleep(Math.max(0, run.model.limitUntil - Date.now()));
      await pane.submit("my own words");
      return;
    default:
      return round satisfies never;
  }
}

/** Ends the round: nothing is written at the prompt, and the agent has had a turn since. */
async function comeBack(run: Run, { pane }: Stage, round: Round): Promise<void> {
  if (WOKEN.has(round) || round === "typed") return;
  await pane.submit("go on yourself");
  await until(() => run.model.heard.some(({ text }) => text.includes("go on yourself")));
  await run.model.quietSince(WAKE_AFTER_MS);
  run.model.heard.length = 0;
}

/** How the daemon explains the panes, and what it did, for a round that went wrong. */
async function whatWasDone(run: Run, stages: readonly Stage[]): Promise<string> {
  const words = [["audit", "--since", "2m"], ...stages.map(({ pane }) => ["explain", pane.id])];
  const told: string[] = [];
  for (const each of words) told.push((await run.agtmux(each)).stdout);
  return [...told, ...run.daemonLog().filter((line) => line.includes("woken"))].join("\n");
}

/** How often agents were told to go on; by prompts, not by words that quote them. */
function told({ model }: Run): number {
  return model.heard.filter(({ text }) => text.trim() === TEXT).length;
}

async function itemOf(run: Run, stage: Stage): Promise<PaneItem | undefined> {
  const { stdout } = await run.agtmux(["list", "panes", "--json"]);
  return (JSON.parse(stdout) as PaneList).items.find(({ identity }) => identity.pane_id === stage.pane.id);
}
