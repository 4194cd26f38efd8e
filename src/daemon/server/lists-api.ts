import type { Context, Hono } from "hono";
import { z } from "zod";
import { type ListSource, listPanes } from "../../core/lists/list-panes.ts";
import { listSessions } from "../../core/lists/list-sessions.ts";
import { listWindows } from "../../core/lists/list-windows.ts";
import { GROUPINGS, type Known, type ListQuery, parseQuery, type Scope } from "../../core/lists/parse-query.ts";
import { SORTS } from "../../core/lists/sort.ts";
import { PaneList } from "../../core/protocol/lists.ts";
import { SessionList, WindowList } from "../../core/protocol/lists-rollups.ts";
import { STATE_PRECEDENCE } from "../../core/protocol/state-names.ts";
import { route, serve } from "./route.ts";
import { FILTER_FAULTS } from "./route-faults.ts";

/** What lists need of the daemon. */
export interface ListsBackend {
  source(): ListSource;
  /** The targets and agents that a filter may name. */
  known(): Known;
}

const several = (says: string) => z.array(z.string()).optional().describe(`${says}; may be repeated`);
const isOn = (says: string) => z.enum(["true", "false"]).default("false").describe(says);
const STATES = [...STATE_PRECEDENCE, "waiting"].join(", ");

/** The words that narrow and order a list; `parseQuery` reads them. */
export const LIST_WORDS = {
  target: several("Only there; several with commas"),
  target_session: several("Only this session of this target: host/work"),
  session: several("Only sessions of this name, whatever the target"),
  state: several(`${STATES}; several with commas`),
  agent: several("Only these agents; several with commas"),
  needs_action: isOn("Only who needs a person"),
  sort: z
    .enum(SORTS)
    .default("need")
    .describe("need: who needs a person first, longest waiting first; age: longest in its state first"),
};

export const LIST_ROUTES = {
  panes: route({
    method: "get",
    path: "/v1/panes",
    summary: "Every pane of every target, each with its agent and state",
    query: z.object(LIST_WORDS),
    answer: PaneList,
    faults: FILTER_FAULTS,
  }),
  windows: route({
    method: "get",
    path: "/v1/windows",
    summary: "Windows, each with the loudest state of its panes",
    query: z.object({ ...LIST_WORDS, with_agent_status: isOn("With each agent of the window") }),
    answer: WindowList,
    faults: FILTER_FAULTS,
  }),
  sessions: route({
    method: "get",
    path: "/v1/sessions",
    summary: "Sessions, each with the loudest state of its panes",
    query: z.object({
      ...LIST_WORDS,
      agent_summary: isOn("With how many of which agent"),
      group_by: z
        .enum(GROUPINGS)
        .default("target-session")
        .describe("session-name: sessions of one name are one row, whatever the target"),
    }),
    answer: SessionList,
    faults: FILTER_FAULTS,
  }),
};

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
