import { setTimeout as sleep } from "node:timers/promises";
import { shell } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { MADE } from "./cases.ts";
import { openDialog, wasMade } from "./open-dialog.ts";

/** How often each of the two was first, and what was reported wrongly. */
export interface Races {
  rounds: number;
  terminal: number;
  page: number;
  /** Allowed by one and stopped by the other at once: what it asked for may have begun, and the report says so. */
  stopped: number;
  wrong: string[];
}

/** How much later than the command is started the key is pressed, in turn: the command takes some hundred ms to answer. */
const OFFSETS_MS = [-150, 350, 900, 250, 0, 550, 450, 700];
const QUIET_MS = 1_200;

/**
 * The person at the terminal and `agtmux answer` say opposite things at the same time. Exactly one must count, and the
 * report must say whose.
 */
export async function race(run: Run, stage: Stage, rounds: number, report: (line: string) => void): Promise<Races> {
  const races: Races = { rounds, terminal: 0, page: 0, stopped: 0, wrong: [] };
  for (let round = 0; round < rounds; round += 1) {
    const terminalAllows = round % 2 === 0;
    const offsetMs = OFFSETS_MS[Math.floor(round / 2) % OFFSETS_MS.length] ?? 0;
    const { made, isTaken, told } = await oneRound(run, stage, terminalAllows, offsetMs);
    const pageWon = made !== terminalAllows;
    const isStopped = pageWon && !isTaken && told.includes("may have begun");
    races[isStopped ? "stopped" : pageWon ? "page" : "terminal"] += 1;
    if (pageWon === isTaken || isStopped) continue;
    const words = `round ${round}: the terminal said ${terminalAllows ? "yes" : "no"} ${offsetMs} ms after, ${made ? "it was done" : "it was not done"}, and the report is ${told}`;
    races.wrong.push(words);
    report(`${run.agent.label} · ${words}`);
  }
  report(
    `${run.agent.label} · ${rounds} races: the terminal was first in ${races.terminal}, the page in ${races.page}, allowed by one and stopped by the other ${races.stopped}, wrong reports ${races.wrong.length}`,
  );
  return races;
}

async function oneRound(run: Run, stage: Stage, terminalAllows: boolean, offsetMs: number) {
  const { pane, model, agent } = stage;
  await openDialog(run, stage, shell(`touch ${MADE}`));
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
    made: wasMade(stage),
    isTaken: ran.code === 0,
    told: `${ran.stdout}${ran.stderr}`.trim().slice(0, 300),
  };
}
