import { describe, expect, it, vi } from "vitest";
import { events } from "../support/event-log.ts";
import { FakeTmux } from "../support/fake-tmux.ts";
import { marker, print } from "../support/print.ts";
import { addTarget, daemonWith, targetOf, untilPaneOf, untilTarget, watcherPids } from "../support/remote-target.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { type SshHost, sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

const QUICK = { AGTMUX_HEARTBEAT: "1s", AGTMUX_RECONCILE: "300ms" };

describe("the version of tmux on another machine", () => {
  it("[TX6, TX15] one that is too old is refused, with both versions and the machine named", async () => {
    const vm = await sshHost({ env: { PATH: FakeTmux.ofVersion("tmux 3.1c").path } });
    vm.session("work");
    const box = sandbox({ AGTMUX_SSH_CONFIG: vm.sshConfig });
    await box.startDaemon();
    const ran = await addTarget(box, "vm1");
    await untilTarget(box, "vm1", ({ error }) => error?.code === "E_TMUX_TOO_OLD");
    const words = (await targetOf(box, "vm1"))?.error?.message;
    for (const word of ["3.1c", "3.2", "vm1"]) expect(words).toContain(word);
    expect(`${ran.stdout}${ran.stderr}`).toContain("3.1c");
    expect((await box.panes()).items).toEqual([]);
  });

  it.each(["tmux 3.5a", "tmux next-3.6", "tmux master"])("[TX6, TX15] %s is taken", async (words) => {
    const vm = await sshHost({ env: { PATH: FakeTmux.ofVersion(words).path } });
    vm.session("work");
    const box = await daemonWith([vm]);
    await untilTarget(box, "vm1", ({ health, panes }) => health === "ok" && panes === 1);
    expect((await targetOf(box, "vm1"))?.tmux_version).toBe(words.slice("tmux ".length));
  });
});

describe("two tmux servers of one machine", () => {
  it("[TG1, TG8, SR19] share its connection and its watcher, and each gets what was said on it", async () => {
    const vm = await sshHost();
    vm.session("work");
    vm.tmux("-L", "other", "new-session", "-d", "-s", "work", "-x", "120", "-y", "40", "-c", vm.dir, "exec sh");
    const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    await box.startDaemon();
    for (const [name, ...more] of [["a"], ["b", "--tmux-socket", "other"]] as string[][]) {
      const ran = await box.agtmux(["target", "add", name ?? "", "--kind", "ssh", "--ssh-target", "vm1", ...more]);
      expect(ran).toMatchObject({ code: 0, stderr: "" });
    }
    for (const name of ["a", "b"]) await untilTarget(box, name, ({ health, panes }) => health === "ok" && panes === 1);
    const there = { a: typist(vm), b: typist(vm, "-L", "other") };
    for (const [name, place] of Object.entries(there)) {
      place.type("%0", `eval "$(${vm.home}/bin/agtmux env)"; echo "registered:$?"`);
      await until(() => place.screen().includes("registered:0"));
      await untilPaneOf(box, name, "%0", ({ reason_code }) => reason_code === "no_signal");
    }
    for (const round of [1, 2]) {
      for (const [name, place] of Object.entries(there)) {
        const says = async (word: string, say: () => void) => {
          say();
          await untilPaneOf(box, name, "%0", ({ message }) => message === `${word} of ${name} ${round}`);
        };
        await says("marker", () => print(place, "%0", `${marker("needs_input", `marker of ${name} ${round}`)}\n`));
        await says("file", () => place.type("%0", `echo "error file of ${name} ${round}" > "$SCHMUX_STATUS_FILE"`));
        await says("hook", () => place.type("%0", `${vm.home}/bin/agtmux signal completed "hook of ${name} ${round}"`));
      }
    }
    const said = events(box).filter(({ source }) => source !== "process");
    expect(said).toHaveLength(12);
    expect(new Set(said.map(({ bind_status }) => bind_status))).toEqual(new Set(["bound"]));
    for (const name of ["a", "b"])
      expect(
        new Set(said.filter(({ message }) => message.includes(`of ${name}`)).map((each) => each.runtime_id)).size,
      ).toBe(1);
    expect(vm.connections()).toBe(1);
    expect(watcherPids(vm)).toHaveLength(1);
    const gone = await box.agtmux(["target", "remove", "a", "--yes"]);
    expect(gone.code).toBe(0);
    print(there.b, "%0", `${marker("error", "still heard")}\n`);
    await untilPaneOf(box, "b", "%0", ({ message }) => message === "still heard");
    there.b.type("%0", `${vm.home}/bin/agtmux signal completed "by both ways"`);
    await untilPaneOf(box, "b", "%0", ({ message }) => message === "by both ways");
    expect(vm.connections()).toBe(1);
    expect(watcherPids(vm)).toHaveLength(1);
  });

  it("[TG1, TX1] a second one on this machine: its panes register there, and it may come and go", async () => {
    const box = sandbox(QUICK);
    const second = sandbox({ AGTMUX_HOME: box.home });
    box.session("first");
    await box.startDaemon();
    const ran = await box.agtmux(["target", "add", "two", "--kind", "local", "--tmux-socket", second.socketName]);
    expect(ran.code).toBe(0);
    const here = await box.registered("work");
    for (const round of [1, 2]) {
      expect(await second.registered("work")).toBe("%0");
      print(second, "%0", `${marker("needs_input", `in the second ${round}`)}\n`);
      await untilPaneOf(box, "two", "%0", ({ message }) => message === `in the second ${round}`);
      second.type("%0", `echo "completed its file ${round}" > "$SCHMUX_STATUS_FILE"`);
      await untilPaneOf(box, "two", "%0", ({ message }) => message === `its file ${round}`);
      second.type("%0", `agtmux signal error "its command ${round}"`);
      await untilPaneOf(box, "two", "%0", ({ message }) => message === `its command ${round}`);
      print(box, here, `${marker("completed", `in the first ${round}`)}\n`);
      await untilPane(box, here, ({ message }) => message === `in the first ${round}`);
      second.tmux("kill-server");
      await untilTarget(box, "two", ({ health, panes }) => health === "ok" && panes === 0);
    }
    expect((await targetOf(box, "host"))?.panes).toBe(2);
  });
});

/** Types into one of that machine's tmux servers. */
function typist(vm: SshHost, ...socket: string[]) {
  return {
    dir: vm.dir,
    type(paneId: string, line: string): void {
      vm.tmux(...socket, "send-keys", "-t", paneId, "-l", line);
      vm.tmux(...socket, "send-keys", "-t", paneId, "Enter");
    },
    screen: () => vm.tmux(...socket, "capture-pane", "-p", "-t", "%0"),
  };
}
