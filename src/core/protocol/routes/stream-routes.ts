import { z } from "zod";
import { HintMessage, StreamMessage } from "../lists/stream.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const STREAM_ROUTES = {
  stream: route(ENDPOINTS.stream.stream, {
    summary: "Every pane as it stands, then what changes",
    query: z.object({
      since: z.string().optional().describe("A cursor: sends what has changed since, instead of a snapshot"),
      asides: z
        .string()
        .optional()
        .describe(
          "With any value: also sends hint messages, which change no state: which panes print, and that the wording of a question changed",
        ),
    }),
    answer: null,
    socket: {
      says: "First a snapshot, then deltas in order; a snapshot with all its deltas applied is what /v1/panes says. A client that falls behind gets a new snapshot, so nothing is missing.",
      sends: z.union([StreamMessage, HintMessage]),
    },
  }),
};
