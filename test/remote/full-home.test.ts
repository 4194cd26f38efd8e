import { describe, expect, it } from "vitest";
import { daemonWith, registeredOn, signalOn, targetOf, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost } from "../support/ssh-host.ts";

describe.skipIf(!canNetns() || process.getuid?.() !== 0)("a home on another machine", () => {
  it.each([
    ["is full", "No space left on device", fill, empty],
    ["is read-only", "Read-only file system", remount("ro"), remount("rw")],
  ])("[TG31] that %s later shows in health until it is over", async (_, words, spoil, mend) => {
    const vm = await sshHost();
    // a separate disk on that machine
    vm.run('mkdir "$AGTMUX_HOME" && mount -t tmpfs -o size=1m none "$AGTMUX_HOME"');
    vm.session("first");
    const box = await daemonWith([vm]);
    const pane = await registeredOn(vm, "work");
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null);
    expect((await targetOf(box, "vm1"))?.health).toBe("ok");

    spoil(vm);
    await untilTarget(box, "vm1", ({ error }) => error !== null);
    expect(await targetOf(box, "vm1")).toMatchObject({
      health: "degraded",
      error: { code: "E_HOME_UNUSABLE", message: expect.stringContaining(`cannot be written (${words})`) },
    });
    expect(await problems(box)).toEqual(["NO_TMUX_SERVER", "E_HOME_UNUSABLE"]);
    signalOn(vm, pane, "error", "lost");
    await until(() => vm.screen(pane).replaceAll(/\s/g, "").includes("[E_HOME_UNUSABLE]"));

    mend(vm);
    await untilTarget(box, "vm1", ({ health, error }) => health === "ok" && error === null);
    expect(await problems(box)).toEqual(["NO_TMUX_SERVER"]);
    signalOn(vm, pane, "needs_input", "heard");
    await untilPaneOf(box, "vm1", pane, ({ message }) => message === "heard");
  });
});

/** Always includes NO_TMUX_SERVER: no local tmux server runs. */
async function problems(box: Sandbox): Promise<string[]> {
  return (await box.client.health()).problems.map(({ code }) => code);
}

function fill(vm: SshHost): void {
  vm.run('dd if=/dev/zero of="$AGTMUX_HOME/filler" bs=4096 2>/dev/null || :');
}

function empty(vm: SshHost): void {
  vm.run('rm "$AGTMUX_HOME/filler"');
}

function remount(how: "ro" | "rw"): (vm: SshHost) => void {
  return (vm) => void vm.run(`mount -o remount,${how} "$AGTMUX_HOME"`);
}
