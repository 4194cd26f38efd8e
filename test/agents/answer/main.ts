import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { AGENTS } from "../agents.ts";
import { table } from "../markdown-table.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { answerAll, type Result } from "./answer-all.ts";
import { CASES } from "./cases.ts";
import type { Races } from "./races.ts";

const DOCUMENT = "docs/answering.md";
const SIGNS: Record<Result["verdict"], string> = { right: "✓", "not offered": "–", wrong: "✗" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    /** Races between the terminal and the page. */
    rounds: { type: "string", default: "12" },
  },
});
const wanted = namedAgents(positionals);

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const runs: Awaited<ReturnType<typeof answerAll>>[] = [];
for (const agent of wanted) {
  current = await Run.begin(agent, { keep: values.keep, over: "here", report: (line) => console.log(line) });
  try {
    const rounds = Number(values.rounds);
    runs.push(await answerAll(current, { names: values.only, rounds, report: (line) => console.log(line) }));
  } finally {
    await current.end();
  }
}

const rows = [
  ...CASES.map(({ name }) => [name, ...runs.map(({ results }) => signOf(results, name))]),
  ["terminal and page at once", ...runs.map(({ races }) => wordsFor(races))],
];
const document = `# What an answer does

Each dialog of the real agents is opened by a scripted model and answered with \`agtmux answer\`. \`✓\`: the agent went on with that very answer, known from what the model was told and
what the command made; the state was right afterwards, and the question no longer open. \`–\`: the dialog has no such answer, the command said so and pressed nothing.
\`native\`: through the agent's own channel for answers, without a key. Each of these is tried again after that channel was taken away, and \`keys\` had to take over; the others go by keys anyway.
In the last row the person at the terminal and \`agtmux answer\` say opposite things at the same time: how often each was first, and how often the report said something else.
Written by \`npm run test:answer\` on ${new Date().toISOString().slice(0, 10)}.

${table(["answer", ...wanted.map(({ label, version }) => `${label} ${version}`)], rows)}
`;
console.log(`\n${document}`);
// a table of some would hide the others
if (wanted.length === AGENTS.length && values.only.length === 0) writeFileSync(DOCUMENT, document);
const isRight = ({ results, races }: (typeof runs)[number]) =>
  results.every(({ verdict }) => verdict !== "wrong") && (races?.wrong.length ?? 0) === 0;
process.exit(runs.every(isRight) ? 0 : 1);

function signOf(results: readonly Result[], name: string): string {
  const found = results.filter((each) => each.name === name);
  const hasBoth = found.length > 1;
  return found.map(({ verdict, channel }) => `${SIGNS[verdict]}${hasBoth ? ` ${channel ?? ""}` : ""}`).join(", ");
}

function wordsFor(races: Races | null): string {
  if (races === null) return "–";
  return `${races.terminal} : ${races.page}, ${races.wrong.length} wrong`;
}
