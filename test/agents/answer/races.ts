import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../support/sandbox.ts";
import { call, say, shell } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { MADE } from "./cases.ts";

/** How often each of the two was first, and what was reported wrongly. */
export interface Races {
  rounds: number;
  terminal: number;
  page: number;
  wrong: string[];
}

/** How much later than the answer the key is pressed, in turn. */
const OFFSETS_MS = [-150, 250, -50, 50, 0, 150];
const SHOWN_MS = 10_000;
const QUIET_MS = 2_000;

/**
 * The person at the terminal and `agtmux answer` say opposite things at the same time. Exactly one must count, and the
 * report must say whose.
 */
export async function race(run: Run, stage: Stage, rounds: number, report: (line: string) => void): Promise<Races> {
  const races: Races = { rounds, terminal: 0, page: 0, wrong: [] };
  for (let round = 0; round < rounds; round += 1) {
    const terminalAllows = round % 2 === 0;
    const offsetMs = OFFSETS_MS[Math.floor(round / 2) % OFFSETS_MS.length] ?? 0;
    const { wasMade, isTaken, told } = await oneRound(run, stage, terminalAllows, offsetMs);
    const pageWon = wasMade !== terminalAllows;
    races[pageWon ? "page" : "terminal"] += 1;
    if (pageWon === isTaken) continue;
    const words = `round ${round}: the terminal said ${terminalAllows ? "yes" : "no"} ${offsetMs} ms after, ${wasMade ? "it was done" : "it was not done"}, and the report is ${told}`;
    races.wrong.push(words);
    report(`${run.agent.name} · ${words}`);
  }
  report(
    `${run.agent.name} · ${rounds} races: the terminal was first in ${races.terminal}, the page in ${races.page}, wrong reports ${races.wrong.length}`,
  );
  return races;
}

async function oneRound(run: Run, stage: Stage, terminalAllows: boolean, offsetMs: number) {
  const { pane, model, agent } = stage;
  const made = join(pane.work, MADE);
  rmSync(made, { recursive: true, force: true });
  const task = stage.task(call(shell(`touch ${MADE}`), say("So be it.")));
  await pane.submit(`${task.name} please`);
  await task.when("called");
  await pane.untilScreen(agent.screens.approval);
  await until(() => run.shown(pane.id) === "waiting_approval", undefined, SHOWN_MS);
  // dialogs take no key before
  await sleep(800);
  const answering = async () => {
    await sleep(Math.max(0, -offsetMs));
    return run.agtmux([
      "answer",
      pane.id,
      terminalAllows ? "no" : "yes",
      "--wait",
      "accepted",
      "--timeout",
      "5s",
      "--json",
    ]);
  };
  const pressing = async () => {
    await sleep(Math.max(0, offsetMs));
    for (const [index, key] of (terminalAllows ? agent.keys.approve : agent.keys.cancelApproval).entries()) {
      if (index > 0) await sleep(30);
      pane.tmux("send-keys", "-t", pane.id, key);
    }
  };
  const [ran] = await Promise.all([answering(), pressing()]);
  await sleep(QUIET_MS);
  await model.quietSince(QUIET_MS);
  return {
    wasMade: existsSync(made),
    isTaken: ran.code === 0,
    told: `${ran.stdout}${ran.stderr}`.trim().slice(0, 300),
  };
}
