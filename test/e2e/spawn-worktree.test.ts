import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { SpawnedList } from "../../src/core/protocol/actions/spawn.ts";
import { commit, dispose, git, repository, spawnAgent, spawnBox, toldBy, tree } from "../support/spawn-box.ts";

it("[SW1][SW3] a worktree beside the repository, of a new branch and of one that is there; dispose leaves neither behind", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"), { "README.md": "# Shop\n", "AGENTS.md": "# Mine\n" });
  git(shop, "branch", "old");
  const spawned = await spawnAgent(box, "--agent", "opencode", "--workspace", shop, "--worktree", "feature/cart");
  const path = join(box.dir, "shop-worktrees", "feature", "cart");
  expect(spawned).toMatchObject({
    workspace: path,
    worktree: { path, branch: "feature/cart", created_branch: true },
    session_name: "cart",
  });
  expect((await toldBy(box.home, spawned)).cwd).toBe(path);
  expect(git(path, "branch", "--show-current")).toBe("feature/cart");
  const old = await spawnAgent(box, "--agent", "gemini", "--workspace", path, "--worktree", "old");
  expect(old.worktree).toEqual({ path: join(box.dir, "shop-worktrees", "old"), branch: "old", created_branch: false });
  expect(git(old.workspace, "status", "--porcelain")).toBe("");
  const disposed = await dispose(box, spawned.ref);
  expect(disposed.removed).toEqual(
    expect.arrayContaining([`worktree ${path}`, "branch feature/cart", `the block in ${join(path, "AGENTS.md")}`]),
  );
  await dispose(box, old.ref);
  expect(git(shop, "branch", "--format=%(refname:short)").split("\n").sort()).toEqual(["main", "old"]);
  expect(git(shop, "worktree", "list").split("\n")).toHaveLength(1);
  expect(existsSync(join(box.dir, "shop-worktrees"))).toBe(false);
  expect(git(shop, "status", "--porcelain")).toBe("");
});

it("[SW4] uncommitted work, and commits that no branch holds, are never deleted; commits keep their branch", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"), { "AGENTS.md": "# Mine\n" });
  const spawned = await spawnAgent(box, "--agent", "copilot", "--workspace", shop, "--worktree", "cart");
  const path = spawned.workspace;
  writeFileSync(join(path, "new file.txt"), "x");
  writeFileSync(join(path, "AGENTS.md"), `# Mine, changed\n${readFileSync(join(path, "AGENTS.md"), "utf8")}`);
  const dirty = await box.agtmux(["dispose", spawned.ref, "--yes"]);
  expect(dirty).toMatchObject({ code: 58, stdout: "" });
  // refused before it asks, so that nobody says yes to what cannot be done
  expect(await box.agtmux(["dispose", spawned.ref])).toEqual(dirty);
  expect(dirty.stderr).toContain('AGENTS.md, "new file.txt"');
  // nothing was touched: the agent runs, and its instructions are still there
  const { pid } = await toldBy(box.home, spawned);
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(readFileSync(join(path, "AGENTS.md"), "utf8")).toContain("SCHMUX:BEGIN");
  git(path, "checkout", "-q", "--detach");
  git(path, "checkout", "-q", "AGENTS.md");
  git(path, "add", "new file.txt");
  commit(path, "work");
  const lost = await box.agtmux(["dispose", spawned.ref, "--yes"]);
  expect(lost).toMatchObject({ code: 58 });
  expect(lost.stderr).toContain("commits that no branch holds");
  git(path, "checkout", "-q", "-B", "cart");
  const disposed = await dispose(box, spawned.ref);
  expect(disposed.kept).toEqual(["branch cart: it has commits of its own"]);
  expect(existsSync(path)).toBe(false);
  expect(git(shop, "log", "-1", "--format=%s", "cart")).toBe("work");
});

it("[SW9] no repository, a checked-out branch, a taken path and an invalid name each have their error, and nothing is left", async () => {
  const box = await spawnBox({ AGTMUX_WORKTREES: "~/trees" });
  const shop = repository(join(box.dir, "shop"));
  const bare = join(box.dir, "bare");
  mkdirSync(bare);
  mkdirSync(join(box.dir, "user", "trees", "shop", "taken"), { recursive: true });
  const before = tree(box.dir).filter((name) => !name.startsWith("home"));
  const spawn = (workspace: string, branch: string, agent = "claude") =>
    box.agtmux(["spawn", "--agent", agent, "--workspace", workspace, "--worktree", branch]);
  expect(await spawn(bare, "x")).toMatchObject({ code: 55 });
  expect((await spawn(shop, "main")).stderr).toContain(`checked out in ${shop} already`);
  expect(await spawn(shop, "taken")).toMatchObject({ code: 57 });
  expect(await spawn(shop, "a..b")).toMatchObject({ code: 3 });
  expect(await box.agtmux(["spawn", "--agent", "claude", "--workspace", "nowhere"])).toMatchObject({ code: 54 });
  // a failed spawn undoes its earlier steps
  expect(await spawn(shop, "cart", "no-such-agent")).toMatchObject({ code: 53 });
  expect(tree(box.dir).filter((name) => !name.startsWith("home"))).toEqual(before);
  expect(git(shop, "branch", "--format=%(refname:short)")).toBe("main");
  expect((await box.json<SpawnedList>("list", "panes", "--all", "--json")).items).toEqual([]);
  const fine = await spawnAgent(box, "--agent", "claude", "--workspace", shop, "--worktree", "cart");
  expect(fine.workspace).toBe(join(box.dir, "user", "trees", "shop", "cart"));
});
