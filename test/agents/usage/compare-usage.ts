import { isDeepStrictEqual } from "node:util";
import { adapterOf } from "../../../src/core/agents/registry.ts";
import type { PaneList } from "../../../src/core/protocol/lists/lists.ts";
import type { UsageList, Used } from "../../../src/core/protocol/lists/usage.ts";
import { until } from "../../support/sandbox.ts";
import type { Agent } from "../agent.ts";
import { call, type Play, say, shell } from "../model/play.ts";
import type { Spent } from "../model/wire.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { OWN_LINE, toldCost } from "./status-line.ts";

/** Nobody asks the model any more, and all files are written. */
const QUIET_MS = 3_000;
const PATIENCE_MS = 20_000;

type Counts = Pick<Used, "calls" | "input" | "cached" | "output" | "reasoning">;

/** Lets one real agent use a known number of tokens in all sorts of ways, and compares; returns how many figures are wrong. */
export async function compareUsage(
  run: Run,
  { isShort, report }: { isShort: boolean; report: (line: string) => void },
): Promise<number> {
  const { model, agent } = run;
  // no two answers have the same numbers
  model.spending = (n) => ({ prompt: 11_111 + 7 * n, cached: 2_222 + n, written: 333 + 3 * n, reasoning: 44 + n });
  let wrong = 0;
  const stage = await run.stage("one");
  await stage.launch();

  const check = async (name: string, spent: readonly Spent[], read: () => Promise<Counts | null>) => {
    await model.quietSince(QUIET_MS);
    let [told, expected]: (Counts | null)[] = [null, null];
    const isRight = async () => {
      // an agent may call once more when its sub-agent has ended
      expected = sumOf(spent);
      told = await read();
      return isDeepStrictEqual(told, expected);
    };
    const right = await until(isRight, undefined, PATIENCE_MS).then(
      () => true,
      () => false,
    );
    if (!right) wrong += 1;
    const words = right ? "right" : `wrong: ${JSON.stringify(told)}, not ${JSON.stringify(expected)}`;
    report(`${agent.name} ${agent.version} · ${name} · ${words}`);
  };
  const checkAll = (name: string) => check(name, model.spent, () => sumTold(run));
  const checkCost = async (name: string) => {
    await model.quietSince(QUIET_MS);
    let [told, expected]: (number | null)[] = [null, null];
    const isRight = async () => {
      const usage = (await itemOf(run, stage))?.usage;
      expected = toldCost(stage.pane.house, usage?.session_id ?? "");
      told = usage?.session.cost.usd ?? null;
      return told === expected;
    };
    const right = await until(isRight, undefined, PATIENCE_MS).then(
      () => true,
      () => false,
    );
    if (!right) wrong += 1;
    report(`${agent.name} · cost, ${name} · ${right ? `right: ${told}` : `wrong: ${told}, not ${expected}`}`);
  };
  const spentIn = async (work: () => Promise<unknown>): Promise<Spent[]> => {
    const before = model.spent.length;
    await work();
    await model.quietSince(QUIET_MS);
    return model.spent.slice(before);
  };

  await spentIn(() => turn(stage, say("Hello.")));
  await checkAll("one turn");
  const ofTool = await spentIn(() => approvedTurn(stage));
  await checkAll("a turn with a tool");
  await check("the turn alone", ofTool, () => paneTold(run, stage, "turn"));
  await check("the conversation", model.spent, () => paneTold(run, stage, "session"));
  await checkContext(run, stage, report, (isRight) => {
    if (!isRight) wrong += 1;
  });
  const isWrapped = adapterOf(agent.name)?.integration?.usage !== undefined;
  if (isWrapped) {
    await checkCost("two turns");
    if (!stage.pane.screen().includes(OWN_LINE)) throw new Error(`no status line:\n${stage.pane.screen()}`);
  }

  if (isShort) return wrong;

  await run.restartDaemon();
  await spentIn(() => turn(stage, say("Still here.")));
  await checkAll("after a restart of the daemon");
  await run.stopDaemon();
  await spentIn(() => turn(stage, say("Nobody listens.")));
  await run.startDaemon();
  await checkAll("while the daemon was away");

  if (agent.absent["sub-agent running"] === undefined) {
    const helped = await spentIn(() => helpedTurn(stage));
    await checkAll("a turn with a sub-agent");
    // a sub-agent that works in the background has its own end reported as a prompt
    report(`${agent.name} · the sub-agent's turn had ${helped.length} calls`);
    await check("the conversation with a sub-agent", model.spent, () => paneTold(run, stage, "session"));
    if (isWrapped) await checkCost("with a sub-agent");
  }
  const before = model.spent.length;
  await spentIn(() => compacted(stage));
  const ofSummary = model.spent.splice(before);
  model.spent.push(...toldOfCompaction(agent, ofSummary));
  await checkAll("compacted");
  await spentIn(() => turn(stage, say("After it.")));
  await checkAll("a turn after compacting");
  if (isWrapped) await checkCost("compacted");

  await quit(stage);
  await stage.launch({ resume: true });
  await spentIn(() => turn(stage, say("Resumed.")));
  await checkAll("resumed");
  await check("the conversation, resumed", model.spent, () => paneTold(run, stage, "session"));
  if (isWrapped) await checkCost("resumed");

  await stage.pane.submit(agent.keys.clear);
  await model.quietSince(QUIET_MS);
  const cleared = await spentIn(() => turn(stage, say("All new.")));
  await check("the conversation after clear", cleared, () => paneTold(run, stage, "session"));
  await checkAll("after clear");
  if (isWrapped) await checkCost("after clear");

  const other = await run.stage("two");
  await other.launch();
  const beside = await spentIn(() => turn(other, say("Me too.")));
  await check("the conversation of a second pane", beside, () => paneTold(run, other, "session"));
  await checkAll("two panes");
  return wrong;
}

