import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { testPane } from "../../../test/support/test-pane.ts";
import { listPanes } from "../../core/lists/list-panes.ts";
import { parseQuery } from "../../core/lists/parse-query.ts";
import { plainStatus, tmuxStatus } from "../../core/lists/status-line.ts";
import { summarize } from "../../core/lists/summarize.ts";
import { xbarDown, xbarMenu } from "./xbar.ts";

function list(source = testFleet()) {
  const parsed = parseQuery("panes", new Map(), { targets: [], agents: [] });
  if (!parsed.ok) throw parsed.fault;
  return listPanes(source, parsed.query);
}

describe("status lines", () => {
  it("[LS14, LS15, LS20] count shelves and running agents, loudest first, and are empty if there is nothing", () => {
    expect(plainStatus(list())).toBe("!3 ✓1 ▶1");
    expect(tmuxStatus(list())).toMatch(/^#\[fg=yellow\]!3#\[default\] #\[fg=green\]✓1#\[default\]/);
    expect(plainStatus({ summary: summarize([]), items: [] })).toBe("");
    const suspended = { ...testPane({}), state: "unknown", reason_code: "suspended" } as const;
    expect(plainStatus({ summary: summarize([suspended]), items: [suspended] })).toBe("1 suspended");
  });

  it("[LS15] xbar gets summary, sessions, panes with age, and actions", async () => {
    const text = xbarMenu(list(), "/opt/my tools/agtmux", "http://0a1b.localhost:7433/", null);
    await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, "golden", "xbar.txt"));
    expect(xbarDown("/usr/bin/agtmux")).toContain("Start it | shell=/usr/bin/agtmux param1=daemon param2=start");
  });

  it("[LS15] xbar offers for each agent only what would work now", () => {
    const { panes, ...rest } = testFleet();
    const [pane = testPane({})] = panes;
    const limited = { since: 1, until: 2, resumes: false, wakes_at: null };
    const offered = (change: Partial<typeof pane>) => {
      const only = {
        ...pane,
        agent: "claude",
        state: "running",
        reason_code: null,
        attention: null,
        shelf: null,
      } as const;
      const text = xbarMenu(list({ ...rest, panes: [{ ...only, ...change }] }), "agtmux", null, null);
      return text.split("\n").flatMap((line) => /^--([^|]+) \|/.exec(line)?.[1] ?? []);
    };
    const always = ["Go there", "Show its output", "Why?", "End it"];
    expect(offered({ state: "idle" })).toEqual(always);
    expect(offered({ state: "waiting_approval" })).toEqual(always);
    expect(offered({ state: "running" })).toEqual([...always.slice(0, 3), "Interrupt its turn", "End it"]);
    expect(offered({ state: "running", agent: "generic" })).toEqual(always);
    expect(offered({ state: "error", limited })).toContain("Go on after the limit");
    expect(offered({ state: "error", limited: { ...limited, wakes_at: 3 } })).toContain("Do not go on after the limit");
    expect(offered({ state: "error", limited: { ...limited, resumes: true } })).toEqual(always);
    expect(offered({ state: "unknown", reason_code: "target_unreachable" })).toEqual(["Why?"]);
  });

  it("[UG9] xbar says what was used today, if anything was", () => {
    const tokens = { input: 1_000, cached: 0, cache_written: 0, output: 0, reasoning: 0, calls: 1, total: 1_000 };
    const used = { ...tokens, cost: { usd: 0.684, computed: true, unpriced_calls: 0 } };
    expect(xbarMenu(list(), "agtmux", null, used)).toContain("Today: ~$0.68 1k tokens | shell=agtmux param1=usage");
    expect(xbarMenu(list(), "agtmux", null, { ...used, calls: 0 })).not.toContain("Today");
  });

  it("[LS15] text from a pane is never read as a parameter or a submenu", () => {
    const { panes, ...rest } = testFleet();
    const evil = "--x | shell=/bin/rm param1=-rf";
    const text = xbarMenu(
      list({ ...rest, panes: panes.map((pane) => ({ ...pane, message: evil })) }),
      "agtmux",
      null,
      null,
    );
    expect(text).not.toContain("| shell=/bin/rm");
    for (const line of text.split("\n")) expect(line.split("|").length).toBeLessThanOrEqual(2);
  });
});
