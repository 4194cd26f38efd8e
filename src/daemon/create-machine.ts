import { hostname } from "node:os";
import { contentId } from "../core/engine/content-id.ts";
import type { Settings } from "../core/protocol/settings.ts";
import type { Clock } from "./clock.ts";
import type { WorkReport } from "./failures.ts";
import type { Home } from "./home.ts";
import type { Log } from "./log.ts";
import type { Problems } from "./problems.ts";
import { LocalOutputs } from "./sources/local-outputs.ts";
import type { OutputCarrier } from "./sources/pane-output.ts";
import { RemoteOutputs } from "./sources/remote-outputs.ts";
import type { Store, TargetRow } from "./store/store.ts";
import { LocalTaps } from "./taps/local-taps.ts";
import { LocalMachine } from "./targets/local-machine.ts";
import type { Machine } from "./targets/machine.ts";
import { SshMachine } from "./targets/ssh-machine.ts";

export interface MachineParts {
  home: Home;
  settings: Settings;
  store: Pick<Store, "epoch">;
  problems: Problems;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

/** The machine of a target: this one, or one over ssh. */
export function createMachine(
  { kind, connection_ref }: Pick<TargetRow, "kind" | "connection_ref">,
  { home, settings, store, problems, failures, clock, log }: MachineParts,
): Machine {
  const daemonId = `${hostname().replaceAll(/[^A-Za-z0-9.-]/g, "-")}-${store.epoch}`;
  const { squad_dir: squadDir, reconcile: scanMs, ssh_config: sshConfig } = settings;
  if (kind === "local") return new LocalMachine({ home, squadDir, daemonId, scanMs, problems, failures, clock, log });
  // one account under two names is two readers: the second is refused like anybody else
  const readerId = `${daemonId}-${contentId(connection_ref).slice(0, 8)}`;
  return new SshMachine({ host: connection_ref, daemonId: readerId, home, sshConfig, problems, failures, clock, log });
}

/** How the output of that target's panes comes. */
export function outputsOf(
  { kind, tmux_socket }: TargetRow,
  machine: Machine,
  { home, settings, log }: Pick<MachineParts, "home" | "settings" | "log">,
): OutputCarrier {
  const { scrollback_lines: scrollback } = settings;
  if (kind === "local") return new LocalOutputs({ taps: new LocalTaps(home.pipes), scrollback, log });
  return new RemoteOutputs({ machine, socketName: tmux_socket, heartbeatMs: settings.heartbeat, scrollback, log });
}
