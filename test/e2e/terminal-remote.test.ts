import { describe, expect, it, vi } from "vitest";
import { mismatches } from "../support/cells.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { canNetns, type SshHost, type SshHostOptions, sshHost } from "../support/ssh-host.ts";
import { type TerminalViewer, view } from "../support/terminal-viewer.ts";

// only a hang ever takes so long
vi.setConfig({ testTimeout: 90_000 });

describe("a pane elsewhere", () => {
  it("[TS8] is shown and typed into as one here", async () => {
    const { vm, box, pane, viewer } = await viewed();
    vm.type(
      pane,
      "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); printf '\\033[3%dm漢字 %d\\033[0m ' $((i % 8)) $i; done; echo",
    );
    await until(() => vm.screen(pane).includes("3000"));
    await untilSameOn(vm, pane, viewer);
    viewer.type("echo typed-$((6 * 7))\r");
    await until(() => viewer.rows().includes("typed-42"));
    await untilSameOn(vm, pane, viewer);
    viewer.socket.close();
    await until(() => clientsOn(vm).every((flags) => flags.includes("no-output")));
    expect(box.log()).not.toContain('"level":50');
  });

  it("[TS12] of a machine that takes no further connection is looked at again and again", async () => {
    const { vm, pane, viewer } = await viewed({ maxSessions: 1 });
    vm.type(pane, "echo looked at");
    await until(() => viewer.rows().includes("looked at"));
    await untilSameOn(vm, pane, viewer);
    viewer.type("echo typed\r");
    await until(() => viewer.rows().includes("typed"));
  });

  it.skipIf(!canNetns())("[TS12] comes back after its link was cut", async () => {
    const { vm, pane, viewer } = await viewed();
    vm.cut();
    vm.type(pane, "echo meanwhile");
    await until(
      () => viewer.all("interrupted").length > 0,
      () => JSON.stringify(viewer.told),
      45_000,
    );
    vm.restore();
    await until(
      () => viewer.rows().includes("meanwhile"),
      () => JSON.stringify(viewer.told),
      60_000,
    );
    await untilSameOn(vm, pane, viewer);
  });
});

async function viewed(options: SshHostOptions = {}) {
  const vm = await sshHost(options);
  const pane = vm.session("work");
  const box = await daemonWith([vm]);
  const { ref } = await untilPaneOf(box, "vm1", pane, () => true);
  return { vm, box, pane, viewer: await view(box, ref) };
}

function clientsOn(vm: SshHost): string[] {
  return vm.tmux("list-clients", "-F", "#{client_flags}").split("\n");
}

async function untilSameOn(vm: SshHost, pane: string, viewer: TerminalViewer): Promise<void> {
  let wrong: string[] = [];
  await until(
    async () => {
      await viewer.settled();
      wrong = await mismatches(vm, pane, viewer);
      return wrong.length === 0;
    },
    () => `${wrong.length} mismatches: ${wrong.slice(0, 5).join("; ")}\n${JSON.stringify(viewer.told.slice(-3))}`,
  );
}
