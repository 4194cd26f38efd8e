import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { AGENTS } from "../agents.ts";
import { table } from "../markdown-table.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { answerAll, type Result } from "./answer-all.ts";
import { CASES } from "./cases.ts";

const DOCUMENT = "docs/answering.md";
const SIGNS: Record<Result["verdict"], string> = { right: "✓", "not offered": "–", wrong: "✗" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
});
const wanted = namedAgents(positionals);

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const runs: Result[][] = [];
for (const agent of wanted) {
  current = await Run.begin(agent, { keep: values.keep, over: "here", report: (line) => console.log(line) });
  try {
    runs.push(await answerAll(current, values.only, (line) => console.log(line)));
  } finally {
    await current.end();
  }
}

const rows = CASES.map(({ name }) => [name, ...runs.map((results) => signOf(results, name))]);
const document = `# What an answer does

Each dialog of the real agents is opened by a scripted model and answered with \`agtmux answer\`. \`✓\`: the agent went on with that very answer, known from what the model was told and
what the command made; the state was right afterwards, and the question no longer open. \`–\`: the dialog has no such answer, the command said so and pressed nothing.
\`native\`: through the agent's own channel for answers, without a key; the others by keys.
Written by \`npm run test:answer\` on ${new Date().toISOString().slice(0, 10)}.

${table(["answer", ...wanted.map(({ label, version }) => `${label} ${version}`)], rows)}
`;
console.log(`\n${document}`);
// a table of some would hide the others
if (wanted.length === AGENTS.length && values.only.length === 0) writeFileSync(DOCUMENT, document);
process.exit(runs.flat().every(({ verdict }) => verdict !== "wrong") ? 0 : 1);

function signOf(results: readonly Result[], name: string): string {
  const result = results.find((each) => each.name === name);
  return result === undefined ? "" : `${SIGNS[result.verdict]}${result.channel === "native" ? " native" : ""}`;
}
