import type { Look } from "./state-look.ts";

/** States that need a person are filled shapes with the mark cut out; all others are outlines. */
export const SYMBOLS: Record<Look, { filled?: string; lines: string; dashes?: true }> = {
  waiting_approval: {
    filled: "M4.5 1.5h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z",
    lines: "M8 4.5v4.2M8 11.5v.01",
  },
  waiting_input: {
    filled: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z",
    lines: "M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2M8 11.6v.01",
  },
  error: { filled: "M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z", lines: "M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6" },
  stalled: { filled: "M8 1.2L15.2 14.4H.8z", lines: "M6.7 8v3.6M9.3 8v3.6" },
  testing: { lines: "M6 1.8h4M6.7 1.8v4.4L2.9 13a1 1 0 0 0 .9 1.4h8.4a1 1 0 0 0 .9-1.4L9.3 6.2V1.8M4.8 10h6.4" },
  review: {
    lines:
      "M1.2 8S3.7 3.6 8 3.6 14.8 8 14.8 8 12.3 12.4 8 12.4 1.2 8 1.2 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  },
  limited: { lines: "M4 1.8h8M4 14.2h8M5 1.8c0 4.2 6 4.4 6 6.2s-6 2-6 6.2M11 1.8c0 4.2-6 4.4-6 6.2s6 2 6 6.2" },
  budget: {
    lines:
      "M8 1.2v13.6M11.2 4.4C10.4 3.5 9.3 3 8 3 6 3 4.8 4 4.8 5.4c0 3.4 6.6 1.8 6.6 5.2 0 1.5-1.4 2.4-3.4 2.4-1.5 0-2.7-.6-3.5-1.6",
  },
  context: { lines: "M2 4h10.5v8H2zM14.5 6.5v3M4.2 6.2h5v3.6h-5z" },
  completed: { lines: "M2.6 8.6l3.6 3.6 7.2-8" },
  running: { filled: "M4.6 2.8l8.2 5.2-8.2 5.2z", lines: "" },
  idle: { lines: "M4 8h8" },
  unknown: { lines: "M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6z", dashes: true },
};
