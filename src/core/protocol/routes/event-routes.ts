import { z } from "zod";
import { EventList, WatchEvent } from "../lists/watch-event.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { EVENT_PAGE, LIST_WORDS, limit } from "./list-words.ts";
import { route } from "./route.ts";
import { FILTER_FAULTS } from "./route-faults.ts";

export const EVENT_ROUTES = {
  list: route(ENDPOINTS.events.list, {
    summary: "The change log, one page at a time; request the next page with the cursor of this one",
    query: z.object({
      ...LIST_WORDS,
      since: z
        .string()
        .optional()
        .describe("A cursor: returns what came after it. Without one, the current state of every pane"),
      since_at: z.string().optional().describe("Milliseconds: what came after that time"),
      limit: limit(EVENT_PAGE).describe("How many at most"),
    }),
    answer: EventList,
    faults: [...FILTER_FAULTS, "E_CURSOR_EXPIRED"],
    socket: {
      says: "Takes the same parameters except `limit`. Sends what the pages would contain, then each event of a pane as it happens, once and in order.",
      sends: WatchEvent,
    },
  }),
};
