import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { AGENTS } from "../agents.ts";
import { table } from "../markdown-table.ts";
import { type Result, TRIALS } from "./answer-all.ts";
import { CASES } from "./cases.ts";
import type { Races } from "./races.ts";

const [DOCUMENT, FIGURES] = ["docs/answering.md", "docs/answering.json"];
const SIGNS: Record<Result["verdict"], string> = { right: "✓", "not offered": "–", wrong: "✗" };
const RACES = "terminal and page at once";

/** One agent's column: by name of the case. */
export interface Column {
  label: string;
  version: string;
  on: string;
  cells: Record<string, string>;
  /** How it was found, if not by one run of the whole suite, which replaces it. */
  note?: string;
}

type Columns = Record<string, Column>;

export function columnOf(
  { label, version }: { label: string; version: string },
  results: readonly Result[],
  races: Races | null,
): Column {
  const cells = Object.fromEntries([...CASES, ...TRIALS].map(({ name }) => [name, signOf(results, name)]));
  return { label, version, on: new Date().toISOString().slice(0, 10), cells: { ...cells, [RACES]: wordsFor(races) } };
}

/** Writes the columns of these agents; the others stay as they were found before. */
export function writeDocument(columns: Columns): void {
  const before = existsSync(FIGURES) ? (JSON.parse(readFileSync(FIGURES, "utf8")) as Columns) : {};
  const after = { ...before, ...columns };
  writeFileSync(FIGURES, `${JSON.stringify(after, null, 2)}\n`);
  writeFileSync(DOCUMENT, documentOf(after));
}

export function documentOf(columns: Columns): string {
  const shown = AGENTS.flatMap(({ label, answerable }) => [
    columns[label] ?? [],
    columns[answerable?.label ?? ""] ?? [],
  ]);
  const rows = [...CASES, ...TRIALS, { name: RACES }].map(({ name }) => [
    name,
    ...shown.flat().map(({ cells }) => cells[name] ?? ""),
  ]);
  const heads = shown.flat().map(({ label, version, on }) => `${label} ${version} (${on})`);
  return `# What an answer does

Each dialog of the real agents is opened by a scripted model and answered with \`agtmux answer\`. \`✓\`: the agent went on with that very answer, known from what the model was told and
what the command made; the state was right afterwards, and the question no longer open. \`–\`: the dialog has no such answer, the command said so and pressed nothing.
\`native\`: through the agent's own channel for answers, without a key. Each of these is tried again after that channel was taken away, and \`keys\` had to take over; the others go by keys anyway.
The rows about rules and faults are tried where there is such a channel: a rule answers alone, or must not; the hook, the daemon or the agent ends while it asks, and the answer arrives all the same.
In the last row the person at the terminal and \`agtmux answer\` say opposite things at the same time: how often the terminal was first, how often the page, how often what one of them had allowed was stopped by the other at once, so that it may have begun (the report says so), and how often the report was wrong.
Written by \`npm run test:answer\`, which replaces the columns of the agents that it has tried.

${table(["answer", ...heads], rows)}
${shown
  .flat()
  .flatMap(({ label, note }) => (note === undefined ? [] : [`\n${label}: ${note}\n`]))
  .join("")}`;
}

function signOf(results: readonly Result[], name: string): string {
  const found = results.filter((each) => each.name === name);
  const isNamed = found.some(({ channel }) => channel === "native");
  return found
    .map(({ verdict, channel }) => `${SIGNS[verdict]}${isNamed && channel !== undefined ? ` ${channel}` : ""}`)
    .join(", ");
}

function wordsFor(races: Races | null): string {
  if (races === null) return "";
  return `${races.terminal} : ${races.page}, ${races.stopped} stopped, ${races.wrong.length} wrong`;
}
