import { z } from "zod";
import { HintMessage, StreamMessage } from "../lists/stream.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const STREAM_ROUTES = {
  stream: route(ENDPOINTS.stream.stream, {
    summary: "Every pane as it stands, then what changes",
    query: z.object({
      since: z.string().optional().describe("A cursor: what changed since, instead of the snapshot"),
      asides: z
        .string()
        .optional()
        .describe(
          "With any value: also what is no change: where something is printed, and that questions have other words",
        ),
    }),
    answer: null,
    socket: {
      says: "First a snapshot, then deltas in order; a snapshot with all its deltas applied is what /v1/panes says. Who falls behind gets a fresh snapshot, never a gap.",
      sends: z.union([StreamMessage, HintMessage]),
    },
  }),
};
