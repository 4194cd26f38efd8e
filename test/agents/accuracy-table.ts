import { availableParallelism } from "node:os";
import type { Agent } from "./agent.ts";
import { AGENTS } from "./agents.ts";
import { BOUND_MS, type Promptness, type Verdict } from "./judge.ts";
import { table } from "./markdown-table.ts";
import { type Cell, limitsIn, median, type Result } from "./results.ts";
import { CAUSES, SITUATIONS, type Situation } from "./situations.ts";
import { MOST_SLOWNESS } from "./slowness.ts";

/** AD23. */
const WORD_MS = 300;
const LOOK_MS = 2_000;

/** Situations in which a word waits on purpose: for the user's own hook, or for a daemon. */
const WAITS = /^Stop hook|^restart |daemon is down$/;

const TELLS_NO_END = "one that was interrupted looks the same";

interface Totals extends Record<Verdict, number> {
  medianMs: number | null;
  wrongMs: number;
  falseRings: number;
  missedRings: number;
}

export function totalsOf({ cells }: Result): Totals {
  const all = Object.values(cells);
  const count = (verdict: Verdict) => all.filter((cell) => cell.verdict === verdict).length;
  const sum = (of: (cell: Cell) => number) => all.reduce((total, cell) => total + of(cell), 0);
  return {
    right: count("right"),
    unknown: count("unknown"),
    wrong: count("wrong"),
    medianMs: median(all.flatMap(({ medianMs }) => medianMs ?? [])),
    wrongMs: sum(({ wrongMs }) => wrongMs),
    falseRings: sum(({ falseRings }) => falseRings),
    missedRings: sum(({ missedRings }) => missedRings),
  };
}

/** The part of the document that real agents measure. */
export function accuracyTable(results: readonly Result[]): string {
  const of = (over: Result["over"], isNewest: boolean) =>
    AGENTS.flatMap(
      ({ name, version }) =>
        results.find((each) => each.agent === name && each.over === over && (each.version === version) === isNewest) ??
        [],
    );
  const sections = [
    section("The newest versions", of("here", true)),
    section("Versions of about two months before", of("here", false)),
    section("Over ssh", of("ssh", true)),
  ];
  return `# How right it is

Real agents, each in a tmux pane that a real daemon watches, against a scripted model on loopback. What is true is known from what the model
and the keys did, never from the screen. A state is right when it is shown within ${BOUND_MS / 1_000} s of its cause and stays; where much else ran meanwhile, it may take as many times longer as a little work then took, ${MOST_SLOWNESS} times at most. \`✓ 85 ms\` is the median from the cause to the stream's
message, as it was measured; \`?\` is \`unknown\`, \`✗\` a wrong state, \`–\` a situation that the agent does not have, an empty cell one that was not measured. Every approval, question, failure and end is called for once: a call that
is not due is a false ring (\`+1\`), one that never comes a missed one (\`−1\`). A cell that was run again has its newest result, so a column may be put together from several runs, some of them on a quieter machine than the load in its row says. Written by \`npm run test:agents\`; the raw figures are in \`accuracy.json\` beside this page.

## In sum

${table(
  [
    "agent",
    "where",
    "right",
    "unknown",
    "wrong",
    "false rings",
    "missed rings",
    "another state shown for",
    "median",
    "ran on",
    "load",
  ],
  [...of("here", true), ...of("here", false), ...of("ssh", true)].map(sumRow),
)}

"Another state shown for" adds up every moment in which a definite state was shown that was not true any more, or not yet: mostly the time that the agent's own signal takes. "Load" is
the machine's load average meanwhile: beyond the number of its cores (here ${availableParallelism()}) agents answer, paint and tell later than they would on an idle machine.

${sections.filter((each) => each !== "").join("\n")}
## How soon

From the agent's own word (its hook or plugin begins to run, its file or its terminal is written) to the stream's message; and, where only
its screen, title or process tells, from the cause. The first is to be within ${WORD_MS} ms, the second within ${LOOK_MS / 1_000} s.

${table(["agent", "words", "median", "slowest", "looks", "median", "slowest"], of("here", true).map(promptness))}

## Not measured

${AGENTS.flatMap((agent) => gaps(agent, results)).join("\n")}
`;
}

/** Situations of an agent that were not played yet: with each of its versions here, and with the newest over ssh. */
function gaps(agent: Agent, results: readonly Result[]): string[] {
  const places = [
    { version: agent.version, over: "here" },
    ...(agent.older === undefined ? [] : [{ version: agent.older.version, over: "here" } as const]),
    { version: agent.version, over: "ssh" },
  ] as const;
  return places.flatMap(({ version, over }) => {
    const name = `${agent.label} ${version}${over === "ssh" ? " over ssh" : ""}`;
    const result = results.find((each) => each.agent === agent.name && each.version === version && each.over === over);
    if (result === undefined) return [`- ${name}: nothing was measured.`];
    const missing = SITUATIONS.filter((each) => result.cells[each] === undefined && !(each in result.absent));
    return missing.length === 0 ? [] : [`- ${name}: ${missing.join("; ")}.`];
  });
}

function section(title: string, results: readonly Result[]): string {
  if (results.length === 0) return "";
  const rows = SITUATIONS.filter((situation) => results.some(({ cells }) => cells[situation] !== undefined)).map(
    (situation) => [situation, ...results.map((result) => show(result, situation)), CAUSES[situation]],
  );
  const notes = results.flatMap(notesOn);
  const heads = results.map(({ label, version }) => `${label} ${version}`);
  return `## ${title}\n\n${table(["situation", ...heads, "counted from"], rows)}\n${notes.length === 0 ? "" : `\n${notes.join("\n")}\n`}`;
}

function notesOn(result: Result): string[] {
  const { agent, label, absent } = result;
  const tellsNoEnd = AGENTS.some((each) => each.name === agent && each.tellsNoEnd);
  return [
    ...(tellsNoEnd ? [`- ${label}: right for a turn that is done is \`idle\` without a call: ${TELLS_NO_END}.`] : []),
    ...[...limitsIn(result), ...Object.entries(absent)].map(([what, why]) => `- ${label}, ${what}: ${why}.`),
  ];
}

function sumRow(result: Result): (string | number)[] {
  const { right, unknown, wrong, falseRings, missedRings, wrongMs, medianMs } = totalsOf(result);
  return [
    `${result.label} ${result.version}`,
    result.over,
    right,
    unknown,
    wrong,
    falseRings,
    missedRings,
    `${(wrongMs / 1_000).toFixed(1)} s`,
    medianMs === null ? "" : `${medianMs} ms`,
    result.ranOn,
    result.load,
  ];
}

function promptness({ label, promptness: all }: Result): (string | number)[] {
  const of = (by: Promptness["by"]) => all.filter((each) => each.by === by && !WAITS.test(each.situation));
  const [words, looks] = [of("word"), of("look")];
  return [
    label,
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

function show({ cells, absent }: Result, situation: Situation): string {
  const cell = cells[situation];
  if (cell === undefined) return situation in absent ? "–" : "";
  const { verdict, medianMs, falseRings, missedRings } = cell;
  const rings = [falseRings > 0 ? ` +${falseRings}` : "", missedRings > 0 ? ` −${missedRings}` : ""].join("");
  if (verdict !== "right") return `${verdict === "wrong" ? "✗" : "?"}${rings}`;
  return `✓ ${medianMs} ms${rings}`;
}
