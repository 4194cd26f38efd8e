import type { ServerFrame } from "../../../core/protocol/terminal/terminal-frames.ts";

/** `draw` the frame, `skip` it, or skip it and `ask` for a new bootstrap: drawing after a gap garbles the screen. */
export type Placed = "draw" | "skip" | "ask";

/** Checks each frame's offset against the expected one. */
export function frameOrder(): (frame: ServerFrame) => Placed {
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
