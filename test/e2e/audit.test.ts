import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";
import { dispose, repository, spawnAgent, spawnBox } from "../support/spawn-box.ts";
import { audited, expectRefusal } from "../support/stage.ts";

/** Audit records, oldest first, without the fields that differ from run to run. */
async function recordOf(box: Sandbox) {
  const { items } = await audited(box);
  return items.toReversed().map(({ action, outcome, code, asked_ref, ref, agent, target, request, effects }) => ({
    ...{ action, outcome, code, asked_ref, ref, agent, target, request, effects },
  }));
}

it("[GD18, SW1, SW3] spawn and dispose are on record: what was asked without its secrets, what was made and removed", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"));
  const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
  const prompt = `log in with ${secret} ${"and so on ".repeat(50)}`;
  const spawned = await spawnAgent(
    box,
    ...["--agent", "claude", "--workspace", shop, "--worktree", "fix", "--prompt", prompt, "--", "--verbose"],
  );
  const path = join(box.dir, "shop-worktrees", "fix");
  writeFileSync(join(path, "work.txt"), "not committed");
  expectRefusal(await box.agtmux(["dispose", spawned.ref, "--yes"]), "E_WORKTREE_DIRTY");
  writeFileSync(join(path, ".git-ignored"), "");
  await untilPane(box, spawned.pane_id, ({ agent }) => agent === "claude");
  await until(() => box.screen(spawned.pane_id).includes("ready "));
  await box.json("send", spawned.ref, "--text", "rm work.txt .git-ignored", "--json");
  await until(() => !existsSync(join(path, ".git-ignored")));
  const { removed, kept } = await dispose(box, spawned.ref);
  const [spawn, refused, , done] = await recordOf(box);
  const common = { ref: spawned.ref, agent: "claude", target: "host" };
  expect(spawn).toEqual({
    ...common,
    action: "spawn",
    outcome: "done",
    code: null,
    asked_ref: null,
    request: {
      workspace: shop,
      worktree: "fix",
      prompt: expect.stringMatching(/^log in with .{20,250}…$/),
      args: "--verbose",
    },
    effects: spawned.created.map((thing) => `created ${thing}`),
  });
  expect(spawn?.effects).toContain(`created worktree ${path}`);
  expect(JSON.stringify(await audited(box))).not.toContain(secret);
  const disposal = {
    ...common,
    action: "dispose",
    asked_ref: spawned.ref,
    request: { session_id: spawned.session_id },
  };
  expect(refused).toEqual({ ...disposal, outcome: "refused", code: "E_WORKTREE_DIRTY", effects: undefined });
  const effects = [...removed.map((thing) => `removed ${thing}`), ...kept.map((thing) => `kept ${thing}`)];
  expect(done).toEqual({ ...disposal, outcome: "done", code: null, effects });
  const { stdout } = await box.agtmux(["audit"]);
  expect(stdout).toMatch(/spawn +done +claude host\/%\d+ +"log in .*created worktree/);
  expect(stdout).toMatch(/dispose +refused E_WORKTREE_DIRTY +claude host\/%\d+ +\S+ has work that is not committed/);
});

it("[GD18] a refused or failed spawn, and a dispose that matches nothing, are recorded with their codes", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"));
  for (const words of [
    ["spawn", "--agent", "no-such-agent", "--workspace", shop],
    ["spawn", "--agent", "claude", "--workspace", join(shop, "nothing")],
    ["spawn", "--agent", "claude", "--workspace", shop, "--target", "nowhere"],
    ["dispose", "nobody", "--yes"],
  ])
    expect((await box.agtmux(words)).code).toBeGreaterThan(1);
  const told = (await recordOf(box)).map(({ action, outcome, code, asked_ref, agent, target }) =>
    [action, outcome, code, asked_ref, agent, target].join(" "),
  );
  expect(told).toEqual([
    // its pane had been opened and was closed again
    "spawn failed E_AGENT_NOT_FOUND  no-such-agent host",
    "spawn refused E_WORKSPACE  claude host",
    "spawn refused E_TARGET_NOT_FOUND  claude nowhere",
    "dispose refused E_REF_NOT_FOUND nobody  ",
  ]);
});
