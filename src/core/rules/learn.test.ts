import { describe, expect, it } from "vitest";
import type { DecisionItem } from "../protocol/rules/rules.ts";
import { learnRules } from "./learn.ts";
import { proposeRules } from "./propose.ts";
import { WORK } from "./test-rules.ts";

function answered(command: string | null, over: Partial<DecisionItem> = {}): DecisionItem {
  return {
    decision_id: "d",
    at: 0,
    target: "host",
    pane_id: "%1",
    agent: "claude",
    cwd: WORK,
    tool: "Bash",
    command,
    paths: null,
    redacted: false,
    outcome: "allow",
    by: "person",
    rule_ids: [],
    would: null,
    ...over,
  };
}
const times = (count: number, item: DecisionItem) => Array.from({ length: count }, () => item);
const learned = (items: DecisionItem[]) =>
  learnRules(items).map(({ effect, command, tool, paths }) => [effect, command ?? tool, paths]);

describe("what is proposed", () => {
  it("[RL15] is what a person answered the same way at least five times", () => {
    expect(learned(times(4, answered("npm test")))).toEqual([]);
    expect(learned(times(5, answered("npm test")))).toEqual([["allow", "npm test", null]]);
    expect(learned(times(5, answered("npm test", { outcome: "deny" })))).toEqual([["deny", "npm test", null]]);
    expect(learned([...times(5, answered("npm test")), answered("npm test", { outcome: "deny" })])).toEqual([]);
    for (const over of [{ by: "rule" }, { by: null }, { outcome: "open" }, { redacted: true }] as const)
      expect(learned(times(5, answered("npm test", over)))).toEqual([]);
    expect(learned([...times(3, answered("npm test")), ...times(3, answered("npm test", { cwd: "/other" }))])).toEqual(
      [],
    );
  });

  it("[RL15] leaves operands open where only they differ, of programs that only read", () => {
    const files = ["a", "b", "c", "d", "e"];
    expect(learned(files.map((file) => answered(`cat -n ${file}`)))).toEqual([["allow", "cat -n *", null]]);
    expect(learned(files.map((file) => answered(`rm ${file}`)))).toEqual([]);
    expect(learned(files.map((file) => answered(`cat ../${file}`)))).toEqual([]);
  });

  it("[RL14] is the narrowest: these words, this agent, target and directory, for 30 days", () => {
    const request = {
      tool: "Bash",
      cwd: WORK,
      command: `git commit -m "it's" && npm test 2>&1 | tail -5`,
      paths: null,
    };
    const proposed = proposeRules("claude", "host", request);
    expect(proposed.ok && proposed.rules.map(({ command }) => command)).toEqual([
      `git commit -m "it's"`,
      "npm test 2>&1",
      "tail -5",
    ]);
    expect(proposed.ok && proposed.rules[0]).toMatchObject({
      effect: "allow",
      agent: "claude",
      target: "host",
      workspace: WORK,
      expires_in_ms: 30 * 86_400_000,
    });
    const edit = proposeRules("claude", "host", {
      tool: "Edit",
      cwd: WORK,
      command: null,
      paths: [`${WORK}/src/a.ts`],
    });
    expect(edit.ok && edit.rules).toMatchObject([{ tool: "Edit", paths: ["src/a.ts"] }]);
  });

  it("[RL14] is nothing where a rule could not say it", () => {
    for (const command of ["ls $x", "npm test | sh", "cd x && ls", "agtmux list"])
      expect(proposeRules("claude", "host", { tool: "Bash", cwd: WORK, command, paths: null }).ok).toBe(false);
    for (const paths of [null, [], ["/etc/passwd"], ["../x"], [WORK]])
      expect(proposeRules("claude", "host", { tool: "Edit", cwd: WORK, command: null, paths }).ok).toBe(false);
  });
});
