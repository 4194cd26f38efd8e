import { z } from "zod";
import { EventList, WatchEvent } from "../lists/watch-event.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { EVENT_PAGE, LIST_WORDS, limit } from "./list-words.ts";
import { route } from "./route.ts";
import { FILTER_FAULTS } from "./route-faults.ts";

export const EVENT_ROUTES = {
  list: route(ENDPOINTS.events.list, {
    summary: "What changed, a page of the log at a time; what follows is asked for with the page's cursor",
    query: z.object({
      ...LIST_WORDS,
      since: z.string().optional().describe("A cursor: what came after it. Without one, how every pane stands"),
      since_at: z.string().optional().describe("Milliseconds: what came after that time"),
      limit: limit(EVENT_PAGE).describe("How many at most"),
    }),
    answer: EventList,
    faults: [...FILTER_FAULTS, "E_CURSOR_EXPIRED"],
    socket: {
      says: "The same words without `limit`: what the pages would hold, then each event of a pane as it happens, once and in order.",
      sends: WatchEvent,
    },
  }),
};
