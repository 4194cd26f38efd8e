import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CheckReport } from "../../src/core/protocol/actions/checks.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

it("[WK60, WK61, WK62] a check runs in a window of its own, on demand and at a turn's end, and its result is beside the diff", async () => {
  const box = sandbox({ SHELL: "/bin/sh" });
  const directory = join(realpathSync(box.dir), "the work");
  execFileSync("git", ["init", "-q", directory]);
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(box.home, "config.toml"),
    `[checks]
test = "test -f good && echo 'all is well'"
end = { command = "echo ran >>turns", in = "${directory}", at_turn_end = true }
elsewhere = { command = "true", in = "/nowhere" }
`,
  );
  const { pane, hook } = await claudeWithTranscript(box, { directory });
  await untilPane(box, pane, ({ doing }) => doing?.directory?.path === directory);
  expect(await box.agtmux(["check", pane])).toMatchObject({
    code: 0,
    stdout: `check test (test -f good && echo 'all is well'): not run yet
check end (echo ran >>turns): not run yet
`,
  });
  expect(await box.agtmux(["check", pane, "elsewhere"])).toMatchObject({
    stderr: expect.stringContaining(`no check is named elsewhere in ${directory}: configured are test, end`),
  });

  const before = box.screen(pane);
  expect(await box.agtmux(["check", pane, "test"])).toMatchObject({
    code: 106,
    stdout: expect.stringMatching(/failed with 1, \d+s ago/),
    stderr: expect.stringContaining("test ended with 1"),
  });
  const windows = () => box.tmux("list-windows", "-t", "work", "-F", "#{window_name}").split("\n");
  expect(windows()).toContain("check test");
  // the agent is not told, and stays in view
  expect(box.screen(pane)).toBe(before);
  expect(box.tmux("display-message", "-p", "-t", "work", "#{pane_id}")).toBe(pane);

  writeFileSync(join(directory, "good"), "");
  const { checks } = await box.json<CheckReport>("check", pane, "test", "--json");
  expect(checks[0]).toMatchObject({ name: "test", state: "passed", code: 0, lines: ["all is well"] });
  await until(() => !windows().includes("check test"));
  const { stdout } = await box.agtmux(["diff", pane, "--stat"]);
  expect(stdout).toMatch(/^new: good\n0 files changed.*\ncheck test \(.*\): passed, \d+s ago\n$/);

  hook("Stop", { last_assistant_message: "Done." });
  await until(async () => (await box.client.check({ ref: pane })).checks[1]?.state === "passed");
  await untilPane(box, pane, ({ state }) => state === "completed");
  await box.agtmux(["daemon", "stop"]);
  await box.startDaemon();
  await untilPane(box, pane, ({ agent, doing }) => agent === "claude" && doing?.directory?.path === directory);
  expect((await box.client.check({ ref: pane })).checks.map(({ name, state }) => [name, state])).toEqual([
    ["test", "passed"],
    ["end", "passed"],
  ]);
});
