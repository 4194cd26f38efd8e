import { describe, expect, it } from "vitest";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import { processTree } from "../adapter/process-tree.ts";
import { agentFamily, workerOf } from "./agent-family.ts";
import * as claude from "./claude/process-trees.ts";
import * as codex from "./codex/process-trees.ts";
import * as copilot from "./copilot/process-trees.ts";
import { findAgent } from "./find-agent.ts";
import * as gemini from "./gemini/process-trees.ts";
import { ownAgents } from "./own-agents.ts";
import { adapterOf } from "./registry.ts";

function familyIn(tree: readonly ProcessFacts[]): number[] | null {
  const found = findAgent(100, tree);
  return found && agentFamily(found.process, tree, adapterOf(found.agent)).map(({ pid }) => pid);
}

describe("agentFamily", () => {
  it.each([
    ["a codex shim and its binary", codex.TREES["node shim running a tool"], [110, 120]],
    ["a codex binary alone", codex.TREES["bun, which became the binary"], [110]],
    ["gemini, relaunched", gemini.TREES["relaunched as its own child"], [110, 120]],
    ["claude behind its wrapper", claude.TREES["wrapper in JavaScript"], [110, 120]],
    ["copilot, named by its thread", copilot.TREES["node shim running a tool"], [110, 120]],
    ["claude as the pane's own process", claude.TREES["binary that is the pane's own process"], [100]],
  ])("[BI17] %s are its processes, not the tools it runs", (_, tree, pids) => {
    expect(familyIn(tree)).toEqual(pids);
  });

  it("[BI17] an agent of the user's own and what its launcher started under its name are its processes", () => {
    const [mini] = ownAgents([
      {
        path: "/h/agents/mini.toml",
        text: `schema = 1\nname = "mini"\nlabel = "M"\nnewest = "1"\n[process]\nbinary = '/mini$'\n`,
      },
    ]).adapters;
    const tree = processTree([
      [100, 1, "bash", ["bash"]],
      [110, 100, "node", ["node", "/usr/bin/mini"]],
      [120, 110, "mini", ["/usr/lib/mini"]],
      [130, 120, "bash", ["bash", "-c", "make"]],
    ]);
    const found = findAgent(100, tree, mini === undefined ? [] : [mini]);
    expect(found && agentFamily(found.process, tree, mini ?? null).map(({ pid }) => pid)).toEqual([110, 120]);
  });

  it("[BI17] a server of its own is not: it may serve other panes too", () => {
    expect(familyIn(codex.TREES["with the shared daemon it started"])).toEqual([110, 120]);
  });

  it("[BI17] an agent that it runs as a tool is not, the same agent included", () => {
    const tree = processTree([
      [100, 1, "bash", ["bash"]],
      [110, 100, "claude", ["claude"]],
      [120, 110, "bash", ["bash", "-c", "claude -p hello"]],
      [130, 120, "claude", ["claude", "-p", "hello"]],
      [140, 110, "codex", ["codex", "exec"]],
    ]);
    expect(familyIn(tree)).toEqual([110]);
  });

  it("[BI17] terminates if processes are their own ancestors", () => {
    const tree = processTree([
      [100, 110, "claude", ["claude"]],
      [110, 100, "claude", ["claude"]],
    ]);
    expect(familyIn(tree)).toEqual([100, 110]);
  });
});

describe("workerOf", () => {
  const workerIn = (tree: readonly ProcessFacts[]) => {
    const found = findAgent(100, tree);
    return found && workerOf({ ...found, family: agentFamily(found.process, tree, adapterOf(found.agent)) }).pid;
  };

  it.each([
    ["a shim's binary", codex.TREES["node shim running a tool"], 120],
    ["a relaunched child", gemini.TREES["relaunched as its own child"], 120],
    ["the agent behind its wrapper", claude.TREES["wrapper in JavaScript"], 120],
    ["an agent alone", codex.TREES["bun, which became the binary"], 110],
  ])("[EN40] %s does the work", (_, tree, pid) => {
    expect(workerIn(tree)).toBe(pid);
  });

  it("[EN40] npx and its shell are not part of the agent, but what they started is", () => {
    const tree = processTree([
      [100, 1, "bash", ["bash"]],
      [110, 100, "npm exec @openai", ["npm", "exec", "@openai/codex"]],
      [120, 110, "sh", ["sh", "-c", "codex"]],
      [130, 120, "node", ["node", "/home/u/.npm/_npx/1/node_modules/.bin/codex"]],
      [140, 130, "codex", ["/home/u/.npm/_npx/1/node_modules/@openai/codex/vendor/codex/codex"]],
    ]);
    expect(workerIn(tree)).toBe(140);
  });

  it("[EN40] an agent that started several processes of its own name is itself the family, and cycles terminate", () => {
    const two = processTree([
      [100, 1, "claude", ["claude"]],
      [110, 100, "claude", ["claude"]],
      [120, 100, "claude", ["claude"]],
    ]);
    expect(workerIn(two)).toBe(100);
    expect(
      workerIn(
        processTree([
          [100, 110, "claude", ["claude"]],
          [110, 100, "claude", ["claude"]],
        ]),
      ),
    ).toBe(110);
  });
});
