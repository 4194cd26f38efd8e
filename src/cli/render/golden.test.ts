import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";
import { PaneList } from "../../core/protocol/lists/lists.ts";
import { SessionList, WindowList } from "../../core/protocol/lists/lists-rollups.ts";
import { displayWidth } from "../../core/text/width.ts";
import { type ListLook, renderPanes } from "./panes.ts";
import { renderSessions } from "./sessions.ts";
import { renderWindows } from "./windows.ts";

/** Expected tables; `vitest -u` rewrites them, and the diff is for review. */
const FOLDER = join(import.meta.dirname, "golden");
const KNOWN = { targets: ["host", "vm1", "vm2"], agents: ["claude", "codex", "generic"] };

function queryOf(scope: Scope, words: Record<string, string> = {}): ListQuery {
  const map = new Map(Object.entries(words).map(([name, value]) => [name, [value]]));
  const parsed = parseQuery(scope, map, KNOWN);
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}

const TABLES: [string, (look: ListLook) => string][] = [
  ["panes", (look) => renderPanes(listPanes(testFleet(), queryOf("panes")), look)],
  [
    "panes-needs-action",
    (look) => renderPanes(listPanes(testFleet(), queryOf("panes", { needs_action: "true" })), look),
  ],
  ["panes-none-fit", (look) => renderPanes(listPanes(testFleet(), queryOf("panes", { session: "nowhere" })), look)],
  ["panes-agents", (look) => renderPanes(listPanes(testFleet(), queryOf("panes", { agents_only: "true" })), look)],
  [
    "panes-no-agents",
    (look) => renderPanes(listPanes({ ...testFleet(), panes: [] }, queryOf("panes", { agents_only: "true" })), look),
  ],
  ["windows", (look) => renderWindows(listWindows(testFleet(), queryOf("windows")), look)],
  [
    "windows-with-agents",
    (look) => renderWindows(listWindows(testFleet(), queryOf("windows", { with_agent_status: "true" })), look),
  ],
  ["sessions", (look) => renderSessions(listSessions(testFleet(), queryOf("sessions")), look)],
  [
    "sessions-merged",
    (look) =>
      renderSessions(
        listSessions(testFleet(), queryOf("sessions", { group_by: "session-name", agent_summary: "true" })),
        look,
      ),
  ],
];

describe("tables", () => {
  describe.each(TABLES)("of %s", (name, render) => {
    it.each([80, 200])("[LS7] fits %d columns", async (columns) => {
      const text = render({ columns, colour: false, symbols: true });
      await expect(`${text}\n`).toMatchFileSnapshot(join(FOLDER, `${name}-${columns}.txt`));
      for (const line of text.split("\n"))
        expect([line, displayWidth(line) <= columns || line.trim().startsWith("pane:")]).toEqual([line, true]);
    });

    it("[LS7, CL20] is whole, and without symbols and colour, where a program reads it", async () => {
      const text = render({ columns: null, colour: false, symbols: false });
      await expect(`${text}\n`).toMatchFileSnapshot(join(FOLDER, `${name}-piped.txt`));
      expect(text).not.toMatch(/\x1b/);
    });

    it("[CL20] colour changes nothing but the colour", () => {
      const look = { columns: 80, symbols: true };
      const coloured = render({ ...look, colour: true });
      expect(coloured.replaceAll(/\x1b\[\d*m/g, "")).toBe(render({ ...look, colour: false }));
    });
  });
});

describe("lists as JSON", () => {
  it("[AP10, AP9] are what the schemas say, field by field", async () => {
    const panes = listPanes(testFleet(), queryOf("panes", { state: "waiting", sort: "age" }));
    const windows = listWindows(testFleet(), queryOf("windows", { with_agent_status: "true" }));
    const sessions = listSessions(testFleet(), queryOf("sessions", { agent_summary: "true" }));
    expect(PaneList.strict().parse(panes)).toEqual(panes);
    expect(WindowList.strict().parse(windows)).toEqual(windows);
    expect(SessionList.strict().parse(sessions)).toEqual(sessions);
    for (const [name, list] of Object.entries({ panes, windows, sessions }))
      await expect(`${JSON.stringify(list, null, 2)}\n`).toMatchFileSnapshot(join(FOLDER, `${name}.json.txt`));
  });
});
