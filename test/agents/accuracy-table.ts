import type { Agent } from "./agent.ts";
import type { Sample, Verdict } from "./judge.ts";
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

## In sum

${table(["agent", "right", "unknown", "wrong", "median"], totals)}

${absent.join("\n")}
`;
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
