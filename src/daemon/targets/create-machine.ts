import { hostname } from "node:os";
import { contentId } from "../../core/engine/content-id.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { WorkReport } from "../base/failures.ts";
import type { Home } from "../base/home.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Store, TargetRow } from "../store/store.ts";
import { LocalMachine } from "./local/local-machine.ts";
import type { Machine } from "./machine/machine.ts";
import { RemoteMachine, type RemoteMachineDeps } from "./remote/remote-machine.ts";
import { SshConnection } from "./ssh/ssh-connection.ts";

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
  const around = { problems, failures, clock, log };
  const remote = (logIn: RemoteMachineDeps["logIn"]) => {
    // one account under two names is two readers: the second is refused like any other
    const readerId = `${daemonId}-${contentId(connection_ref).slice(0, 8)}`;
    return new RemoteMachine({ host: connection_ref, daemonId: readerId, logIn, ...around });
  };
  switch (kind) {
    case "local":
      return new LocalMachine({ home, squadDir, daemonId, scanMs, ...around });
    case "ssh":
      return remote((options) =>
        SshConnection.open({
          host: connection_ref,
          sshConfig: sshConfig === "" ? null : sshConfig,
          controlDirectory: home.ssh,
          ...options,
        }),
      );
    default:
      return kind satisfies never;
  }
}
