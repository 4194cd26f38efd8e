import type { KnownPanes } from "../../client-node/known-panes.ts";
import { listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";
import type { SessionList, WindowList } from "../../core/protocol/lists/lists-rollups.ts";
import { type ListLook, renderPanes } from "../render/panes.ts";
import { renderSessions } from "../render/sessions.ts";
import { renderWindows } from "../render/windows.ts";

/** A list that `watch` can show: its title, its table, and its rows for programs. */
export interface View {
  title: string;
  table(panes: KnownPanes, look: ListLook): string;
  panes(panes: KnownPanes): PaneList;
  /** Rows that aggregate panes. */
  list(panes: KnownPanes): WindowList | SessionList;
}

/** The daemon has already validated the query. */
export function viewOf(scope: Scope, words: readonly (readonly [string, string])[], since: number): View {
  const query = queryOf(scope, words);
  // agents_only is our own default, not a filter that the user has set
  const said = words.filter(([name]) => name !== "agents_only");
  const source = (panes: KnownPanes) => panes.source(Date.now(), since);
  return {
    title: [scope, ...said.map(([name, value]) => `${name} ${value}`)].join(", "),
    table(panes, look) {
      if (scope === "panes") return renderPanes(listPanes(source(panes), query), look);
      if (scope === "windows") return renderWindows(listWindows(source(panes), query), look);
      return renderSessions(listSessions(source(panes), query), look);
    },
    panes: (panes) => listPanes(source(panes), query),
    list: (panes) => (scope === "windows" ? listWindows(source(panes), query) : listSessions(source(panes), query)),
  };
}

function queryOf(scope: Scope, words: readonly (readonly [string, string])[]): ListQuery {
  const map = new Map<string, string[]>();
  for (const [name, value] of words) map.set(name, [...(map.get(name) ?? []), value]);
  const named = (name: string) => (map.get(name) ?? []).flatMap((value) => value.split(",").map((word) => word.trim()));
  const targets = [...named("target"), ...named("target_session").map((word) => word.slice(0, word.indexOf("/")))];
  const parsed = parseQuery(scope, map, { targets, members: named("member"), agents: named("agent") });
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}
