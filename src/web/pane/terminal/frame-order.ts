import type { ToldFrame } from "../../../core/protocol/terminal-frames.ts";

/** Draw it, leave it, or leave it and ask for a fresh bootstrap: what is missing would show as rubbish. */
export type Placed = "draw" | "skip" | "ask";

/** Holds frames against the offset at which each must begin. */
export function frameOrder(): (frame: ToldFrame) => Placed {
  let expected: number | null = null;
  let asked = false;
  return ({ kind, offset, bytes }) => {
    if (kind === "bootstrap") {
      expected = offset;
      asked = false;
      return "draw";
    }
    if (offset === expected) {
      expected += bytes.length;
      return "draw";
    }
    expected = null;
    if (asked) return "skip";
    asked = true;
    return "ask";
  };
}
