import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { nameOf, programOf, promptOf, toolOf, workplaceOf } from "./who.ts";

const signal = { type: "working", at: 1, session_id: null, task_id: "t", provisional: false } as const;

describe("who a pane is", () => {
  it("[UI32] its task, else a window that somebody named, else its session", () => {
    const pane = testPane({ session_name: "shop" }, { window_name: "checkout", command: "node" });
    expect(nameOf({ ...pane, signal: { ...signal, task_title: "Mend the cart" } })).toBe("Mend the cart");
    expect(nameOf({ ...pane, signal: { ...signal, task_title: null } })).toBe("checkout");
    expect(nameOf({ ...pane, window_name: "node" })).toBe("shop");
    expect(nameOf({ ...pane, window_name: "zsh" })).toBe("shop");
    expect(nameOf({ ...pane, window_name: "tmux" })).toBe("shop");
    expect(nameOf({ ...pane, agent: "claude", window_name: "claude" })).toBe("shop");
  });

  it("[AD50] a teammate is called by its own name", () => {
    const teammate = { name: "researcher", lead_session: "s1", lead_pane: "%1" };
    expect(nameOf(testPane({ session_name: "shop" }, { window_name: "checkout", teammate }))).toBe("@researcher");
  });

  it("[UI32] an agent without an adapter is called by its program", () => {
    expect(programOf({ agent: "codex", command: "node" })).toBe("codex");
    expect(programOf({ agent: "generic", command: "make" })).toBe("make");
    expect(programOf({ agent: null, command: "bash" })).toBe("bash");
  });

  it("[UI32] its branch, what is not committed, the last prompt and the tool that runs, where these are known", () => {
    const origin = { source: "hook", from: "claude.PreToolUse", at: 1 } as const;
    const doing = {
      task: { text: "Mend the login", ...origin },
      tool: { name: "Bash", argument: "npm test", ...origin },
      words: null,
      directory: null,
      branch: { name: "login", commit: null, ...origin },
      changes: { files: 2, added: 12, removed: 3, untracked: 1, ...origin },
    };
    const pane = testPane({}, { cwd: "/src/shop", doing });
    expect([workplaceOf(pane), promptOf(pane), toolOf(pane)]).toEqual([
      "shop · login · +12 -3 1 new",
      "Mend the login",
      "Bash npm test",
    ]);
    const silent = testPane({}, { activity: { kind: "working", tool: "Read" } });
    expect([promptOf(silent), toolOf(silent), toolOf(testPane({}))]).toEqual(["", "Read", ""]);
  });

  it("[WK64] how the checks there ended, in short", () => {
    const check = { name: "test", state: "passed", since: 1, is_stale: true } as const;
    const checks = [{ ...check, state: "failed", is_stale: null } as const, { ...check, name: "lint" }];
    expect(workplaceOf(testPane({}, { cwd: "/shop", checks }))).toBe("shop · test failed, lint passed (stale)");
    const running = { ...check, state: "running" } as const;
    const many = ["a", "b", "c", "d", "e"].map((name) => ({ ...running, name }));
    expect(workplaceOf(testPane({}, { cwd: "/shop", checks: many }))).toBe("shop · a runs, b runs, c runs, 2 more");
  });

  it("[UI32] its directory, and its machine unless that is this one", () => {
    expect(workplaceOf(testPane({}, { cwd: "/home/me/src/shop/" }))).toBe("shop");
    expect(workplaceOf(testPane({ target: "vm1" }, { cwd: "/" }))).toBe("vm1 · /");
  });
});
