import type { Context, Hono } from "hono";
import { type ListSource, listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { type Known, type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";

/** What lists need of the daemon. */
export interface ListsBackend {
  source(): ListSource;
  /** The targets and agents that a filter may name. */
  known(): Known;
}

export function mountLists(api: Hono, lists: ListsBackend): void {
  api.get("/v1/panes", (context) => context.json(listPanes(lists.source(), queryOf("panes", context, lists))));
  api.get("/v1/windows", (context) => context.json(listWindows(lists.source(), queryOf("windows", context, lists))));
  api.get("/v1/sessions", (context) => context.json(listSessions(lists.source(), queryOf("sessions", context, lists))));
}

function queryOf(scope: Scope, { req }: Context, lists: ListsBackend): ListQuery {
  const parsed = parseQuery(scope, new Map(Object.entries(req.queries())), lists.known());
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}
