import { z } from "zod";
import { SessionSignal, SignalReport, SignalTimeline } from "../lists/signals.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { limit, TIMELINE_PAGE } from "./list-words.ts";
import { route } from "./route.ts";

const SESSION_FAULTS = ["E_TARGET_NOT_FOUND", "E_SIGNAL_NOT_FOUND"] as const;

export const SIGNAL_ROUTES = {
  follow: route(ENDPOINTS.signals.follow, {
    summary: "Squad signals as they come, as server-sent events of type session-signal",
    says: "Without `Last-Event-ID` (or `since`) it begins with the current signals; with it, it sends each later signal once. A comment every 15 s shows that the daemon is running.",
    query: z.object({
      since: z.string().optional().describe("The id of an event, for clients that cannot send Last-Event-ID"),
      session: z.array(z.string()).optional().describe("Of these tmux sessions"),
      target: z.array(z.string()).optional().describe("On these targets"),
      session_id: z.array(z.string()).optional().describe("Of these sessions of agents"),
    }),
    answer: SessionSignal,
    type: "text/event-stream",
    faults: ["E_INVALID_FILTER", "E_CURSOR_EXPIRED"],
  }),
  read: route(ENDPOINTS.signals.read, {
    summary: "The signal that stands in a tmux session",
    answer: SignalReport,
    faults: SESSION_FAULTS,
  }),
  clear: route(ENDPOINTS.signals.clear, {
    summary: "Remove the current squad signal of a tmux session, with its files; returns the removed signal",
    answer: SignalReport,
    faults: SESSION_FAULTS,
  }),
  timeline: route(ENDPOINTS.signals.timeline, {
    summary: "The last signals of a tmux session, oldest first",
    query: z.object({ limit: limit(TIMELINE_PAGE) }),
    answer: SignalTimeline,
    faults: ["E_TARGET_NOT_FOUND", "E_INVALID_FILTER"],
  }),
};
