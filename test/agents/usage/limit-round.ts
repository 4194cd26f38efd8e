import type { PaneItem, PaneList } from "../../../src/core/protocol/lists/lists.ts";
import { until } from "../../support/sandbox.ts";
import type { Limit } from "../agent.ts";
import { say } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";

/** Copilot 1.0.80 tries again for more than a minute before it says so. */
const PATIENCE_MS = 150_000;
/** Agents that go on by themselves wait up to two minutes longer than the limit. */
const GOES_ON_MS = 180_000;
/** A reset that is told as a wait is told in whole seconds. */
const SAME_RESET_MS = 5_000;
const NEXT = "go on yourself";

/**
 * Two agents of an account run into its limit: both say so, with the reset or that it is not known, one of them calls, and
 * it is over when they go on. Returns how many of these are wrong.
 */
export async function limitRound(run: Run, limit: Limit, report: (line: string) => void): Promise<number> {
  const stages = [await run.stage("limit-one"), await run.stage("limit-two")];
  for (const stage of stages) await stage.launch();
  const { model } = run;
  model.limitUntil = Math.ceil((Date.now() + limit.lastsMs) / 1_000) * 1_000;
  const parts: [string, () => Promise<void>][] = [
    ["is told", () => hitAndTold(run, stages, limit, model.limitUntil)],
    ["calls once", () => callsOnce(run, stages, limit)],
    ["cannot be asked to wake it", () => wakeIsRefused(run, stages)],
    ["is over when it goes on", () => goOn(run, stages, limit)],
  ];
  let wrong = 0;
  for (const [name, play] of parts) {
    const outcome = await play().catch((error: Error) => error.message);
    if (outcome !== undefined) wrong += 1;
    report(`${run.agent.name} · limit ${name} · ${outcome ?? "right"}`);
  }
  model.limitUntil = 0;
  return wrong;
}

async function hitAndTold(run: Run, stages: readonly Stage[], limit: Limit, resetsAt: number): Promise<void> {
  for (const stage of stages) {
    const task = stage.task(say("Done."));
    await stage.pane.submit(`${task.name} please`);
    await task.when("refused");
    if (limit.dialog === undefined) continue;
    await stage.pane.untilScreen(limit.dialog.sign);
    await itemWhen(run, stage, ({ limited, state }) => limited !== null && state === "waiting_approval");
    await stage.pane.press(limit.dialog.close);
  }
  for (const stage of limit.isForgotten ? [] : stages)
    await itemWhen(
      run,
      stage,
      ({ limited, label }) =>
        label === "limited" &&
        limited?.resumes === limit.goesOn &&
        (limit.tellsReset
          ? limited.until !== null && Math.abs(limited.until - resetsAt) <= SAME_RESET_MS
          : limited.until === null),
    );
}

/** One of the two, and with nothing else; as errors, both call. */
async function callsOnce(run: Run, stages: readonly Stage[], { isForgotten = false }: Limit): Promise<void> {
  const expected = isForgotten ? "error,error" : "limited";
  const kinds = async () => (await itemsOf(run, stages)).flatMap(({ attention }) => attention?.kind ?? []);
  await until(
    async () => (await kinds()).join() === expected,
    async () => `they call with [${(await kinds()).join()}]`,
    PATIENCE_MS,
  );
}

async function wakeIsRefused(run: Run, stages: readonly Stage[]): Promise<void> {
  for (const { pane } of stages) {
    const { code, stdout } = await run.agtmux(["wake", pane.id]);
    if (code === 0) throw new Error(`wake said: ${stdout}`);
  }
}

async function goOn(run: Run, stages: readonly Stage[], { goesOn }: Limit): Promise<void> {
  run.model.heard.length = 0;
  if (!goesOn) {
    run.model.limitUntil = 0;
    for (const { pane } of stages) await pane.submit(NEXT);
  }
  for (const stage of stages)
    await itemWhen(
      run,
      stage,
      ({ limited, attention }) => limited === null && attention?.kind !== "limited",
      GOES_ON_MS,
    );
  const ours = run.model.heard.filter(({ text }) => text.trim() === "continue");
  if (ours.length > 0) throw new Error(`it was told to continue ${ours.length} times, and nobody asked for that`);
}

async function itemWhen(
  run: Run,
  stage: Stage,
  is: (item: PaneItem) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let last: PaneItem | undefined;
  await until(
    async () => {
      [last] = await itemsOf(run, [stage]);
      return last !== undefined && is(last);
    },
    () => `it is ${last?.state}, ${last?.label}, limited ${JSON.stringify(last?.limited)}:\n${stage.pane.screen()}`,
    patienceMs,
  );
}

async function itemsOf(run: Run, stages: readonly Stage[]): Promise<PaneItem[]> {
  const { stdout } = await run.agtmux(["list", "panes", "--json"]);
  const { items } = JSON.parse(stdout) as PaneList;
  return items.filter(({ identity }) => stages.some(({ pane }) => pane.id === identity.pane_id));
}
