import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { TELLING } from "../agents.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { withoutHelpers } from "../without-helpers.ts";
import { sendTexts } from "./send-texts.ts";
import { type AgentResults, countOf, sendingTable } from "./sending-table.ts";
import { KINDS } from "./texts.ts";

const DOCUMENT = "docs/sending.md";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
});
const wanted = namedAgents(positionals, TELLING).map(withoutHelpers);
const kinds = KINDS.filter(({ name }) => values.only.length === 0 || values.only.some((each) => name.includes(each)));

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const runs: AgentResults[] = [];
for (const agent of wanted) {
  const startedAt = Date.now();
  current = await Run.begin(agent, { keep: values.keep, over: "here", report: (line) => console.log(line) });
  try {
    runs.push({ agent, results: await sendTexts(current, kinds, (line) => console.log(line)) });
  } finally {
    await current.end();
  }
  console.log(`${agent.label}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

const document = sendingTable(runs, new Date().toISOString().slice(0, 10));
console.log(`\n${document}`);
// a table of some would hide the others
if (wanted.length === TELLING.length && kinds.length === KINDS.length) writeFileSync(DOCUMENT, document);
process.exit(runs.every((run) => countOf(run, "wrong") === 0) ? 0 : 1);
