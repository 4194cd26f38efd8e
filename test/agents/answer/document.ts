import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { AGENTS } from "../agents.ts";
import { table } from "../markdown-table.ts";
import type { Result } from "./answer-all.ts";
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
}

type Columns = Record<string, Column>;

export function columnOf(
  { label, version }: { label: string; version: string },
  results: readonly Result[],
  races: Races | null,
): Column {
  const cells = Object.fromEntries(CASES.map(({ name }) => [name, signOf(results, name)]));
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
  const shown = AGENTS.flatMap(({ name }) => columns[name] ?? []);
  const rows = [...CASES.map(({ name }) => name), RACES].map((name) => [
    name,
    ...shown.map(({ cells }) => cells[name] ?? ""),
  ]);
  const heads = shown.map(({ label, version, on }) => `${label} ${version} (${on})`);
  return `# What an answer does

Each dialog of the real agents is opened by a scripted model and answered with \`agtmux answer\`. \`✓\`: the agent went on with that very answer, known from what the model was told and
what the command made; the state was right afterwards, and the question no longer open. \`–\`: the dialog has no such answer, the command said so and pressed nothing.
\`native\`: through the agent's own channel for answers, without a key. Each of these is tried again after that channel was taken away, and \`keys\` had to take over; the others go by keys anyway.
In the last row the person at the terminal and \`agtmux answer\` say opposite things at the same time: how often each was first, and how often the report said something else.
Written by \`npm run test:answer\`, which replaces the columns of the agents that it has tried.

${table(["answer", ...heads], rows)}
`;
}

function signOf(results: readonly Result[], name: string): string {
  const found = results.filter((each) => each.name === name);
  const hasBoth = found.length > 1;
  return found.map(({ verdict, channel }) => `${SIGNS[verdict]}${hasBoth ? ` ${channel ?? ""}` : ""}`).join(", ");
}

function wordsFor(races: Races | null): string {
  if (races === null) return "–";
  return `${races.terminal} : ${races.page}, ${races.wrong.length} wrong`;
}
