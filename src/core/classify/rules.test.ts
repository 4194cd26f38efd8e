import { describe, expect, it } from "vitest";
import { recordedScreen } from "../../../test/accuracy/shown-screen.ts";
import { adapterOf } from "../agents/registry.ts";
import { excerptOf } from "./excerpt.ts";
import { classifyByRules } from "./rules.ts";
import { shown } from "./test-excerpt.ts";

const told = (text: string, facts = {}) => classifyByRules(shown(text, facts), null);

describe("classifyByRules", () => {
  it("[NK4] asks the agent's own adapter first, and quotes the row of its cue", () => {
    const screen = recordedScreen("claude", "approval-edit");
    const excerpt = excerptOf({ agent: "claude", label: "Claude Code", alternate: false, ...screen });
    expect(classifyByRules(excerpt, adapterOf("claude"))).toEqual({
      state: "waiting_approval",
      confidence: "high",
      evidence: ["Do you want to create settings.yaml?"],
      summary: "Claude Code: approval.",
    });
  });

  it("[NK4] a title that alone shows work is quoted", () => {
    const title = "⠴ demo";
    const excerpt = shown("nothing that is known", { agent: "codex", label: "Codex", title });
    const { state, evidence } = classifyByRules(excerpt, adapterOf("codex"));
    expect([state, evidence]).toEqual(["running", [title]]);
  });

  it("[NK4] a rest whose outcome is not shown is unknown", () => {
    const screen = recordedScreen("claude", "interrupted-retry");
    const excerpt = excerptOf({ agent: "claude", label: "Claude Code", alternate: false, ...screen });
    expect(classifyByRules(excerpt, adapterOf("claude")).state).toBe("unknown");
  });

  it.each([
    ["waiting_approval", "3 files will go.\nContinue? [y/N]", {}],
    [
      "waiting_approval",
      "Are you sure you want to continue\nconnecting (yes/no)?",
      { view: { width: 33, top: 0, cursor: { line: 1, column: 22 } } },
    ],
    ["waiting_approval", "Overwrite the settings? [y/N]", { command: "bash" }],
    ["waiting_input", "dev@host's password:", {}],
    ["waiting_input", "1) one\n2) two\nYour choice:", {}],
    ["running", "✻ Pondering… (12s · esc to interrupt)", {}],
    ["waiting_input", "● Two are there.\n\nWhich one should I take?\n\n>", {}],
    ["error", "● API Error: 500 no reply\n\n>", {}],
  ])("[NK4] is %s: %j", (state, text, facts) => {
    expect(told(text, facts).state).toBe(state);
  });

  it.each([
    ["nothing", "", {}],
    ["an editor", "Continue? [y/N]", { command: "vim" }],
    ["a follower of a file", "Continue? [y/N]", { command: "tail" }],
    ["a full-screen program", "Continue? [y/N]", { alternate: true }],
    ["a pager", "Continue? [y/N]\n:", {}],
    ["a line that has an end", "Continue? [y/N]", { view: { width: 80, top: 0, cursor: { line: 1, column: 0 } } }],
    ["a line of which nobody knows", "Continue? [y/N]", { view: undefined }],
    ["half of a line about work", "Fetching sources:", {}],
    ["a shell with a prompt like a question", "Continue? [y/N] ls\na b\nContinue? [y/N]", { command: "bash" }],
    ["an answer that was given", "Continue? [y/N] y", {}],
    ["a log", "12:01:07 INFO asked: Continue? [y/N]", {}],
    ["a quotation", 'It asks "Continue? [y/N]"', {}],
    ["a list", "- Continue? [y/N]", {}],
    ["a draft at a shell's prompt", "dev@host:~$ git commit -m 'Shall we? [y/n]", { command: "bash" }],
    [
      "such a draft in two rows",
      "dev@host:~$ git commit -m 'Shall\nwe? [y/n]",
      { command: "bash", view: { width: 32, top: 0, cursor: { line: 1, column: 9 } } },
    ],
    ["a polite end", "● Done. Is there anything else you need?\n\n>", {}],
    ["a question in a pane of no agent", "Which one should I take?\n\n>", { agent: "generic" }],
    ["an interpreter", "Which one should I take?\n>>>", {}],
  ])("[NK4] %s is unknown", (_, text, facts) => {
    expect(told(text, facts).state).toBe("unknown");
  });

  it("[NK4] an agent whose shell waits has ended, even where its dialog still stands over the prompt", () => {
    const screen = recordedScreen("claude", "approval-edit");
    const lines = [...screen.lines, "dev@devbox:~$ "];
    const excerpt = excerptOf({
      agent: "claude",
      label: "Claude Code",
      alternate: false,
      ...screen,
      lines,
      command: "bash",
    });
    expect(classifyByRules(excerpt, adapterOf("claude"))).toMatchObject({ state: "idle", evidence: ["dev@devbox:~$"] });
    expect(classifyByRules(excerpt, null).state).toBe("unknown");
  });
});
