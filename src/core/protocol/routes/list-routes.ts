import { z } from "zod";
import { GROUPINGS } from "../../lists/parse-query.ts";
import { PaneList } from "../lists/lists.ts";
import { SessionList, WindowList } from "../lists/lists-rollups.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { isOn, LIST_WORDS } from "./list-words.ts";
import { route } from "./route.ts";
import { FILTER_FAULTS } from "./route-faults.ts";

export const LIST_ROUTES = {
  panes: route(ENDPOINTS.lists.panes, {
    summary: "Every pane of every target, each with its agent and state",
    query: z.object(LIST_WORDS),
    answer: PaneList,
    faults: FILTER_FAULTS,
  }),
  windows: route(ENDPOINTS.lists.windows, {
    summary: "Windows, each with the most urgent state of its panes",
    query: z.object({ ...LIST_WORDS, with_agent_status: isOn("With each agent of the window") }),
    answer: WindowList,
    faults: FILTER_FAULTS,
  }),
  sessions: route(ENDPOINTS.lists.sessions, {
    summary: "Sessions, each with the most urgent state of its panes",
    query: z.object({
      ...LIST_WORDS,
      agent_summary: isOn("With how many of which agent"),
      group_by: z
        .enum(GROUPINGS)
        .default("target-session")
        .describe("session-name: one row for all sessions of the same name, on any target"),
    }),
    answer: SessionList,
    faults: FILTER_FAULTS,
  }),
};
