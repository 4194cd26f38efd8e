import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const GIT_ENV = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

it("[WK20, WK22, WK23] what a turn changed is shown and undone, and what a person had changed before stays", async () => {
  const box = sandbox();
  const directory = join(box.dir, "a repository");
  mkdirSync(directory);
  const path = (name: string) => join(directory, name);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=x", "-c", "user.email=x@x", ...words], {
      encoding: "utf8",
      env: GIT_ENV,
    });
  git("init", "-q", "-b", "main");
  writeFileSync(path("a.txt"), "one\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  writeFileSync(path("mine.txt"), "my own\n");
  const { pane, hook } = await claudeWithTranscript(box, { directory });
  hook("Stop", { last_assistant_message: "Ready." });
  await untilPane(box, pane, ({ state }) => state === "completed");
  hook("UserPromptSubmit", { prompt: "Change it" });
  await untilPane(box, pane, ({ state }) => state === "running");
  await until(async () => (await box.agtmux(["diff", pane, "--since", "turn"])).code === 0);
  expect(await box.agtmux(["undo", pane, "--yes"])).toMatchObject({
    code: 54,
    stderr: expect.stringContaining("has not finished: interrupt it first"),
  });
  hook("PreToolUse", { tool_name: "Write", tool_use_id: "c1", tool_input: { file_path: path("a.txt") } });
  writeFileSync(path("a.txt"), "two\n");
  writeFileSync(path("mine.txt"), "my own\nand its\n");
  writeFileSync(path("new.txt"), "new\n");
  hook("Stop", { last_assistant_message: "Done." });
  await untilPane(box, pane, ({ state }) => state === "completed");

  const { stdout } = await box.agtmux(["diff", pane, "--since", "turn"]);
  expect(stdout).toContain("+and its");
  expect(stdout).not.toContain("+my own");
  expect(stdout).toContain("3 files changed, +3 −1");
  // no terminal to ask on
  expect(await box.agtmux(["undo", pane])).toMatchObject({
    stdout: "changes back a.txt\nchanges back mine.txt\nremoves new.txt\n",
    stderr: expect.stringContaining("E_NOT_CONFIRMED"),
  });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("two\n");
  await untilPane(box, pane, ({ doing }) => doing?.changes?.added === 1 && doing.changes.untracked === 2);
  expect(await box.agtmux(["undo", pane, "--yes"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("3 files undone"),
  });
  expect(readFileSync(path("a.txt"), "utf8")).toBe("one\n");
  expect(readFileSync(path("mine.txt"), "utf8")).toBe("my own\n");
  expect(existsSync(path("new.txt"))).toBe(false);
  await untilPane(box, pane, ({ doing }) => doing?.changes?.added === 0 && doing.changes.untracked === 1);
  expect(git("status", "--porcelain")).toBe("?? mine.txt\n");
  expect(await box.agtmux(["undo", pane, "--yes"])).toMatchObject({
    stdout: expect.stringContaining("Nothing has changed"),
  });
});
