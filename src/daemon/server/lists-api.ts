import type { Context, Hono } from "hono";
import { type ListSource, listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { type Known, type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";
import { LIST_ROUTES } from "../../core/protocol/routes/list-routes.ts";
import { serve } from "./route.ts";

/** The data of all lists, as the API uses it. */
export interface ListsBackend {
  source(): ListSource;
  /** The targets and agents that a filter may name. */
  known(): Known;
}

export function mountLists(api: Hono, lists: ListsBackend): void {
  const queryOf = (scope: Scope, context: Context) => readQuery(scope, context, lists);
  serve(api, LIST_ROUTES.panes, ({ context }) => listPanes(lists.source(), queryOf("panes", context)));
  serve(api, LIST_ROUTES.windows, ({ context }) => listWindows(lists.source(), queryOf("windows", context)));
  serve(api, LIST_ROUTES.sessions, ({ context }) => listSessions(lists.source(), queryOf("sessions", context)));
}

function readQuery(scope: Scope, { req }: Context, lists: ListsBackend): ListQuery {
  const parsed = parseQuery(scope, new Map(Object.entries(req.queries())), lists.known());
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}
