import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import { processTree } from "../adapter/process-tree.ts";
import { findAgent } from "./find-agent.ts";
import { AGENTS, agentOf } from "./registry.ts";

describe("findAgent", () => {
  it("[BI17] the topmost agent counts, not one that it runs as a tool", () => {
    const tree = processTree([
      [1, 0, "bash", ["bash"]],
      [2, 1, "node", ["node", "/usr/bin/codex"]],
      [3, 2, "codex", ["codex"]],
      [4, 3, "claude", ["claude", "-p", "help me"]],
    ]);
    expect(findAgent(1, tree)).toEqual({ agent: "codex", process: tree[1] });
  });

  it("[BI19] of two agents at one depth the older counts, then the lower pid", () => {
    const [shell, young, old, twin] = processTree([
      [1, 0, "bash", ["bash"]],
      [2, 1, "claude", ["claude"]],
      [9, 1, "codex", ["codex"]],
      [8, 1, "opencode", ["opencode"]],
    ]) as [ProcessFacts, ProcessFacts, ProcessFacts, ProcessFacts];
    const tree = [shell, young, { ...old, startedAt: 0 }, { ...twin, startedAt: 0 }];
    expect(findAgent(1, tree)?.process.pid).toBe(8);
    expect(findAgent(1, [shell, young, old, twin])?.process.pid).toBe(2);
  });

  it("[BI19] the pane's own process may be the agent, and with it the agent is gone", () => {
    const tree = processTree([
      [1, 0, "claude", ["claude"]],
      [2, 1, "bash", ["bash"]],
    ]);
    expect(findAgent(1, tree)?.process).toBe(tree[0]);
    expect(findAgent(1, tree.slice(1))).toBeNull();
  });

  it("[BI17] an agent beside the pane or above it does not count", () => {
    const tree = processTree([
      [1, 0, "claude", ["claude"]],
      [2, 1, "bash", ["bash"]],
      [3, 1, "codex", ["codex"]],
    ]);
    expect(findAgent(2, tree)).toBeNull();
  });

  it("[BI17] any forest, with cycles and lost parents, gives a descendant that no nearer agent hides", () => {
    const pid = fc.integer({ min: 0, max: 12 });
    const argv = fc.constantFrom(["bash"], ["sleep", "1"], ...AGENTS.map(({ name }) => [name]));
    const facts = fc.record({
      pid,
      ppid: pid,
      start: fc.constant("0"),
      startedAt: fc.nat(3),
      command: fc.constant("node"),
      argv,
    });
    const forest = fc.uniqueArray(facts, { selector: (process) => process.pid, maxLength: 13 });
    fc.assert(
      fc.property(forest, pid, (processes, root) => {
        const found = findAgent(root, processes);
        const depths = processes.map((process) => ({ process, depth: depthUnder(root, process, processes) }));
        const agents = depths.filter(({ process, depth }) => depth !== null && agentOf(process) !== null);
        const nearest = Math.min(...agents.map(({ depth }) => depth ?? 0));
        const expected = agents
          .filter(({ depth }) => depth === nearest)
          .map(({ process }) => process)
          .sort((a, b) => a.startedAt - b.startedAt || a.pid - b.pid)[0];
        expect(found?.process).toBe(expected);
        if (found !== null) expect(found.agent).toBe(agentOf(found.process));
      }),
    );
  });
});

function depthUnder(root: number, process: ProcessFacts, all: readonly ProcessFacts[]): number | null {
  let at: ProcessFacts | undefined = process;
  for (let depth = 0; at !== undefined && depth <= all.length; depth++) {
    if (at.pid === root) return depth;
    const { ppid }: ProcessFacts = at;
    if (ppid === root) return depth + 1;
    at = all.find(({ pid }) => pid === ppid);
  }
  return null;
}
