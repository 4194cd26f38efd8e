import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SendReport } from "../../../src/core/protocol/actions/actions.ts";
import { until } from "../../support/sandbox.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Kind } from "./texts.ts";

export interface Result {
  kind: string;
  outcome: Outcome;
}

/** More than this goes by standard input: one argument may not be longer. */
const LONGEST_ARGUMENT = 50_000;
/** OpenCode thinks for seconds before it asks for the first time. */
const HEARD_MS = 30_000;
const REST_MS = 30_000;
const READY_MS = 1_500;

/** Sends every text to one real agent, as a person would on the command line, and holds what the model is told against it. */
export async function sendTexts(run: Run, kinds: readonly Kind[], report: (line: string) => void): Promise<Result[]> {
  const stage = await run.stage("one");
  furnish(stage.pane.work);
  await stage.pane.launch();
  await sleep(READY_MS);
  const results: Result[] = [];
  for (const kind of kinds)
    for (const text of kind.texts) {
      if (kind.typed !== undefined) await stage.pane.press([kind.typed]);
      const outcome = await sendText(run, stage, text, kind.options);
      const result = { kind: kind.name, outcome };
      results.push(result);
      report(`${run.agent.name} · ${kind.name} · ${shown(text)} · ${wordsOf(outcome)}`);
      if (outcome.type === "wrong") await startAgain(stage, report);
    }
  return results;
}

async function sendText(run: Run, stage: Stage, text: string, options: readonly string[] = []): Promise<Outcome> {
  const { pane, model } = stage;
  const told = model.heard.length;
  const isLong = text.length > LONGEST_ARGUMENT;
  const words = isLong ? ["--file", "-"] : ["--text", text];
  // what an agent runs itself begins no turn on some of them
  const isCommand = text.startsWith("!");
  const wait = isCommand ? [] : ["--wait", "accepted"];
  const ran = await run.agtmux(
    ["send", pane.id, ...words, ...wait, ...options, "--json"],
    isLong ? `${text}\n` : undefined,
  );
  const made = join(pane.work, "made-by-bang");
  const heardSince = () => model.heard.slice(told).map((each) => run.agent.unwrap?.(each.text) ?? each.text);
  if (ran.code === 0)
    await until(() => heardSince().length > 0 || existsSync(made), undefined, HEARD_MS).catch(() => null);
  await until(() => isAtRest(run, pane.id), undefined, REST_MS).catch(() => null);
  const wasRun = existsSync(made);
  rmSync(made, { force: true });
  const notes = ran.code === 0 ? (JSON.parse(ran.stdout) as SendReport).notes : [];
  return outcomeOf({ text, code: ran.code, error: ran.stderr.trim(), notes, heard: heardSince(), wasRun });
}

function isAtRest(run: Run, paneId: string): boolean {
  const shown = run.shown(paneId);
  return shown === "completed" || shown === "idle";
}

/** Files that an `@` could mean. */
function furnish(work: string): void {
  mkdirSync(join(work, "src"), { recursive: true });
  writeFileSync(join(work, "README.md"), "# Read me\n");
  writeFileSync(join(work, "src", "main.ts"), "export const answer = 42;\n");
}

/** Restarts the agent, so that nothing left in its box reaches the next text. */
async function startAgain({ pane }: Stage, report: (line: string) => void): Promise<void> {
  report(pane.screen());
  pane.kill();
  await until(() => pane.processes().length === 0);
  await sleep(READY_MS);
  await pane.launch();
  await sleep(READY_MS);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text);
}

function wordsOf(outcome: Outcome): string {
  switch (outcome.type) {
    case "as sent":
      return outcome.type;
    case "told":
    case "command":
      return `${outcome.type}: ${outcome.notes.join("; ")}`;
    case "refused":
    case "wrong":
      return `${outcome.type}: ${outcome.why}`;
    default:
      return outcome satisfies never;
  }
}
