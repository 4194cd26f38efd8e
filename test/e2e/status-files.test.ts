import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { events, messages } from "../support/event-log.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

interface Registered {
  box: Sandbox;
  pane: string;
  file: string;
}

/** A sandbox with a running daemon, a registered pane and its status file. */
async function registered(extra: NodeJS.ProcessEnv = {}): Promise<Registered> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  return { box, pane, file: await box.statusFile(pane) };
}

const says = ({ box, pane }: Registered, message: string) => untilPane(box, pane, (item) => item.message === message);

function replace(file: string, content: string): void {
  writeFileSync(`${file}.tmp`, content);
  renameSync(`${file}.tmp`, file);
}

describe("status files", () => {
  it("[SR20] registering creates the signal directory and hides it from git", async () => {
    const { file, box } = await registered();
    expect(dirname(file)).toBe(join(box.workspace, ".schmux", "signal"));
    expect(existsSync(dirname(file))).toBe(true);
    expect(readFileSync(join(box.workspace, ".schmux", ".gitignore"), "utf8")).toBe("*\n");
    writeFileSync(file, "working\n");
    execFileSync("git", ["init", "-q", box.workspace], { env: box.env });
    const status = execFileSync("git", ["status", "--porcelain", "--untracked-files=all"], {
      cwd: box.workspace,
      env: box.env,
      encoding: "utf8",
    });
    expect(status).not.toContain(".schmux");
  });

  it("[SR7] a file is read when created, truncated and written, appended to late, renamed over, removed and written again", async () => {
    const here = await registered();
    const { file, box } = here;
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "working Created\n");
    expect(await says(here, "Created")).toMatchObject({ state: "running", source: "status_file" });
    writeFileSync(file, "needs_input Truncated and written\n");
    expect(await says(here, "Truncated and written")).toMatchObject({ state: "waiting_input" });
    replace(file, "error Renamed over\n");
    await says(here, "Renamed over");
    replace(file, "completed Renamed over again\n");
    await says(here, "Renamed over again");
    rmSync(file);
    writeFileSync(file, "needs_testing Removed and written\n");
    expect(await says(here, "Removed and written")).toMatchObject({ attention: { kind: "testing" } });
    const slow = openSync(file, "w");
    await until(() => readFileSync(file, "utf8") === "");
    writeSync(slow, "error Written after a pause\n");
    closeSync(slow);
    expect(await says(here, "Written after a pause")).toMatchObject({ state: "error", attention: { kind: "error" } });
    expect(messages(box, "status_file")).toEqual([
      "Created",
      "Truncated and written",
      "Renamed over",
      "Renamed over again",
      "Removed and written",
      "Written after a pause",
    ]);
  });

  it("[SR6, SR7] a directory that was deleted and created again is read", async () => {
    const here = await registered({ AGTMUX_RECONCILE: "300ms" });
    const { file } = here;
    writeFileSync(file, "working Before\n");
    await says(here, "Before");
    for (const round of ["first", "second"]) {
      rmSync(dirname(dirname(file)), { recursive: true });
      mkdirSync(dirname(file), { recursive: true });
      replace(file, `error After the ${round} deletion\n`);
      await says(here, `After the ${round} deletion`);
      writeFileSync(file, `completed And after the ${round} one more\n`);
      await says(here, `And after the ${round} one more`);
    }
  });

  it("[SR6] entries that no watch reports are found by the slow scan", async () => {
    const here = await registered({ AGTMUX_RECONCILE: "300ms" });
    const { file, box } = here;
    // the watch follows the directory that was moved away; the new one is not watched
    renameSync(dirname(file), join(box.dir, "moved-away"));
    mkdirSync(dirname(file));
    writeFileSync(file, "needs_input Nobody watched\n");
    await says(here, "Nobody watched");
  });

  it("[SR7] the file is read when the daemon starts, with the time at which it was written", async () => {
    const here = await registered();
    const { file, box } = here;
    await stopDaemon(box);
    writeFileSync(file, "needs_input While you were away\n");
    const writtenAt = Date.now() - 60_000;
    utimesSync(file, writtenAt / 1000, writtenAt / 1000);
    await box.startDaemon();
    const item = await says(here, "While you were away");
    expect(item).toMatchObject({ state: "waiting_input", attention: { kind: "input" } });
    expect(Math.abs((item.since ?? 0) - writtenAt)).toBeLessThan(2);
  });

  it("[SR7] a restart, or SIGKILL, gives no new signal", async () => {
    const here = await registered();
    const { file, box, pane } = here;
    writeFileSync(file, "needs_input Asked once\n");
    const asked = await says(here, "Asked once");
    await restartDaemon(box);
    await killDaemon(box);
    await box.startDaemon();
    const after = await says(here, "Asked once");
    expect(after).toMatchObject({ nudge_seq: asked.nudge_seq, since: asked.since, attention: asked.attention });
    expect(events(box, "status_file")).toHaveLength(1);
    expect((await box.pane(pane)).runtime_id).toBe(asked.runtime_id);
  });

  it("[SR7] rewriting the same content is not a new signal, unless there was other content in between", async () => {
    const here = await registered();
    const { file, box } = here;
    const question = "needs_input The same question\n";
    writeFileSync(file, question);
    const asked = await says(here, "The same question");
    for (const rewrite of [() => writeFileSync(file, question), () => replace(file, question)]) rewrite();
    const other = await box.registered("other");
    writeFileSync(await box.statusFile(other), "working Later than the rewriting\n");
    await untilPane(box, other, ({ state }) => state === "running");
    await restartDaemon(box);
    expect(await says(here, "The same question")).toMatchObject({
      nudge_seq: asked.nudge_seq,
      since: asked.since,
      attention: asked.attention,
    });

    writeFileSync(file, "working On the answer\n");
    expect(await says(here, "On the answer")).toMatchObject({ state: "running", attention: null });
    writeFileSync(file, question);
    expect((await says(here, "The same question")).nudge_seq).toBeGreaterThan(asked.nudge_seq);
  });

  it("[SR7] an invalid state is logged and leaves the state as it was; the next valid one counts", async () => {
    const here = await registered();
    const { file, box, pane } = here;
    writeFileSync(file, "needs_input A real question\n");
    // tmux names a window after its program a moment later
    const before = await untilPane(
      box,
      pane,
      (item) => item.message === "A real question" && item.command === "sh" && item.window_name === "sh",
    );
    writeFileSync(file, "finished All done, I think\n");
    await until(() => box.log().includes("signal near-miss"));
    const line = box
      .log()
      .split("\n")
      .find((each) => each.includes("signal near-miss"));
    expect(JSON.parse(line ?? "")).toMatchObject({ where: file, line: "finished All done, I think" });
    expect(await box.pane(pane)).toEqual(before);
    writeFileSync(file, "completed Really\n");
    await says(here, "Really");
    expect(messages(box, "status_file")).toEqual(["A real question", "Really"]);
  });

  it("[SR7] the file of an unregistered session is ignored, and so are links and directories", async () => {
    const here = await registered();
    const { file, box, pane } = here;
    writeFileSync(join(dirname(file), "somebody-else"), "error Not ours\n");
    writeFileSync(`${file}.bak`, "error Not ours either\n");
    symlinkSync(join(dirname(file), "somebody-else"), file);
    const other = await box.registered("other");
    writeFileSync(await box.statusFile(other), "working After them\n");
    await untilPane(box, other, ({ state }) => state === "running");
    expect(await box.pane(pane)).toMatchObject({ state: "unknown", reason_code: "no_signal" });
    rmSync(file);
    mkdirSync(file);
    rmSync(file, { recursive: true });
    writeFileSync(file, "completed A plain file at last\n");
    await says(here, "A plain file at last");
    expect(messages(box, "status_file")).toEqual(["After them", "A plain file at last"]);
  });

  it("[SR7] a status file of an ended session is ignored, also after a restart", async () => {
    const here = await registered();
    const { file, box, pane } = here;
    writeFileSync(file, "working Alive\n");
    await says(here, "Alive");
    box.tmux("kill-pane", "-t", pane);
    await until(async () => (await box.panes()).items.every(({ identity }) => identity.pane_id !== pane));
    writeFileSync(file, "error From beyond\n");
    await restartDaemon(box);
    const other = await box.registered("other");
    writeFileSync(await box.statusFile(other), "working After it\n");
    await untilPane(box, other, ({ state }) => state === "running");
    expect(messages(box, "status_file")).toEqual(["Alive", "After it"]);
  });

  it("[SR6] a thousand writes in a row end in the last one, whichever of them were seen", async () => {
    const here = await registered();
    const { file } = here;
    for (let n = 0; n < 1_000; n += 1) {
      if (n % 3 === 0) replace(file, `working step ${n}\n`);
      else writeFileSync(file, `working step ${n}\n`);
    }
    writeFileSync(file, "completed the last step\n");
    await says(here, "the last step");
  });
});