async function turn(stage: Stage, play: Play): Promise<void> {
  const task = stage.task(play);
  await stage.pane.submit(`${task.name} please`);
  await task.when("answered");
}

async function approvedTurn(stage: Stage): Promise<void> {
  const task = stage.task(call(shell("touch made-by-usage"), say("It is made.")));
  await stage.pane.submit(`${task.name} please`);
  await task.when("called");
  await stage.pane.untilScreen(stage.agent.screens.approval);
  await stage.pane.press(stage.agent.keys.approve);
  await task.when("answered");
}

async function helpedTurn(stage: Stage): Promise<void> {
  const helper = stage.task(say("The helper is done."));
  const wait = (started: string) => ({ tool: "wait_for_sub_agent", started }) as const;
  const last = say("The helper has its task.");
  const use = { tool: "sub_agent", prompt: `${helper.name} please` } as const;
  const task = stage.task(call(use, stage.agent.subAgentsRunAside ? call(wait, last) : last));
  await stage.pane.submit(`${task.name} please`);
  await Promise.all([helper.when("answered"), task.when("answered")]);
}

async function compacted({ model, pane, agent }: Stage): Promise<void> {
  model.instead = say("A summary of what was said.");
  const sentAt = await pane.submit(agent.keys.compact);
  await model.when(null, "answered", sentAt);
  await model.quietSince(QUIET_MS);
  model.instead = null;
}

async function quit(stage: Stage): Promise<void> {
  const [first] = stage.pane.processes();
  await stage.pane.submit(stage.agent.keys.quit);
  if (first !== undefined) await stage.pane.untilGone(first);
}

function toldOfCompaction({ compaction }: Agent, calls: readonly Spent[]): readonly Spent[] {
  switch (compaction) {
    case undefined:
      return calls;
    case "nothing":
      return [];
    case "no reasoning":
      return calls.map((each) => ({ ...each, reasoning: 0 }));
    case "one sum": {
      const sum = (of: keyof Spent) => calls.reduce((total, each) => total + each[of], 0);
      return [{ prompt: sum("prompt"), cached: sum("cached"), written: sum("written"), reasoning: sum("reasoning") }];
    }
    default:
      return compaction satisfies never;
  }
}

/** The whole prompt of the last call. */
async function checkContext(
  run: Run,
  stage: Stage,
  report: (line: string) => void,
  judge: (isRight: boolean) => void,
): Promise<void> {
  const used = (await itemOf(run, stage))?.usage?.context;
  const expected = run.model.spent.at(-1)?.prompt;
  judge(used?.used === expected);
  report(
    `${run.agent.name} · context · ${used?.used === expected ? "right" : `wrong, not ${expected}`}: ${JSON.stringify(used)}`,
  );
}

async function sumTold(run: Run): Promise<Counts | null> {
  const { stdout } = await run.agtmux(["usage", "--by", "agent", "--json"]);
  const list = JSON.parse(stdout) as UsageList;
  return countsOf(list.sum);
}

async function paneTold(run: Run, stage: Stage, part: "turn" | "session"): Promise<Counts | null> {
  const usage = (await itemOf(run, stage))?.usage ?? null;
  return usage === null ? null : countsOf(usage[part]);
}

async function itemOf(run: Run, stage: Stage) {
  const { stdout } = await run.agtmux(["list", "panes", "--json"]);
  return (JSON.parse(stdout) as PaneList).items.find(({ identity }) => identity.pane_id === stage.pane.id);
}

function countsOf({ calls, input, cached, output, reasoning }: Used): Counts {
  return { calls, input, cached, output, reasoning };
}

function sumOf(spent: readonly Spent[]): Counts {
  const sum = (of: (each: Spent) => number) => spent.reduce((total, each) => total + of(each), 0);
  return {
    calls: spent.length,
    input: sum(({ prompt, cached }) => prompt - cached),
    cached: sum(({ cached }) => cached),
    output: sum(({ written, reasoning }) => written - reasoning),
    reasoning: sum(({ reasoning }) => reasoning),
  };
}
