import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FinishReport } from "../../src/core/protocol/actions/finish.ts";
import type { SpawnedItem } from "../../src/core/protocol/actions/spawn.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { sandbox, untilPane } from "../support/sandbox.ts";

const IDENTITY = {
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  ...{ GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@x", GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x@x" },
};

it("[WK40, WK41, WK42, WK43, WK44] an agent's work is committed, merged, taken back and pushed, each after it was shown", async () => {
  const box = sandbox(IDENTITY);
  const [main, work, bare] = ["main tree", "work tree", "remote.git"].map((name) => join(box.dir, name)) as [
    string,
    string,
    string,
  ];
  const git = (...words: string[]) =>
    execFileSync("git", words, { encoding: "utf8", env: { ...process.env, ...IDENTITY }, stdio: "pipe" });
  git("init", "-q", "-b", "main", main);
  writeFileSync(join(main, "a.txt"), "one\n");
  git("-C", main, "add", "-A");
  git("-C", main, "commit", "-q", "-m", "first");
  git("init", "-q", "--bare", "-b", "main", bare);
  git("-C", main, "remote", "add", "origin", bare);
  git("-C", main, "worktree", "add", "-q", "-b", "work", work);
  const { pane, hook } = await claudeWithTranscript(box, { directory: work });
  writeFileSync(join(work, "a.txt"), "two\n");
  writeFileSync(join(work, "new.txt"), "new\n");
  expect(await box.agtmux(["finish", pane, "--yes"])).toMatchObject({
    code: 54,
    stderr: expect.stringContaining("has not finished: interrupt it first"),
  });
  hook("Stop", { last_assistant_message: "Changed the number. It is two now." });
  await untilPane(box, pane, ({ state, doing }) => state === "completed" && doing?.words !== null);

  const plan = await box.agtmux(["finish", pane, "--merge", "--dry-run"]);
  expect(plan).toMatchObject({
    code: 0,
    stdout: `commit  2 files on work
merge   work into main, which is checked out in ${main}
  changed a.txt
  new new.txt
message:
  Changed the number

  It is two now.
`,
  });
  expect(
    (await box.agtmux(["finish", pane, "--squash", "--dry-run"])).stdout,
  ).toContain(`squash  2 files on work as one commit
merge   main, which is checked out in ${main}, goes forward to work
`);
  // no terminal to ask on
  expect(await box.agtmux(["finish", pane, "--merge"])).toMatchObject({
    code: 68,
    stderr: expect.stringContaining("nothing was done"),
  });
  expect(git("-C", work, "status", "--porcelain")).toBe(" M a.txt\n?? new.txt\n");

  const editor = join(box.dir, "editor");
  writeFileSync(editor, '#!/bin/sh\necho "By hand" >"$1"\n');
  chmodSync(editor, 0o755);
  const merged = await box.agtmux(["finish", pane, "--merge", "--yes", "--edit"], { env: { VISUAL: `'${editor}'` } });
  expect(merged).toMatchObject({ code: 0, stderr: "" });
  expect(merged.stdout).toContain(`to take it back: 'agtmux finish ${pane} --undo', or by hand:\n`);
  expect(git("-C", main, "log", "--format=%s", "main")).toBe("By hand\nfirst\n");
  expect(readFileSync(join(main, "new.txt"), "utf8")).toBe("new\n");
  expect(await box.agtmux(["finish", pane, "--yes"])).toMatchObject({
    code: 0,
    stdout: `There is nothing to finish on work in ${work}.\n`,
  });

  expect(await box.agtmux(["finish", pane, "--undo", "--yes"])).toMatchObject({ code: 0, stderr: "" });
  expect(git("-C", work, "status", "--porcelain")).toBe(" M a.txt\n?? new.txt\n");
  expect(existsSync(join(main, "new.txt"))).toBe(false);
  expect(await box.agtmux(["finish", pane, "--undo", "--yes"])).toMatchObject({
    code: 54,
    stderr: expect.stringContaining("nothing of this agent's was finished"),
  });

  writeFileSync(join(main, "a.txt"), "three\n");
  git("-C", main, "commit", "-qam", "meanwhile");
  const before = git("-C", work, "status", "--porcelain=v2", "--branch");
  expect(await box.agtmux(["finish", pane, "--rebase", "--yes"])).toMatchObject({
    code: 54,
    stderr: expect.stringContaining("these files conflict with the base, and nothing was changed: a.txt"),
  });
  expect(git("-C", work, "status", "--porcelain=v2", "--branch")).toBe(before);

  const words = ["finish", pane, "--push", "--yes", "--json", "--message", "Said $(so)"];
  const shown = await box.json<FinishReport>(...words);
  expect(shown).toMatchObject({ is_done: true, undo: [], branch: "work", base: "main", remote: "origin" });
  expect(git("-C", bare, "log", "-1", "--format=%s", "work")).toBe("Said $(so)\n");
  expect(await box.agtmux(["finish", pane, "--undo", "--yes"])).toMatchObject({
    code: 54,
    stderr: expect.stringContaining("was pushed, so others may have it"),
  });
  const { items } = await box.json<{ items: { action: string; outcome: string }[] }>("audit", "--json");
  expect(items.filter(({ action, outcome }) => action === "finish" && outcome === "done").length).toBeGreaterThan(2);
});

it("[WK24, WK40, SW4] a spawned agent's work is merged, and the agent disposed of", async () => {
  const box = sandbox(IDENTITY);
  const repository = join(box.dir, "shop");
  mkdirSync(repository);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", repository, ...words], { encoding: "utf8", env: { ...process.env, ...IDENTITY } });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "first");
  await box.startDaemon();
  const spawn = ["spawn", "--agent", "sh", "--workspace", repository, "--worktree", "fix", "--json"];
  const { ref, worktree, session_id, pane_id } = await box.json<SpawnedItem & { worktree: { path: string } }>(...spawn);
  writeFileSync(join(worktree.path, "fixed.txt"), "fixed\n");
  expect(await box.agtmux(["finish", ref, "--yes"])).toMatchObject({
    stderr: expect.stringContaining("it is not known whether"),
  });
  box.type(pane_id, "agtmux signal completed");
  await untilPane(box, pane_id, ({ state }) => state === "completed");
  const said = await box.agtmux(["finish", ref, "--merge", "--dispose", "--yes", "--message", "Fix it"]);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining(`${session_id} is disposed of`) });
  expect(git("log", "-1", "--format=%s", "main")).toBe("Fix it\n");
  expect(existsSync(worktree.path)).toBe(false);
  expect(readdirSync(join(box.home, "snapshots"))).toEqual([]);
  expect(git("branch", "--format=%(refname:short)")).toBe("main\n");
});
