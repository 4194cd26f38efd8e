import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { type ListSource, listPanes } from "../../core/lists/list-panes.ts";
import { parseQuery } from "../../core/lists/parse-query.ts";
import type { MemberItem } from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import { displayWidth } from "../../core/text/width.ts";
import { renderOverview } from "./overview.ts";

const LOOK = { columns: 80, colour: false, symbols: true };

function listOf(wanted: (pane: PaneItem) => boolean): PaneList {
  const source: ListSource = testFleet();
  const parsed = parseQuery("panes", new Map(), { targets: [], agents: [] });
  if (!parsed.ok) throw parsed.fault;
  return listPanes({ ...source, panes: source.panes.filter(wanted) }, parsed.query);
}

describe("agtmux alone", () => {
  it.each([80, 200])(
    "[CL24] says at %d columns who needs you, longest waiting first, and what to type",
    async (columns) => {
      const text = renderOverview(
        listOf(() => true),
        { questions: [], members: [], problems: [] },
        { ...LOOK, columns },
      );
      await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, "golden", `overview-${columns}.txt`));
      for (const line of text.split("\n")) expect(displayWidth(line) <= columns || line.includes("pane:")).toBe(true);
    },
  );

  it("[CL24] says what to do if nothing waits, nothing runs or no pane is open", () => {
    const calm = renderOverview(
      listOf(({ attention }) => attention === null),
      { questions: [], members: [], problems: [] },
      LOOK,
    );
    expect(calm).toMatch(
      /^Nobody is known to need you: 3 agents \(1 running, 1 idle, 1 unknown\)\.\n\nNext:\n {2}agtmux watch/,
    );
    expect(calm).toContain("agtmux doctor");
    const heard = renderOverview(
      listOf(({ attention, state }) => attention === null && state !== "unknown"),
      { questions: [], members: [], problems: [] },
      LOOK,
    );
    expect(heard).toMatch(/^Nobody needs you: 2 agents \(1 running, 1 idle\)\.\n\nNext:\n {2}agtmux watch/);
    const shells = renderOverview(
      listOf(({ agent }) => agent === null),
      { questions: [], members: [], problems: [] },
      LOOK,
    );
    expect(shells).toMatch(/^No agent is running in 1 pane\.[\s\S]*agtmux integrate/);
    const nothing = listOf(() => false);
    expect(renderOverview(nothing, { questions: [], members: [], problems: [] }, LOOK)).toMatch(
      /^No tmux session is open\.[\s\S]*tmux new/,
    );
    const problem = { code: "NO_TMUX_SERVER", message: "no tmux server is running", since: 1 };
    expect(renderOverview(nothing, { questions: [], members: [], problems: [problem] }, LOOK)).toMatch(
      /^No tmux server is running\n[\s\S]*tmux new/,
    );
  });

  it("[CL24] shows everyone who is blocked, with all that is asked, the choices and a command; of the others five", () => {
    const asks = Array.from({ length: 8 }, (_, index) =>
      testPane({ pane_id: `%${index}` }, { ...asking(index), runtime_id: `r${index}`, agent: "claude" }),
    );
    const words =
      "Which of the many databases that we have talked about should keep the sessions of the shop, and for how long?";
    const attention = { ...asking(1).attention, kind: "done" as const, message: "done", attention_id: "d" };
    const done = Array.from({ length: 7 }, (_, index) =>
      testPane({ pane_id: `%1${index}` }, { attention: attention as PaneItem["attention"], agent: "codex" }),
    );
    const list = { ...listOf(() => false), items: [...asks, ...done] };
    const question = {
      runtime_id: "r3",
      kind: "choice" as const,
      text: words,
      detail: words,
      options: [
        { value: "a", label: "Redis" },
        { value: "b", label: "Postgres" },
      ],
    };
    const text = renderOverview(list, { questions: [question as never], members: [], problems: [] }, LOOK);
    for (const { identity } of asks) expect(text).toMatch(new RegExp(`→ agtmux answer ${identity.pane_id} `));
    expect(text.replaceAll(/\s+/g, " ")).toContain(`${words} 1. Redis 2. Postgres → agtmux answer %3 1`);
    expect(text).toContain("… and 2 more who are not blocked");
    for (const line of text.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it("[CL24] the question of a shell is not answered from elsewhere, and the command that it shows closes it", () => {
    const shell = testPane({ pane_id: "%6" }, { ...asking(1), agent: "generic", command: "bash" });
    const list = { ...listOf(() => false), items: [shell] };
    expect(renderOverview(list, { questions: [], members: [], problems: [] }, LOOK)).toContain(
      "→ agtmux answer %6 --close ",
    );
  });

  it("[CL24, AT11] an agent that a limit has stopped is among the blocked, with the command that would help", () => {
    const stopped = { since: 1, until: Date.UTC(2026, 10, 17, 16, 40), resumes: false, wakes_at: null };
    const said = (limited: PaneItem["limited"]) => {
      const attention = { ...asking(1).attention, kind: "limited", message: "You hit your limit", source: "usage" };
      const item = testPane(
        {},
        { ...asking(1), state: "error", label: "limited", attention: attention as PaneItem["attention"], limited },
      );
      const list = { ...listOf(() => false), items: [item] };
      const lines = renderOverview(list, { questions: [], members: [], problems: [] }, LOOK).split("\n");
      return lines.filter((line) => line.startsWith("   "));
    };
    const until = expect.stringMatching(/^ {3}limited until .*; You hit your limit$/);
    expect(said(stopped)).toEqual([until, "   → agtmux wake %1   (to go on after the reset)"]);
    const goesOn = expect.stringMatching(/goes on by itself; You hit your limit$/);
    expect(said({ ...stopped, resumes: true })).toEqual([goesOn, "   → agtmux view-output %1"]);
    expect(said({ ...stopped, wakes_at: stopped.until })).toContain("   → agtmux view-output %1");
    expect(said({ ...stopped, until: null })).toContain("   → agtmux view-output %1");
  });

  it("[CL24] [FL24] proposes for another member's pane only what that member allows", () => {
    const far = testPane({ target: "ci.host", member: "ci", pane_id: "%7", session_name: "nightly" }, asking(1));
    const base = listOf(() => false);
    const list = { ...base, items: [far], summary: { ...base.summary, shelves: { blocked: 1, check: 0, done: 0 } } };
    const shown = (may: MemberItem["may"], share: MemberItem["share"]) => {
      const ci: MemberItem = {
        ...{ name: "ci", is_own: false, health: "ok", agtmux_version: "1", last_heard: 0, panes: 1 },
        ...{ may, share },
      };
      const lines = renderOverview(list, { questions: [], members: [ci], problems: [] }, LOOK).split("\n");
      return {
        advice: lines.find((line) => line.includes("→"))?.trim(),
        next: lines.slice(lines.indexOf("Next:") + 2),
      };
    };
    expect(shown(["look", "answer"], "output").advice).toMatch(/^→ agtmux answer ci/);
    expect(shown(null, "words").advice).toMatch(/^→ agtmux answer ci/);
    expect(shown(["look"], "output").advice).toMatch(
      /^→ agtmux view-output ci\S+ {3}\(ci lets nobody answer from here\)$/,
    );
    expect(shown(["look"], "words").advice).toMatch(/^→ agtmux explain ci/);
    expect(shown(["look"], "words").next).toEqual([expect.stringContaining("agtmux explain ci")]);
    expect(shown([], "state")).toEqual({
      advice: "→ look at it on ci   (ci lets nobody answer from here)",
      next: [],
    });
  });
});
