import { parseArgs } from "node:util";
import { TELLING } from "../agents.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { compareConversation } from "./compare-conversation.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean", default: false },
    versions: { type: "string", default: "newest" },
    over: { type: "string", default: "here" },
  },
});

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

let wrong = 0;
for (const named of namedAgents(positionals, TELLING)) {
  const agent = values.versions === "older" ? { ...named, ...named.older } : named;
  const over = values.over === "ssh" ? "ssh" : "here";
  current = await Run.begin(agent, { keep: values.keep, over, report: (line) => console.log(line) });
  try {
    wrong += await compareConversation(current, (line) => console.log(line));
  } finally {
    await current.end();
  }
}
console.log(wrong === 0 ? "every conversation is right" : `${wrong} parts of conversations are wrong`);
process.exit(wrong === 0 ? 0 : 1);
