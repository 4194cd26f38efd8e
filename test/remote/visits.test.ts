import { expect, it } from "vitest";
import { terminalWith } from "../support/person.ts";
import { signalOn, untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";

it.each(["+1h", "-1h"])(
  "[AT15] on a machine whose clock is %s off, a done closes only when somebody watches it",
  { timeout: 180_000 },
  async (clock) => {
    const { vm, box, pane } = await watchedPane({ clock }, { AGTMUX_ATTENDED_FOR: "20s" });
    signalOn(vm, pane, "completed", "All tests pass");
    await untilPaneOf(box, "vm1", pane, ({ shelf }) => shelf === "done");
    const socket = vm.tmux("display-message", "-p", "#{socket_path}");
    const { press } = terminalWith(`tmux -S ${socket} attach-session -t work`);
    await until(() => vm.tmux("list-clients", "-F", "#{client_control_mode}").includes("0"));
    await untilPaneOf(box, "vm1", pane, ({ attention }) => attention === null);
    const idleFor = () =>
      Number(vm.tmux("display-message", "-p", "%s")) -
      Math.max(...vm.tmux("list-clients", "-t", "work", "-F", "#{client_activity}").split("\n").map(Number));
    await until(
      () => idleFor() > 20,
      () => `idle for ${idleFor()} s`,
      40_000,
    );
    signalOn(vm, pane, "completed", "Again");
    const open = await untilPaneOf(box, "vm1", pane, ({ shelf }) => shelf === "done");
    expect(open?.label ?? "done").toBe("done");
    press("C-g");
    await untilPaneOf(box, "vm1", pane, ({ attention }) => attention === null);
  },
);
