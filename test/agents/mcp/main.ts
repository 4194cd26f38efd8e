import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TELLING } from "../agents.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { reviewTogether } from "./review-together.ts";
import { withServer } from "./with-server.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean", default: false } },
});

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

let wrong = 0;
for (const agent of namedAgents(positionals, TELLING).map(withServer)) {
  const user = mkdtempSync(join(tmpdir(), "agtmux-mcp-"));
  const bin = join(user, "bin");
  // the agent that is started is found as a person's would be
  const settings = { PATH: `${bin}:${process.env.PATH}`, SHELL: "/bin/sh", HOME: user };
  const report = (line: string) => console.log(line);
  current = await Run.begin(agent, { keep: values.keep, over: "here", settings, report });
  try {
    wrong += await reviewTogether(current, bin, report);
  } finally {
    await current.end();
    if (!values.keep) rmSync(user, { recursive: true, force: true });
  }
}
console.log(wrong === 0 ? "agents work together" : `${wrong} parts of working together are wrong`);
process.exit(wrong === 0 ? 0 : 1);
