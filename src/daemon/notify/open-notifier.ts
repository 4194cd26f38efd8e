import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { WorkReport } from "../base/failures.ts";
import type { Home } from "../base/home.ts";
import type { Log } from "../base/log.ts";
import type { Folds } from "../pipeline/folds.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import { tmuxArgs } from "../targets/executor/tmux-command.ts";
import type { TargetRegistry } from "../targets/target-registry.ts";
import type { ChannelDeps } from "./channels/channel.ts";
import { Notifier } from "./notifier.ts";
import { isSomebodyHere, isWatched, type WatchedDeps } from "./watched.ts";

export interface NotifierParts {
  settings: Settings;
  home: Home;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  broadcast: Broadcast;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  judgingMs(): number;
  /** Functions, since both are created after the notifier. */
  targets(): TargetRegistry;
  watching(): WatchedDeps;
}

const ANSWER_MS = 5_000;

/** Wires the notifier to the daemon. */
export function openNotifier(parts: NotifierParts): Notifier {
  const { settings, home, store, folds, fleet, broadcast, failures, clock, log, targets, watching } = parts;
  const runTmux: ChannelDeps["runTmux"] = async (target, args, signal) => {
    const { machine, socketName } = targets().find(target).place;
    const ran = await machine.runTmux(tmuxArgs(socketName, ...args), { signal, timeoutMs: ANSWER_MS });
    if (ran.code !== 0) throw new Error(`tmux ${args[0]}: ${ran.stderr.trim()}`);
    return ran.stdout;
  };
  const localTargets = () =>
    targets()
      .all()
      .filter(({ isLocal }) => isLocal)
      .map(({ name }) => name);
  return new Notifier({
    settings: settings.notify,
    dashboard: settings.public_url.replace(/\/$/, ""),
    environment: process.env,
    vapidPath: home.vapid,
    store,
    failures,
    clock,
    log,
    runTmux,
    judgingMs: parts.judgingMs,
    localTargets,
    panes: () => fleet.all(),
    onChange: (listener) => broadcast.onChange(() => listener()),
    itemAt: (target, paneId) => fleet.find(target, paneId),
    seenThrough: (runtimeId) => folds.of(runtimeId).seenThrough,
    isInDoubt: (name) =>
      targets()
        .all()
        .some((target) => target.name === name && target.isInDoubt),
    isWatched: (item, signal) => isWatched(item, watching(), signal),
    isInUse: (signal) => isSomebodyHere(localTargets(), watching(), signal),
  });
}
