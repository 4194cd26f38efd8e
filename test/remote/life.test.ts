import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import {
  addTarget,
  dropMany,
  loggedWords,
  paneOf,
  processesOn,
  QUICK,
  signalOn,
  sshPids,
  targetOf,
  untilAlone,
  untilGone,
  untilLogged,
  untilPaneOf,
  untilTarget,
  watchedPane,
} from "../support/remote-target.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { canNetns, sshHost } from "../support/ssh-host.ts";
import { follow } from "../support/stream-client.ts";

const LONG = { timeout: 180_000 };

describe("what runs on a target", () => {
  it("[TG12, FT1] a watcher killed by hand, again and again, loses nothing and repeats nothing", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    const words: string[] = [];
    let killed = "";
    for (let round = 0; round < 4; round += 1) {
      let pid = "";
      // wait for another pid than the last; read the lock, since helpers that are still ending look like watchers
      await until(() => {
        pid = /^pid=(\d+)$/m.exec(vm.run('cat "$AGTMUX_HOME/spool/lock/owner" 2>/dev/null || :'))?.[1] ?? killed;
        return pid !== killed;
      });
      killed = pid;
      words.push(...dropMany(vm, pane, 50));
      vm.run(`kill -9 ${pid}`);
      words.push(...dropMany(vm, pane, 50));
    }
    expect(await untilLogged(box, vm, words.length)).toEqual(words.toSorted());
    expect((await targetOf(box, "vm1"))?.health).toBe("ok");
    vm.type(pane, 'echo completed by file >"$SCHMUX_STATUS_FILE"');
    await untilPaneOf(box, "vm1", pane, ({ message }) => message === "by file");
    await untilAlone(vm);
  });

  it(
    "[TG12, FT1] a daemon killed while connected leaves no ssh, and the next one no second watcher",
    LONG,
    async () => {
      const { vm, box, pane } = await watchedPane();
      signalOn(vm, pane, "needs_input", "which way?");
      const { attention } = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
      const words = ["which"];
      for (let round = 0; round < 2; round += 1) {
        const before = dropMany(vm, pane, 20);
        await killDaemon(box);
        words.push(...before, ...dropMany(vm, pane, 20));
        await until(
          () => sshPids(vm).length === 0,
          () => `ssh lives on: ${sshPids(vm)}`,
        );
        await box.startDaemon();
        expect(await untilLogged(box, vm, words.length)).toEqual(words.toSorted());
        await untilAlone(vm);
      }
      expect(attention).not.toBeNull();
      const { message } = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
      expect(message).toBe(words.at(-1));
    },
  );

  it("[TG12, FT1] a daemon killed for good: what ran there ends by itself", LONG, async () => {
    const { vm, box } = await watchedPane();
    await killDaemon(box);
    await untilGone(vm);
  });

  it("[TX5] a daemon that stops leaves nothing there and no ssh here", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    signalOn(vm, pane, "completed", "done");
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
    await stopDaemon(box);
    expect(sshPids(vm)).toEqual([]);
    await untilGone(vm);
    expect(vm.tmux("list-sessions", "-F", "#{session_name}")).toBe("first\nwork");
  });

  it.runIf(canNetns())(
    "[TG18, TG17, DM15] a target that is away when the daemon starts keeps its panes",
    LONG,
    async () => {
      const { vm, box, pane } = await watchedPane();
      signalOn(vm, pane, "needs_input", "which way?");
      const asked = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
      await stopDaemon(box);
      vm.cut();
      await box.startDaemon();
      // the stored state, until it is checked
      expect(await paneOf(box, "vm1", pane)).toMatchObject({ state: "waiting_input", attention: asked.attention });
      const down = await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "target_unreachable");
      expect(down).toMatchObject({
        state: "unknown",
        attention: asked.attention,
        title: asked.title,
        agent: "generic",
      });
      signalOn(vm, pane, "completed", "found it");
      vm.restore();
      await box.agtmux(["target", "connect", "vm1"]);
      await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
      expect(await untilLogged(box, vm, 2)).toEqual(["found", "which"]);
    },
  );
});

describe("targets that come and go", () => {
  it("[TG2] a removed target leaves the list, the stream and the machine, and can be added again", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    signalOn(vm, pane, "needs_input", "which way?");
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
    const stream = await follow(box);
    expect(await box.agtmux(["target", "remove", "vm1", "--yes"])).toMatchObject({ code: 0, stderr: "" });
    expect((await box.panes()).items).toEqual([]);
    const last = stream.messages.findLast((message) => message.type === "delta" && message.removed.length > 0);
    expect(last).toMatchObject({ removed: [{ target: "vm1" }, { target: "vm1" }], partial: false });
    expect(sshPids(vm)).toEqual([]);
    await untilGone(vm);
    await restartDaemon(box);
    expect(await targetOf(box, "vm1")).toBeUndefined();
    expect((await box.panes()).items).toEqual([]);
    expect(await addTarget(box, "vm1")).toMatchObject({ code: 0, stderr: "" });
    signalOn(vm, pane, "completed", "found it");
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
  });

  it.runIf(canNetns())("[TG2, TG18] a target that does not answer is removed all the same", LONG, async () => {
    const { vm, box } = await watchedPane();
    vm.cut();
    await untilTarget(box, "vm1", ({ health }) => health !== "ok");
    expect(await box.agtmux(["target", "remove", "vm1", "--yes"])).toMatchObject({ code: 0, stderr: "" });
    expect(sshPids(vm)).toEqual([]);
    expect(await box.panes()).toMatchObject({ partial: false, items: [] });
    expect((await box.status()).problems.map(({ code }) => code)).toEqual(["NO_TMUX_SERVER"]);
  });

  it("[TG18] a daemon stops at once, though a machine hangs before it is ready", LONG, async () => {
    const vm = await sshHost({ without: ["uname"] });
    writeFileSync(join(vm.dir, "bin", "uname"), "#!/bin/sh\nexec sleep 1000\n", { mode: 0o755 });
    const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    await box.startDaemon();
    const adding = addTarget(box, "vm1");
    await until(() => processesOn(vm).includes("sleep 1000"));
    const startedAt = performance.now();
    await stopDaemon(box);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    expect(sshPids(vm)).toEqual([]);
    expect((await adding).code).not.toBe(0);
  });

  it("[TG15] a second daemon takes nothing, and takes over by itself when the first is gone", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    const second = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    await second.startDaemon();
    expect(await addTarget(second, "vm1")).toMatchObject({
      code: 66,
      stderr: expect.stringMatching(
        /^agtmux: vm1 is added, but vm1 is watched by another daemon .*\[E_TARGET_WATCHED\]\n$/,
      ),
    });
    const words = dropMany(vm, pane, 20);
    expect(await untilLogged(box, vm, words.length)).toEqual(words.toSorted());
    expect(loggedWords(second, "vm1")).toEqual([]);
    expect(await second.panes()).toMatchObject({
      partial: true,
      target_errors: [{ error: { code: "E_TARGET_WATCHED" } }],
    });
    await untilAlone(vm);
    await stopDaemon(box);
    const more = dropMany(vm, pane, 20);
    await untilTarget(second, "vm1", ({ health }) => health === "ok");
    expect(await untilLogged(second, vm, more.length)).toEqual(more.toSorted());
    expect(loggedWords(box, "vm1")).toEqual(words.toSorted());
  });
});
