import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { type ListSource, listPanes } from "../../core/lists/list-panes.ts";
import { parseQuery } from "../../core/lists/parse-query.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { renderOverview } from "./overview.ts";
import { displayWidth } from "./width.ts";

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
        [],
        { ...LOOK, columns },
      );
      await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, "golden", `overview-${columns}.txt`));
      for (const line of text.split("\n")) expect(displayWidth(line) <= columns || line.includes("pane:")).toBe(true);
    },
  );

  it("[CL24] with nobody waiting, nobody running, or nothing open it says what to do", () => {
    const calm = renderOverview(
      listOf(({ attention }) => attention === null),
      [],
      LOOK,
    );
    expect(calm).toMatch(
      /^Nobody is known to need you: 3 agents \(1 running, 1 idle, 1 unknown\)\.\n\nNext:\n {2}agtmux watch/,
    );
    expect(calm).toContain("agtmux doctor");
    const heard = renderOverview(
      listOf(({ attention, state }) => attention === null && state !== "unknown"),
      [],
      LOOK,
    );
    expect(heard).toMatch(/^Nobody needs you: 2 agents \(1 running, 1 idle\)\.\n\nNext:\n {2}agtmux watch/);
    const shells = renderOverview(
      listOf(({ agent }) => agent === null),
      [],
      LOOK,
    );
    expect(shells).toMatch(/^No agent is running in 1 pane\.[\s\S]*agtmux integrate/);
    const nothing = listOf(() => false);
    expect(renderOverview(nothing, [], LOOK)).toMatch(/^No tmux session is open\.[\s\S]*tmux new/);
    const problem = { code: "NO_TMUX_SERVER", message: "no tmux server is running", since: 1 };
    expect(renderOverview(nothing, [problem], LOOK)).toMatch(/^No tmux server is running\n[\s\S]*tmux new/);
  });
});
