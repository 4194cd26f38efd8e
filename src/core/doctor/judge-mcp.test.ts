import { expect, it } from "vitest";
import { judgeMcp } from "./judge-mcp.ts";

const CLAUDE = { name: "claude", label: "Claude Code", path: "/h/.claude.json", state: "current" as const };

it("[MC12] each agent that lists the server is told whether it starts, or that it names another agtmux", () => {
  const mend = "agtmux integrate --mcp claude";
  expect(judgeMcp({ entries: [CLAUDE], started: { tools: 12 } })).toEqual([
    { name: "mcp of claude", status: "ok", found: "Claude Code can start it: 12 tools", advice: null },
  ]);
  expect(judgeMcp({ entries: [CLAUDE], started: { fault: "no daemon" } })).toEqual([
    { name: "mcp of claude", status: "failed", found: "Claude Code cannot start the server: no daemon", advice: mend },
  ]);
  expect(judgeMcp({ entries: [{ ...CLAUDE, state: "outdated" }], started: { tools: 12 } })).toEqual([
    {
      name: "mcp of claude",
      status: "warning",
      found: "/h/.claude.json names another agtmux than this one",
      advice: mend,
    },
  ]);
});
