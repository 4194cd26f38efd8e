import { expect, it, vi } from "vitest";
import { messages } from "../support/event-log.ts";
import { marker, printing } from "../support/print.ts";
import { daemonWith, registeredOn, untilListened, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

it("[SR30] a pane elsewhere that stays when its program ends is heard through every respawn, and costs that machine nothing", async () => {
  const vm = await sshHost();
  vm.session("first");
  const box = await daemonWith([vm]);
  await untilTarget(box, "vm1", ({ health }) => health === "ok");
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
  await untilListened(vm, "work");
  const server = vm.tmux("display-message", "-p", "#{pid}");
  vm.tmux("set-option", "-g", "remain-on-exit", "on");
  const wanted: string[] = [];
  // a marker is logged for both runtimes if it came before the second one was known
  const heard = () => messages(box, "marker", pane).filter((word, index, all) => word !== all[index - 1]);
  for (const round of [1, 2, 3, 4]) {
    const said = printing(vm, `${marker("working", `Round ${round}`)}\n`);
    vm.tmux("respawn-pane", "-k", "-t", pane, `seq 1 20000; ${said}; sleep 0.1; seq 1 30`);
    await until(() => vm.tmux("display-message", "-p", "-t", pane, "#{pane_dead}") === "1");
    wanted.push(`Round ${round}`);
    await until(
      () => JSON.stringify(heard()) === JSON.stringify(wanted),
      () => `${JSON.stringify(messages(box, "marker", pane))}\n${vm.screen(pane)}\n${box.log()}`,
    );
  }
  expect(vm.tmux("display-message", "-p", "#{pid}")).toBe(server);
  expect(vm.tmux("list-clients", "-F", "#{client_flags}")).toMatch(/^[^\n]*no-output[^\n]*$/);
});
