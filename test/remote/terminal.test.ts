import { describe, expect, it, vi } from "vitest";
import { mismatches } from "../support/cells.ts";
import { messages } from "../support/event-log.ts";
import { marker, print } from "../support/print.ts";
import { daemonWith, untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { canNetns, type SshHost, type SshHostOptions, sshHost } from "../support/ssh-host.ts";
import { type TerminalViewer, view } from "../support/terminal-viewer.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

describe("a pane elsewhere", () => {
  it("[TS5] is shown and typed into as one here", async () => {
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
    await until(() => pipeOn(vm, pane) === "");
    expect(box.log()).not.toContain('"level":50');
  });

  it("[TX16] that is searched for markers, too, is heard once and in order while viewers come and go", async () => {
    const { vm, box, pane } = await watchedPane();
    await until(
      () => pipeOn(vm, pane) !== "",
      () => box.log(),
    );
    const { ref } = await untilPaneOf(box, "vm1", pane, () => true);
    const said: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      await until(() => pipeOn(vm, pane).includes("/lines."));
      print(vm, pane, `${marker("working", `filtered ${round}`)}\nand more\n`);
      const { socket } = await view(box, ref);
      await until(() => pipeOn(vm, pane).includes("/all."));
      print(vm, pane, `${marker("working", `viewed ${round}`)}\nand more\n`);
      said.push(`filtered ${round}`, `viewed ${round}`);
      await until(() => messages(box, "marker", pane).length >= said.length);
      socket.close();
    }
    expect(messages(box, "marker", pane)).toEqual(said);
  });

  it("[TX18] that floods is looked at, and heard again when it is calm", async () => {
    const { vm, box, pane, viewer } = await viewed();
    await until(
      () => pipeOn(vm, pane) !== "",
      () => box.log(),
    );
    vm.type(pane, "timeout 8 yes flood");
    await until(() => pipeOn(vm, pane) === "");
    await until(() => viewer.rows().filter((row) => row === "flood").length > 5);
    await until(() => pipeOn(vm, pane) !== "", undefined, 60_000);
    viewer.type("echo calm\r");
    await until(() => viewer.rows().includes("calm"));
    await untilSameOn(vm, pane, viewer);
  });

  it("[TX18, TX19] that floods while it is searched for markers is told, since some of them may be lost", async () => {
    const { vm, box, pane } = await watchedPane();
    await view(box, (await untilPaneOf(box, "vm1", pane, () => true)).ref);
    await until(() => pipeOn(vm, pane).includes("/all."));
    vm.type(pane, "timeout 20 yes flood");
    await until(
      async () => (await box.client.health()).problems.some(({ code }) => code === "OUTPUT_GAP"),
      () => box.log(),
    );
    vm.tmux("send-keys", "-t", pane, "C-c");
    print(vm, pane, `${marker("completed", "After it")}\n`);
    await until(
      () => messages(box, "marker", pane).includes("After it"),
      () => box.log(),
    );
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

/** The name of our pipe on that pane; empty if none is open. */
function pipeOn(vm: SshHost, pane: string): string {
  return vm.tmux("display-message", "-p", "-t", pane, "#{?pane_pipe,#{@agtmux_pipe},}");
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
