import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import type { Agent } from "./agent.ts";
import { AGENTS } from "./agents.ts";
import type { Promptness, Sample, Verdict } from "./judge.ts";
import type { Rings } from "./rings.ts";
import { SITUATIONS, type Situation } from "./situations.ts";

/** One agent of one version at one place: what came of each situation. */
export interface Result {
  agent: string;
  label: string;
  version: string;
  over: "here" | "ssh";
  ranOn: string;
  /** The machine's load average at the end of the run; of several runs the highest. */
  load: number;
  cells: Partial<Record<Situation, Cell>>;
  absent: Partial<Record<Situation, string>>;
  promptness: (Promptness & { situation: Situation })[];
}

/** The worst that was seen, and how long it took where it was right. */
export interface Cell {
  verdict: Verdict;
  medianMs: number | null;
  /** How long another definite state was shown, in all. */
  wrongMs: number;
  falseRings: number;
  missedRings: number;
}

const FILE = "docs/accuracy.json";
const WORST_FIRST: readonly Verdict[] = ["wrong", "unknown", "right"];

export function resultOf(
  agent: Agent,
  over: Result["over"],
  { samples, rings }: { samples: readonly Sample[]; rings: readonly Rings[] },
): Result {
  const cells = SITUATIONS.flatMap((situation) => {
    const cell = cellOf(situation, samples, rings);
    return cell === null || agent.absent[situation] !== undefined ? [] : [[situation, cell] as const];
  });
  const promptness = samples.flatMap(({ situation, prompt }) => (prompt === null ? [] : [{ situation, ...prompt }]));
  const { name, label, version, absent } = agent;
  const ranOn = new Date().toISOString().slice(0, 10);
  const load = Math.round(loadavg()[1] ?? 0);
  return { agent: name, label, version, over, ranOn, load, cells: Object.fromEntries(cells), absent, promptness };
}

/** Situations that were played and in which agtmux is known to be wrong, and why. */
export function limitsIn({ agent, cells }: Result): [Situation, string][] {
  const limits = AGENTS.find(({ name }) => name === agent)?.limits ?? {};
  return SITUATIONS.flatMap((situation) => {
    const limit = limits[situation];
    return limit === undefined || cells[situation] === undefined ? [] : [[situation, limit]];
  });
}

/** What is wrong without being known, and what is known to be wrong and was right. */
export function surprisesIn(result: Result): string[] {
  const limits = new Map(limitsIn(result));
  return SITUATIONS.flatMap((situation) => {
    const cell = result.cells[situation];
    if (cell === undefined) return [];
    const isWrong = cell.verdict === "wrong" || cell.falseRings + cell.missedRings > 0;
    // an unknown state is none: how many of those there may be is another limit
    if (isWrong === limits.has(situation) || (!isWrong && cell.verdict === "unknown")) return [];
    const what = isWrong ? "wrong" : "right, although it is named as a limit";
    return [`${result.label} ${result.version} · ${situation} · ${what}`];
  });
}

function cellOf(situation: Situation, samples: readonly Sample[], rings: readonly Rings[]): Cell | null {
  const own = samples.filter((sample) => sample.situation === situation);
  const verdict = WORST_FIRST.find((each) => own.some((sample) => sample.verdict === each));
  if (verdict === undefined) return null;
  const rung = rings.filter((each) => each.situation === situation);
  const sum = (of: (each: Rings) => number) => rung.reduce((total, each) => total + of(each), 0);
  return {
    verdict,
    medianMs: median(own.flatMap(({ latencyMs }) => latencyMs ?? [])),
    wrongMs: own.reduce((total, { wrongMs }) => total + wrongMs, 0),
    falseRings: sum((each) => each.false.length),
    missedRings: sum((each) => each.missed.length),
  };
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}

export function readResults(): Result[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Result[]) : [];
}

/** Puts results in the place of those of the same agent, version and place; of a run of some situations only those. */
export function keepResults(fresh: readonly Result[], only: readonly Situation[]): Result[] {
  const known = readResults();
  const isSame = (a: Result, b: Result) => a.agent === b.agent && a.version === b.version && a.over === b.over;
  const renewed = fresh.map((result) =>
    only.length === 0
      ? result
      : renew(
          known.find((each) => isSame(each, result)),
          result,
          only,
        ),
  );
  const kept = known.filter((each) => !renewed.some((result) => isSame(each, result)));
  const all = [...kept, ...renewed].sort((a, b) => key(a).localeCompare(key(b)));
  writeFileSync(FILE, `${JSON.stringify(all, null, 1)}\n`);
  return all;
}

/** A run of some situations passes through others, and sees too little of those to replace what a longer run saw. */
export function renew(before: Result | undefined, result: Result, only: readonly Situation[]): Result {
  const isAsked = (situation: string) => only.some((each) => each === situation);
  const cells = SITUATIONS.flatMap((situation) => {
    const cell = (isAsked(situation) ? result : before)?.cells[situation];
    return cell === undefined || situation in result.absent ? [] : [[situation, cell] as const];
  });
  const promptness = [
    ...(before?.promptness ?? []).filter(({ situation }) => !isAsked(situation)),
    ...result.promptness.filter(({ situation }) => isAsked(situation)),
  ];
  const load = Math.max(before?.load ?? 0, result.load);
  return { ...result, load, cells: Object.fromEntries(cells), promptness };
}

function key({ over, agent, version }: Result): string {
  return `${over} ${agent} ${version}`;
}
