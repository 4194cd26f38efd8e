import type { Agent } from "./agent.ts";
import type { Promptness, Sample, Verdict } from "./judge.ts";
import { table } from "./markdown-table.ts";
import { CAUSES, SITUATIONS, type Situation } from "./situations.ts";

export interface AgentSamples {
  agent: Agent;
  samples: readonly Sample[];
}

/** The worst that was seen in a situation, and how long it took where it was right. */
interface Cell {
  verdict: Verdict;
  medianMs: number | null;
}

/** AD23. */
const WORD_MS = 300;
const LOOK_MS = 2_000;

const WORST_FIRST: readonly Verdict[] = ["wrong", "unknown", "right"];

function cellOf({ agent, samples }: AgentSamples, situation: Situation): Cell | null {
  if (agent.absent[situation] !== undefined) return null;
  const own = samples.filter((sample) => sample.situation === situation);
  const verdict = WORST_FIRST.find((each) => own.some((sample) => sample.verdict === each));
  if (verdict === undefined) return null;
  return { verdict, medianMs: median(own.flatMap(({ latencyMs }) => latencyMs ?? [])) };
}

interface Totals extends Record<Verdict, number> {
  medianMs: number | null;
}

export function totalsOf(run: AgentSamples): Totals {
  const cells = SITUATIONS.flatMap((situation) => cellOf(run, situation) ?? []);
  const count = (verdict: Verdict) => cells.filter((cell) => cell.verdict === verdict).length;
  return {
    right: count("right"),
    unknown: count("unknown"),
    wrong: count("wrong"),
    medianMs: median(cells.flatMap(({ medianMs }) => medianMs ?? [])),
  };
}

/** The document, whole. */
export function accuracyTable(runs: readonly AgentSamples[], ranOn: string): string {
  const rows = SITUATIONS.map((situation) => [
    situation,
    ...runs.map((run) => show(cellOf(run, situation))),
    CAUSES[situation],
  ]);
  const totals = runs.map((run) => {
    const { right, unknown, wrong, medianMs } = totalsOf(run);
    return [
      `${run.agent.label} ${run.agent.version}`,
      right,
      unknown,
      wrong,
      medianMs === null ? "" : `${medianMs} ms`,
    ];
  });
  const absent = runs.flatMap(({ agent }) =>
    Object.entries(agent.absent).map(([situation, reason]) => `- ${agent.label}, ${situation}: ${reason}.`),
  );
  return `# How right it is

Real agents, each in a tmux pane that a real daemon watches, against a scripted model on loopback. What is true is known from what the model
and the keys did, never from the screen. A state is right when it is shown within 3 s of its cause and stays; \`✓ 85 ms\` is the median from the cause to the stream's
message; \`?\` is \`unknown\`, \`✗\` a wrong state, \`–\` a situation that the agent does not have. Written by \`npm run test:agents\` on ${ranOn}.

${table(["situation", ...runs.map(({ agent }) => agent.label), "counted from"], rows)}

## How soon

From the agent's own word (its hook or plugin begins to run, its file or its terminal is written) to the stream's message; and, where only
its screen, title or process tells, from the cause. The first is to be within ${WORD_MS} ms, the second within ${LOOK_MS / 1_000} s.

${table(["agent", "words", "median", "slowest", "looks", "median", "slowest"], runs.map(promptness))}

## In sum

${table(["agent", "right", "unknown", "wrong", "median"], totals)}

${absent.join("\n")}
`;
}

function promptness({ agent, samples }: AgentSamples): (string | number)[] {
  const of = (by: Promptness["by"]) =>
    samples.flatMap(({ situation, prompt }) => (prompt?.by === by ? [{ situation, ms: prompt.ms }] : []));
  const [words, looks] = [of("word"), of("look")];
  return [
    agent.label,
    words.length,
    middle(words),
    slowest(words, WORD_MS),
    looks.length,
    middle(looks),
    slowest(looks, LOOK_MS),
  ];
}

function middle(all: readonly { ms: number }[]): string {
  return all.length === 0 ? "" : `${median(all.map(({ ms }) => ms))} ms`;
}

function slowest(all: readonly { ms: number; situation: Situation }[], bound: number): string {
  const [worst] = all.toSorted((a, b) => b.ms - a.ms);
  if (worst === undefined) return "";
  const late = all.filter(({ ms }) => ms > bound).length;
  return `${worst.ms} ms (${worst.situation})${late === 0 ? "" : `, **${late} late**`}`;
}

function show(cell: Cell | null): string {
  if (cell === null) return "–";
  if (cell.verdict !== "right") return cell.verdict === "wrong" ? "✗" : "?";
  return `✓ ${cell.medianMs} ms`;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}
