import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { events, messages } from "../support/event-log.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop, dropBytes } from "../support/spool-drop.ts";

async function registered(extra: NodeJS.ProcessEnv = {}): Promise<{ box: Sandbox; pane: string }> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  return { box, pane: await box.registered("work") };
}

const waiting = (box: Sandbox) => readdirSync(join(box.home, "spool", "new"));

describe("the spool", () => {
  it("[SR1] an entry is gone once its event is in the log, and not before", async () => {
    const { box, pane } = await registered();
    for (let n = 0; n < 40; n += 1) {
      const name = drop(box, { agent: "schmux", event: "working", pane, payload: `word ${n}` });
      const path = join(box.home, "spool", "new", name);
      await until(() => !existsSync(path));
      expect(messages(box, "command")).toHaveLength(n + 1);
    }
    expect(messages(box, "command")).toEqual(Array.from({ length: 40 }, (_, n) => `word ${n}`));
  });

  it("[SR1] an entry that comes back after it was applied is dropped by its key", async () => {
    const { box, pane } = await registered();
    const entry = { agent: "schmux", event: "needs_input", pane, payload: "Only once" };
    const writtenAt = Date.now();
    const name = drop(box, entry, writtenAt);
    const asked = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    for (const between of [async () => undefined, restartDaemon]) {
      await until(() => waiting(box).length === 0);
      await between(box);
      // as left by a crash between commit and removal
      drop(box, entry, writtenAt, name);
      await until(() => waiting(box).length === 0);
    }
    expect(messages(box, "command")).toEqual(["Only once"]);
    expect((await box.pane(pane)).nudge_seq).toBe(asked.nudge_seq);
  });

  it("[SR1] entries written while the daemon was down count with the time at which they were written", async () => {
    const { box, pane } = await registered();
    const other = await box.registered("other");
    // the panes must have existed when the signals were written
    const [longAgo, lately] = [Date.now() - 10, Date.now() - 5];
    await stopDaemon(box);
    drop(box, { agent: "schmux", event: "needs_input", pane, payload: "Asked lately" }, lately);
    drop(box, { agent: "schmux", event: "working", pane, payload: "Worked before" }, longAgo);
    drop(box, { agent: "schmux", event: "error", pane: other, payload: "Failed before" }, longAgo);
    await box.startDaemon();
    const asked = await untilPane(box, pane, ({ message }) => message === "Asked lately");
    expect(asked).toMatchObject({ state: "waiting_input", source: "command" });
    expect(Math.abs((asked.since ?? 0) - lately)).toBeLessThan(2);
    const failed = await untilPane(box, other, ({ state }) => state === "error");
    expect(Math.abs((failed.since ?? 0) - longAgo)).toBeLessThan(2);
    // an entry goes after its event is told
    await until(() => waiting(box).length === 0);
  });

  it("[SR1, AT11] a result from long ago waits to be seen, and the agent is then idle", async () => {
    const { box, pane } = await registered({ AGTMUX_COMPLETED_TO_IDLE: "1s" });
    await stopDaemon(box);
    box.type(pane, "agtmux signal completed 'Done while you were away'");
    await until(() => waiting(box).length === 1);
    const writtenAt = Date.now();
    await until(() => Date.now() > writtenAt + 1_500);
    await box.startDaemon();
    const item = await untilPane(box, pane, ({ message }) => message !== "");
    expect(item).toMatchObject({
      state: "completed",
      attention: { kind: "done", message: "Done while you were away" },
    });
    expect(item.attention?.raised_at).toBeLessThanOrEqual(writtenAt);
    await box.agtmux(["seen", pane]);
    await untilPane(box, pane, ({ state, attention }) => state === "idle" && attention === null);
  });

  it("[SR1] entries of one moment count in the order of their names", async () => {
    const { box, pane } = await registered();
    await stopDaemon(box);
    const moment = Date.now() - 5;
    for (let n = 0; n < 30; n += 1) {
      const event = n % 2 === 0 ? "error" : "working";
      drop(box, { agent: "schmux", event, pane, payload: `step ${n}` }, moment);
    }
    drop(box, { agent: "schmux", event: "needs_testing", pane, payload: "the last" }, moment);
    await box.startDaemon();
    await until(() => messages(box, "command").length === 31);
    expect(await box.pane(pane)).toMatchObject({ message: "the last", attention: { kind: "testing" } });
    expect(messages(box, "command").at(-1)).toBe("the last");
  });

  it("[SR1] signals of a pane registered while the daemon was down count once it starts", async () => {
    const box = sandbox();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    writeFileSync(file, "error Before anybody listened\n");
    expect(waiting(box)).toHaveLength(1);
    await box.startDaemon();
    const item = await untilPane(box, pane, ({ state }) => state === "error");
    expect(item).toMatchObject({ message: "Before anybody listened", source: "status_file" });
    await until(() => waiting(box).length === 0);
  });

  it("[SR4] an entry that does not parse is put aside with the reason, and the entries around it are consumed", async () => {
    const { box, pane } = await registered();
    await stopDaemon(box);
    const good = (payload: string) => drop(box, { agent: "schmux", event: "working", pane, payload });
    good("before");
    const bad: Record<string, RegExp> = {
      [dropBytes(box, "")]: /no end/,
      [dropBytes(box, "no header at all")]: /no end/,
      [dropBytes(box, "agtmux9\tagent=schmux\tevent=working\n")]: /expected "agtmux1"/,
      [dropBytes(box, "agtmux1\tagent=schmux\tevent=working\tpane=3\nx")]: /pane is "3"/,
      [dropBytes(box, Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 197) % 256)))]: /expected/,
      [drop(box, { agent: "schmux", event: "finished", pane, payload: "x" })]: /"finished" is not a state/,
      [drop(box, { agent: "agtmux", event: "register", pane, payload: "{}" })]: /session_id/,
      [dropBytes(box, `agtmux1\tagent=schmux\tevent=working\n${"x".repeat(5 * 1024 * 1024)}`)]: /more than/,
    };
    mkdirSync(join(box.home, "spool", "new", "a-directory"));
    writeFileSync(join(box.home, "secret"), "agtmux1\tagent=schmux\tevent=error\nnot to be read\n");
    symlinkSync(join(box.home, "secret"), join(box.home, "spool", "new", "a-link"));
    bad["a-directory"] = /not a plain file/;
    bad["a-link"] = /not a plain file/;
    good("after");
    await box.startDaemon();
    await untilPane(box, pane, ({ message }) => message === "after");
    good("live");
    const late = dropBytes(box, "rubbish\n");
    bad[late] = /expected "agtmux1"/;
    await until(() => waiting(box).length === 0 && existsSync(join(box.home, "spool", "rejected", `${late}.reason`)));
    await untilPane(box, pane, ({ message }) => message === "live");
    expect(messages(box, "command")).toEqual(["before", "after", "live"]);
    const rejected = join(box.home, "spool", "rejected");
    expect(readdirSync(rejected).sort()).toEqual(
      Object.keys(bad)
        .flatMap((name) => [name, `${name}.reason`])
        .sort(),
    );
    for (const [name, reason] of Object.entries(bad))
      expect(readFileSync(join(rejected, `${name}.reason`), "utf8")).toMatch(reason);
  });

  it("[EV5, ST4] a hook of an unknown agent is kept as a note and changes nothing", async () => {
    const { box, pane } = await registered();
    drop(box, { agent: "schmux", event: "needs_input", pane, payload: "A question" });
    // tmux names a window after its program a moment later
    const isAtPrompt = ({ command, window_name }: PaneItem) => command === "sh" && window_name === "sh";
    const before = await untilPane(box, pane, (item) => item.state === "waiting_input" && isAtPrompt(item));
    drop(box, { agent: "newcomer", event: "Stop", pane, payload: `{"reason":"done"}` });
    await until(() => events(box, "hook").length === 1);
    expect(events(box, "hook")).toMatchObject([{ event_type: "newcomer.Stop", bind_status: "bound" }]);
    expect(await box.pane(pane)).toEqual(before);

    const silent = await box.registered("silent");
    drop(box, { agent: "newcomer", event: "Start", pane: silent });
    const item = await untilPane(box, silent, ({ reason_code }) => reason_code === "unsupported_signal");
    expect(item).toMatchObject({ state: "unknown", attention: null });
  });

  it("[SR6] a deleted spool directory is created again and read", async () => {
    const { box, pane } = await registered({ AGTMUX_RECONCILE: "300ms" });
    const { pid } = await box.status();
    for (const round of ["first", "second"]) {
      // move it away first: the daemon would recreate what is being deleted
      renameSync(join(box.home, "spool"), join(box.dir, "gone"));
      rmSync(join(box.dir, "gone"), { recursive: true });
      drop(box, { agent: "schmux", event: "working", pane, payload: `after the ${round}` });
      await untilPane(box, pane, ({ message }) => message === `after the ${round}`);
    }
    dropBytes(box, "rubbish\n");
    await until(() => waiting(box).length === 0);
    expect((await box.status()).pid).toBe(pid);
  });

  it("[SR1, DM15] SIGKILL right after a signal loses nothing and repeats nothing", async () => {
    const { box, pane } = await registered();
    for (let n = 0; n < 8; n += 1) {
      drop(box, { agent: "schmux", event: "needs_input", pane, payload: `question ${n}` });
      await killDaemon(box);
      await box.startDaemon();
    }
    const item = await untilPane(box, pane, ({ message }) => message === "question 7");
    expect(item).toMatchObject({ state: "waiting_input", attention: { kind: "input", message: "question 7" } });
    expect(messages(box, "command")).toEqual(Array.from({ length: 8 }, (_, n) => `question ${n}`));
  });
});
