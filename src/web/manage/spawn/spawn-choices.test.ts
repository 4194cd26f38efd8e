import { describe, expect, it } from "vitest";
import { testPane } from "../../../../test/support/test-pane.ts";
import type { SpawnedItem } from "../../../core/protocol/actions/spawn.ts";
import { branchFor, nextBranch, presetValues, recentFolders, sameAgain, worktreePath } from "./spawn-choices.ts";
import { BLANK } from "./spawn-values.ts";

const spawned = (workspace: string, spawned_at: number, more: Partial<SpawnedItem> = {}): SpawnedItem => ({
  ...{ session_id: workspace, target: "host", ref: "", pane_id: "%1", window_id: "@1", session_name: "main" },
  ...{ agent: "claude", program: "claude", workspace, workspace_id: "", status_file: "", worktree: null },
  ...{ instructions: { by: "none", file: null }, spawned_at, ...more },
});

describe("the choices of spawn", () => {
  it("[UI53] folders of spawned agents come first, then those of agents, then of other panes; each once", () => {
    const panes = [
      testPane({ pane_id: "%1" }, { cwd: "/srv/log", agent: null, updated_at: 9 }),
      testPane({ pane_id: "%2" }, { cwd: "/srv/old", updated_at: 1 }),
      testPane({ pane_id: "%3" }, { cwd: "/srv/api", updated_at: 2 }),
      testPane({ pane_id: "%4", target: "vm1" }, { cwd: "/far" }),
    ];
    const folders = recentFolders([spawned("/srv/web", 1), spawned("/srv/api", 2)], panes, "host");
    expect(folders).toEqual(["/srv/api", "/srv/web", "/srv/old", "/srv/log"]);
    expect(recentFolders([], panes, "vm1")).toEqual(["/far"]);
  });

  it("[UI53] the same again is the same agent and place, on the next branch", () => {
    const worktree = { path: "/srv/web-worktrees/fix", branch: "fix", created_branch: true };
    expect(sameAgain(spawned("/srv/web", 1, { worktree }))).toEqual({
      ...BLANK,
      agent: "claude",
      workspace: "/srv/web",
      worktree: "fix-2",
    });
    expect(sameAgain(spawned("/srv/web", 1, { target: "vm1" }))).toMatchObject({ target: "vm1", worktree: "" });
    expect(nextBranch("fix-2")).toBe("fix-3");
  });

  it("[UI53] a branch is named after the prompt, and its worktree is shown before it is made", () => {
    expect(branchFor("Mend the login, please: it fails one run in ten")).toBe("mend-the-login-please-it");
    expect(branchFor(" 日本 ")).toBe("");
    expect(worktreePath("~/src/shop/", "fix-login")).toBe("~/src/shop-worktrees/fix-login");
  });

  it("[UI53, SW10] a preset fills what it names, and blanks the rest", () => {
    const preset = { name: "review", agent: "claude", target: "vm1", prompt: "Review it", args: ["--model", "opus"] };
    expect(presetValues(preset)).toEqual({
      ...{ agent: "claude", target: "vm1", prompt: "Review it", args: "--model\nopus" },
      ...{ workspace: "", worktree: "", session: "" },
    });
  });
});
