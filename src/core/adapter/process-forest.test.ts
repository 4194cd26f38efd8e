import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAgent } from "../agents/find-agent.ts";
import { ProcessForest } from "./process-forest.ts";
import { processTree } from "./process-tree.ts";

describe("ProcessForest", () => {
  it("[BI17] gives a process and all its descendants, also those of one that has ended", () => {
    const tree = processTree([
      [1, 0, "bash", ["bash"]],
      [2, 1, "claude", ["claude"]],
      [3, 2, "rg", ["rg"]],
      [4, 9, "codex", ["codex"]],
      [5, 4, "sh", ["sh"]],
    ]);
    const forest = new ProcessForest(tree);
    expect(forest.under(1)).toEqual(tree.slice(0, 3));
    expect(forest.under(9)).toEqual(tree.slice(3));
    expect(forest.under(7)).toEqual([]);
  });

  it("[BI17] in any forest, with cycles and lost parents, the agent found under a process is that of the whole forest", () => {
    const pid = fc.integer({ min: 0, max: 12 });
    const row = fc.tuple(pid, pid, fc.constantFrom("bash", "claude", "codex"));
    const rows = fc.uniqueArray(row, { selector: ([each]) => each, maxLength: 13 });
    fc.assert(
      fc.property(rows, pid, (given, root) => {
        const tree = processTree(given.map(([each, parent, name]) => [each, parent, name, [name]]));
        expect(findAgent(root, new ProcessForest(tree).under(root))).toEqual(findAgent(root, tree));
      }),
    );
  });
});
