import { listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";
import type { SessionItem, WindowItem } from "../../core/protocol/lists-rollups.ts";
import { type ListLook, renderPanes } from "../render/panes.ts";
import { renderSessions } from "../render/sessions.ts";
import { renderWindows } from "../render/windows.ts";
import type { KnownPanes } from "./known-panes.ts";

/** What of the fleet is looked at, and how. */
export interface View {
  title: string;
  table(panes: KnownPanes, look: ListLook): string;
  /** Rows that stand for many panes, by what they are. */
  rows(panes: KnownPanes): Map<string, WindowItem | SessionItem>;
}

/** The daemon has found that the query's words fit. */
export function viewOf(scope: Scope, words: readonly (readonly [string, string])[], since: number): View {
  const query = queryOf(scope, words);
  const source = (panes: KnownPanes) => panes.source(Date.now(), since);
  return {
    title: words.length === 0 ? scope : `${scope}, ${words.map(([name, value]) => `${name} ${value}`).join(", ")}`,
    table(panes, look) {
      if (scope === "panes") return renderPanes(listPanes(source(panes), query), look);
      if (scope === "windows") return renderWindows(listWindows(source(panes), query), look);
      return renderSessions(listSessions(source(panes), query), look);
    },
    rows(panes) {
      const list = scope === "windows" ? listWindows(source(panes), query) : listSessions(source(panes), query);
      return new Map(list.items.map((item) => [JSON.stringify(item.identity), item]));
    },
  };
}

function queryOf(scope: Scope, words: readonly (readonly [string, string])[]): ListQuery {
  const map = new Map<string, string[]>();
  for (const [name, value] of words) map.set(name, [...(map.get(name) ?? []), value]);
  const named = (name: string) => (map.get(name) ?? []).flatMap((value) => value.split(",").map((word) => word.trim()));
  const targets = [...named("target"), ...named("target_session").map((word) => word.slice(0, word.indexOf("/")))];
  const parsed = parseQuery(scope, map, { targets, agents: named("agent") });
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}
