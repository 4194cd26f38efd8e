import { describe, expect, it } from "vitest";
import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import { testPane } from "../support/test-pane.ts";
import { falseAndMissed } from "./rings.ts";
import type { Sighting } from "./sightings.ts";

const NOTHING = { due: [], possible: [] };

describe("calls are held against what was due", () => {
  it("[AD22] each id is one call, however often it is told", () => {
    const seen = [call(1_000, "a", "approval"), call(1_100, "a", "approval"), call(1_200, "b", "done")];
    expect(falseAndMissed({ due: ["approval", "done"], possible: [] }, seen, 0)).toEqual({ false: [], missed: [] });
  });

  it("[AD22] a call too many of a kind is false, and a due call that never comes is missed", () => {
    const seen = [call(1_000, "a", "done"), call(1_100, "b", "done")];
    expect(falseAndMissed({ due: ["done", "error"], possible: [] }, seen, 0)).toEqual({
      false: ["done"],
      missed: ["error"],
    });
  });

  it("[AD22] a call that may be made or not is neither false nor missed", () => {
    expect(falseAndMissed({ due: [], possible: ["done"] }, [call(1_000, "a", "done")], 0)).toEqual({
      false: [],
      missed: [],
    });
  });

  it("[AD22] an earlier call that is still open is not counted again", () => {
    const seen = [call(1_000, "a", "done"), call(3_000, "a", "done")];
    expect(falseAndMissed(NOTHING, seen, 2_000)).toEqual({ false: [], missed: [] });
  });
});

function call(at: number, id: string, kind: AttentionKind): Sighting {
  const attention = { attention_id: id, kind, label: "", message: "", raised_at: at, source: "hook" } as const;
  return { at, shown: "running", item: testPane({}, { attention }) };
}
