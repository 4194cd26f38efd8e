import { describe, expect, it } from "vitest";
import { SQUAD_TYPES, type SquadType } from "../../protocol/squad/squad.ts";
import { outOfOrder } from "./out-of-order.ts";

const said = (type: SquadType, data: Record<string, unknown> = {}) => ({ type, data });
const why = (before: SquadType, after: SquadType) => outOfOrder(said(before), said(after));

describe("outOfOrder", () => {
  it("[SQ19] squad's order, repetitions and a new beginning are in sequence", () => {
    const order: SquadType[] = ["starting", "working", "review", "completing", "complete"];
    for (const [index, type] of order.entries()) {
      expect(why(type, order[index + 1] ?? "working")).toBeNull();
      expect([why(type, type), why(type, "working"), why(type, "starting")]).toEqual([null, null, null]);
    }
  });

  it("[SQ19] a skipped step, or one back, is reported", () => {
    expect(why("working", "complete")).toBe("complete came after working");
    expect(why("starting", "review")).toBe("review came after starting");
    expect(why("complete", "completing")).toBe("completing came after complete");
    expect(why("completing", "review")).toBe("review came after completing");
  });

  it("[SQ19] questions, compaction and idleness come at any time, and so does the first of all", () => {
    for (const type of SQUAD_TYPES) {
      expect(outOfOrder(null, said(type))).toBeNull();
      for (const free of ["needs_input", "question", "compacting", "idle"] as const)
        expect([why(type, free), why(free, type)]).toEqual([null, null]);
    }
  });

  it("[SQ19] progress of one task that goes back is told, and another task begins at 0", () => {
    const at = (taskId: string, progress: number) => said("completing", { taskId, progress });
    expect(outOfOrder(at("a", 50), at("a", 25))).toBe("25 % came after 50 %");
    expect(outOfOrder(at("a", 50), at("a", 75))).toBeNull();
    expect(outOfOrder(at("a", 50), at("b", 0))).toBeNull();
  });
});
