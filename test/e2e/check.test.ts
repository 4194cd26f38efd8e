import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CheckReport } from "../../src/core/protocol/actions/checks.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

it("[WK60, WK61, WK62, WK64] a check runs in a window of its own, on demand and at a turn's end, and its result is beside the diff", async () => {
  const box = sandbox({ SHELL: "/bin/sh" });
  const directory = join(realpathSync(box.dir), "the work");
  execFileSync("git", ["init", "-q", directory]);
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(box.home, "config.toml"),
    `[checks]
test = "test -f good && echo 'all is well'"
slow = "until test -f go; do sleep 0.1; done; echo 'it went on'; exit 3"
end = { command = "echo ran >>turns", in = "${directory}", at_turn_end = true }
elsewhere = { command = "true", in = "/nowhere" }
`,
  );
  const { pane, hook } = await claudeWithTranscript(box, { directory });
  await untilPane(box, pane, ({ doing }) => doing?.directory?.path === directory);
  expect(await box.agtmux(["check", pane])).toMatchObject({
    code: 0,
    stdout: `check test (test -f good && echo 'all is well'): not run yet
check slow (until test -f go; do sleep 0.1; done; echo 'it went on'; exit 3): not run yet
check end (echo ran >>turns): not run yet
`,
  });
  expect(await box.agtmux(["check", pane, "elsewhere"])).toMatchObject({
    stderr: expect.stringContaining(`no check is named elsewhere in ${directory}: configured are test, slow, end`),
  });

  const before = box.screen(pane);
  expect(await box.agtmux(["check", pane, "test"])).toMatchObject({
    code: 106,
    stdout: expect.stringMatching(/failed with 1, [\dms ]+ ago/),
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
  expect(stdout).toMatch(/^new: good\n0 files changed.*\ncheck test \(.*\): passed, [\dms ]+ ago\n$/);
  await untilPane(box, pane, ({ checks: shown }) => shown?.[0]?.state === "passed" && shown[0].is_stale === false);
  writeFileSync(join(directory, "good"), "and more");
  expect((await box.agtmux(["check", pane])).stdout).toMatch(/: passed, [\dms ]+ ago, and files have changed since\n/);
  await untilPane(box, pane, ({ checks: shown }) => shown?.[0]?.is_stale === true);
  expect((await box.agtmux(["list", "panes"], { env: { COLUMNS: "200" } })).stdout).toContain("test passed (stale)");

  hook("Stop", { last_assistant_message: "Done." });
  await until(async () => (await box.client.check({ ref: pane })).checks[2]?.state === "passed");
  await untilPane(box, pane, ({ state }) => state === "completed");
  // a check goes on without the daemon, and is neither lost nor started twice
  await box.client.check({ ref: pane, name: "slow" });
  await until(() => windows().includes("check slow"));
  await box.agtmux(["daemon", "stop"]);
  writeFileSync(join(directory, "go"), "");
  await until(() => box.tmux("capture-pane", "-p", "-t", "work:check slow").includes("it went on"));
  await box.startDaemon();
  await untilPane(box, pane, ({ agent, doing }) => agent === "claude" && doing?.directory?.path === directory);
  await until(async () => (await box.client.check({ ref: pane })).checks[1]?.state === "failed");
  expect((await box.client.check({ ref: pane })).checks.map(({ name, state, code }) => [name, state, code])).toEqual([
    ["test", "passed", 0],
    ["slow", "failed", 3],
    ["end", "passed", 0],
  ]);
  expect(windows().filter((name) => name === "check slow")).toHaveLength(1);
  await untilPane(box, pane, ({ checks: shown }) => shown?.[1]?.state === "failed");
});

it("[WK62] a check that runs through a restart is awaited again, and one whose window was closed has ended with its command", async () => {
  const box = sandbox({ SHELL: "/bin/sh" });
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(box.home, "config.toml"),
    `[checks]\none = "until test -f go; do sleep 0.1; done"\ntwo = "echo $$ >pid; exec sleep 1000"\n`,
  );
  const { pane } = await claudeWithTranscript(box);
  const windows = () => box.tmux("list-windows", "-t", "work", "-F", "#{window_name}").split("\n");
  for (const name of ["one", "two"]) {
    await box.client.check({ ref: pane, name });
    await until(() => windows().includes(`check ${name}`));
  }
  const told = join(box.dir, "pid");
  const command = () => (existsSync(told) ? Number(readFileSync(told, "utf8")) : 0);
  await until(() => command() > 0);
  await box.agtmux(["daemon", "stop"]);
  box.tmux("kill-window", "-t", "work:check two");
  await until(() => !windows().includes("check two"));
  await until(() => !existsSync(`/proc/${command()}`));
  await box.startDaemon();
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  const states = async () => (await box.client.check({ ref: pane })).checks.map(({ state }) => state);
  await until(async () => (await states())[1] !== "running");
  // the first one still runs, and is not started again
  await box.client.check({ ref: pane, name: "one" });
  expect(windows().filter((name) => name === "check one")).toHaveLength(1);
  expect((await states())[0]).toBe("running");
  writeFileSync(join(box.dir, "go"), "");
  await until(async () => (await states())[0] === "passed");
});

it("[SC1, WK61] tmux runs nothing of the name of the directory in which a check runs", async () => {
  const box = sandbox({ SHELL: "/bin/sh" });
  const directory = join(realpathSync(box.dir), "work #(touch sprung)");
  mkdirSync(directory);
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), '[checks]\ntest = "pwd; touch done"\n');
  const { pane } = await claudeWithTranscript(box, { directory });
  await untilPane(box, pane, ({ doing }) => doing?.directory?.path === directory);
  const { checks } = await box.json<CheckReport>("check", pane, "test", "--json");
  expect(checks[0]).toMatchObject({ state: "passed", lines: [directory] });
  expect(readdirSync(directory)).toEqual(["done"]);
});
