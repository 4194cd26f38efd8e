import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messages } from "../support/event-log.ts";
import { allowWatches, canLimitWatches, type WatchLimits, withWatches } from "../support/few-watches.ts";
import { isLong } from "../support/long.ts";
import { AGTMUX, type Sandbox, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { WatcherMachine } from "../support/watcher-machine.ts";

const LIMITS: [string, WatchLimits, string][] = [
  ["no watch is left", { watches: 0 }, "max_user_watches"],
  ["one watch is left", { watches: 1 }, "max_user_watches"],
  ["no instance is left", { instances: 0 }, "max_user_instances"],
];
const ENOUGH: WatchLimits = { instances: 100, watches: 1_000 };

/** A daemon in the foreground under these inotify limits. */
async function daemonWithin(limits: WatchLimits): Promise<{ box: Sandbox; pid: number }> {
  const box = sandbox({ AGTMUX_RECONCILE: "300ms" });
  box.session("first");
  const [program = "", ...args] = withWatches(limits, [AGTMUX, "daemon", "run"]);
  spawned(program, args, box.env);
  await until(async () => (await box.status()).running);
  return { box, pid: (await box.status()).pid as number };
}

async function limitProblems(box: Sandbox): Promise<string[]> {
  const { problems } = await box.status();
  return problems.filter(({ code }) => code === "WATCH_LIMIT").map(({ message }) => message);
}

describe.skipIf(!canLimitWatches)("a system that lets nothing more be watched", () => {
  it.each(isLong ? LIMITS : LIMITS.slice(-1))(
    "[SR6] %s: all is found by looking, the problem is said, and is over with the limit",
    async (_, limits, name) => {
      const { box, pid } = await daemonWithin({ ...ENOUGH, ...limits });
      const pane = await box.registered("work");
      const file = await box.statusFile(pane);
      await until(async () => (await limitProblems(box)).length === 1);
      expect((await limitProblems(box))[0]).toMatch(new RegExp(`${name}.*every 0\\.3 s`));
      expect((await box.agtmux(["doctor"])).stdout).toContain("WATCH_LIMIT");

      drop(box, { agent: "schmux", event: "working", pane, payload: "by the spool" });
      await untilPane(box, pane, ({ message }) => message === "by the spool");
      writeFileSync(file, "needs_input by the file\n");
      await untilPane(box, pane, ({ message }) => message === "by the file");

      allowWatches(pid, ENOUGH);
      await until(async () => (await limitProblems(box)).length === 0);
      writeFileSync(file, "completed watched again\n");
      drop(box, { agent: "newcomer", event: "Start", pane });
      await untilPane(box, pane, ({ message }) => message === "watched again");
      expect(messages(box, "status_file", pane)).toEqual(["by the file", "watched again"]);
      expect(messages(box, "command", pane)).toEqual(["by the spool"]);
    },
  );

  it("[SR6] a watcher elsewhere says so too, looks every tick, and watches again when it may", async () => {
    const few = { name: "few watches", argv: withWatches({ ...ENOUGH, instances: 0 }, ["sh"]), busybox: false };
    const machine = new WatcherMachine(few);
    const watcher = await machine.watch("daemon-1", { AGTMUX_WATCHER_REST: "2" });
    const file = join(machine.dir, "status", "one");
    mkdirSync(join(machine.dir, "status"));
    writeFileSync(file, "working first\n");
    watcher.client.watchFile(file);
    const texts = () => watcher.files.map(({ look }) => look?.text);
    await until(() => texts().includes("working first\n"));
    await until(
      () => watcher.watches.at(-1) === false,
      () => watcher.errors,
    );
    writeFileSync(file, "error second\n");
    await until(() => texts().includes("error second\n"));
    allowWatches(watcher.hello?.pid as number, ENOUGH);
    await until(() => watcher.watches.at(-1) === true);
    writeFileSync(file, "completed third\n");
    await until(() => texts().includes("completed third\n"));
    expect(watcher.watches).toEqual([false, true]);
  });
});
