import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { type AttentionKind, attentionLabel } from "../protocol/events/attention.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { nextStep } from "./walk.ts";

function calling(name: string, kind: AttentionKind, raised_at: number): PaneItem {
  const label = attentionLabel(kind);
  const attention = { attention_id: name, kind, label, message: "", source: "hook" as const, raised_at };
  return testPane({}, { ref: name, attention });
}

const A = calling("a", "approval", 10);
const B = calling("b", "input", 20);
const C = calling("c", "error", 30);
const DONE = calling("done", "done", 5);

/** Goes so many steps; `shown` says which pane the person sees after each, null if that is not known. */
function walk(
  items: readonly PaneItem[],
  steps: number,
  shown: (ref: string) => string | null = (ref) => ref,
): string[] {
  let visited: string[] = [];
  let here: string | null = null;
  return Array.from({ length: steps }, () => {
    const step = nextStep(items, visited, here);
    if (step === null) return "nobody";
    visited = step.visited;
    here = shown(step.item.ref);
    return step.item.ref;
  });
}

describe("nextStep", () => {
  it.each([
    ["seen where they are", (ref: string) => ref],
    ["back in a shell each time", () => "shell"],
    ["outside tmux", () => null],
  ])("[LS12] goes to each who needs the person, in the order of the list, and round again: %s", (_, shown) => {
    const ring = ["a", "b", "c", "done"];
    expect(walk([A, B, C, DONE, testPane({}, { ref: "quiet" })], 9, shown)).toEqual([...ring, ...ring, "a"]);
    expect(walk([B], 3, shown)).toEqual(["b", "b", "b"]);
    expect(walk([], 1, shown)).toEqual(["nobody"]);
  });

  it("[LS12] from a pane that waits too, it goes on from there", () => {
    expect(nextStep([A, B, C], [], "a")?.item.ref).toBe("b");
    const second = nextStep([A, B], ["a@10", "b@20"], "b");
    expect([second?.item.ref, second?.visited]).toEqual(["a", ["a@10"]]);
  });

  it("[LS12] newly blocked agents come before those that are done; answered ones are left out", () => {
    expect(nextStep([A, B], ["b@20", "a@10"], "a")?.visited).toEqual(["a@10", "b@20"]);
    const { visited = [] } = nextStep([A, DONE], [], null) ?? {};
    expect(nextStep([C, DONE], visited, null)?.item.ref).toBe("c");
    const again = calling("a", "approval", 40);
    expect(nextStep([again, DONE], visited, "a")?.item.ref).toBe("done");
    expect(nextStep([again, DONE], visited, null)?.item.ref).toBe("a");
  });
});
