import { describe, expect, it } from "vitest";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../core/signals/squad/examples.ts";
import { renderSignal } from "./signal.ts";

const COMPLETE: SquadSignal = {
  type: "complete",
  signal_id: "id-1",
  session_id: "s-1",
  tmux_session: "work",
  timestamp: "2026-03-04T05:06:07Z",
  data: SQUAD_EXAMPLES.complete,
};

describe("renderSignal", () => {
  it("[SQ19] shows the whole bundle of a completion", () => {
    expect(renderSignal(COMPLETE)).toEqual([
      "signal: complete · task squad-abc · session s-1",
      "  summary:  Added Redis cache layer",
      "            Configured TTL per route",
      "  quality:  tests passing, build clean",
      "  for you:  Deploy Redis to production",
      "  next:     Add cache monitoring dashboard (priority 3)",
      "  files:    src/lib/cache/redis.ts",
      "  patterns: Use $lib/cache for all caching",
      "  gotchas:  Cache TTL must match session duration",
    ]);
  });

  it("[SQ2] shows actions and tasks that are plain texts", () => {
    const data = { humanActions: ["Deploy Redis"], suggestedTasks: ["Add monitoring"] };
    expect(renderSignal({ ...COMPLETE, session_id: null, data })).toEqual([
      "signal: complete",
      "  for you:  Deploy Redis",
      "  next:     Add monitoring",
    ]);
  });

  it("[SQ19] says that it is out of order", () => {
    const [head] = renderSignal({ ...COMPLETE, out_of_order: "complete came after working" });
    expect(head).toBe("signal: complete · task squad-abc · session s-1 · out of order: complete came after working");
  });

  it("[SQ19] shows how far a completion is, and that it was written ahead", () => {
    const data = SQUAD_EXAMPLES.completing;
    expect(renderSignal({ ...COMPLETE, type: "completing", session_id: null, provisional: true, data })).toEqual([
      "signal: completing (written ahead) · task squad-abc",
      "  progress: 25 %",
    ]);
  });

  it("[CL8] nothing that an agent signalled can steer the reader's terminal", () => {
    const evil = "\x1b[2Jx\u202ey\nz";
    const data = {
      ...SQUAD_EXAMPLES.complete,
      taskId: evil,
      taskTitle: evil,
      summary: [evil],
      humanActions: [{ title: evil }],
    };
    const lines = renderSignal({ ...COMPLETE, data });
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
