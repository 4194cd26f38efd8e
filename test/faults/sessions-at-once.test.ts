import { expect, it, vi } from "vitest";
import { isLong } from "../support/long.ts";
import { marker, print } from "../support/print.ts";
import { daemonWith, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 300_000 });

const ROUNDS = isLong ? 20 : 4;
const SESSIONS = 20;

/** With one client of ours per session, the first burst crashed tmux in three of three runs. */
it(`[TX12] ${ROUNDS} bursts of sessions that are made and killed, each listened to over ssh: tmux lives`, async () => {
  const vm = await sshHost({ maxSessions: SESSIONS + 10 });
  vm.session("first");
  const box = await daemonWith([vm]);
  await untilTarget(box, "vm1", ({ panes }) => panes === 1);
  const server = vm.tmux("display-message", "-p", "#{pid}");
  const names = Array.from({ length: SESSIONS }, (_, index) => `s${index}`);
  const command = `'eval "$(${vm.home}/bin/agtmux env)"; exec sh'`;
  const make = () => vm.run(`for name in ${names.join(" ")}; do tmux new-session -d -s $name ${command}; done`);
  for (let round = 0; round < ROUNDS; round += 1) {
    make();
    await untilTarget(box, "vm1", ({ panes }) => panes === SESSIONS + 1);
    vm.run(`for name in ${names.join(" ")}; do tmux kill-session -t $name; done`);
    await untilTarget(box, "vm1", ({ panes }) => panes === 1);
    expect(vm.tmux("display-message", "-p", "#{pid}")).toBe(server);
  }
  make();
  const panes = vm.tmux("list-panes", "-a", "-f", "#{m:s*,#{session_name}}", "-F", "#{pane_id}").split("\n");
  for (const pane of panes) print(vm, pane, `${marker("needs_input", `first of ${pane}`)}\n`);
  for (const pane of panes) await untilPaneOf(box, "vm1", pane, ({ message }) => message === `first of ${pane}`);
  const heard = () => vm.tmux("list-panes", "-a", "-f", "#{pane_pipe}", "-F", "#{pane_id}").split("\n");
  await until(() => heard().length === SESSIONS);
  for (const pane of panes) print(vm, pane, `${marker("working", `second of ${pane}`)}\n`);
  for (const pane of panes) await untilPaneOf(box, "vm1", pane, ({ message }) => message === `second of ${pane}`);
  expect(vm.tmux("display-message", "-p", "#{pid}")).toBe(server);
});
