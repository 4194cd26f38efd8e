import { parseArgs } from "node:util";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { withoutHelpers } from "../without-helpers.ts";
import { answerAll } from "./answer-all.ts";
import { type Column, columnOf, documentOf, writeDocument } from "./document.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    /** Of several ways in which an agent is started, the one with this name. */
    label: { type: "string" },
    /** Races between the terminal and the page. */
    rounds: { type: "string", default: "12" },
  },
});

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const columns: Record<string, Column> = {};
let isRight = true;
// each by all the ways in which it is started
const agents = namedAgents(positionals)
  .map(withoutHelpers)
  .flatMap((agent) => (agent.answerable === undefined ? [agent] : [agent, { ...agent, ...agent.answerable }]));
for (const agent of agents.filter(({ label }) => values.label === undefined || label === values.label)) {
  current = await Run.begin(agent, { keep: values.keep, over: "here", report: (line) => console.log(line) });
  try {
    const rounds = Number(values.rounds);
    const options = { names: values.only, rounds, report: (line: string) => console.log(line) };
    const { results, races } = await answerAll(current, options);
    columns[agent.label] = columnOf(agent, results, races);
    isRight &&= results.every(({ verdict }) => verdict !== "wrong") && (races?.wrong.length ?? 0) === 0;
  } finally {
    await current.end();
  }
}

console.log(`\n${documentOf(columns)}`);
// some cases alone would hide the others
if (values.only.length === 0) writeDocument(columns);
process.exit(isRight ? 0 : 1);
