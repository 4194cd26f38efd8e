import type { Settings } from "../../core/protocol/settings.ts";
import type { Broadcast } from "../broadcast.ts";
import type { Clock } from "../clock.ts";
import type { WorkReport } from "../failures.ts";
import type { Fleet } from "../fleet.ts";
import type { Folds } from "../folds.ts";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { TargetBook } from "../target-book.ts";
import { tmuxArgs } from "../targets/tmux-command.ts";
import type { Terminals } from "../terminal/terminals.ts";
import type { ChannelDeps } from "./channel.ts";
import { Notifier } from "./notifier.ts";
import { isWatched } from "./watched.ts";

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
  /** Made after it: what is told of panes goes through it. */
  targets(): TargetBook;
  terminals(): Terminals;
}

const ANSWER_MS = 5_000;

/** The notifier, wired to the daemon's parts. */
export function openNotifier(parts: NotifierParts): Notifier {
  const { settings, home, store, folds, fleet, broadcast, failures, clock, log, targets, terminals } = parts;
  const runTmux: ChannelDeps["runTmux"] = async (target, args, signal) => {
    const { machine, socketName } = targets().find(target).place;
    const ran = await machine.runTmux(tmuxArgs(socketName, ...args), { signal, timeoutMs: ANSWER_MS });
    if (ran.code !== 0) throw new Error(`tmux ${args[0]}: ${ran.stderr.trim()}`);
    return ran.stdout;
  };
  const watchers = {
    runTmux,
    isShown: (target: string, paneId: string) => terminals().isShown(target, paneId),
    clockOffset: (target: string) => targets().find(target).place.machine.clockOffset(),
    clock,
  };
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
    localTargets: () =>
      targets()
        .all()
        .filter(({ isLocal }) => isLocal)
        .map(({ name }) => name),
    panes: () => fleet.all(),
    onChange: (listener) => broadcast.onChange(() => listener()),
    itemAt: (target, paneId) => fleet.item(target, paneId),
    seenThrough: (runtimeId) => folds.of(runtimeId).seenThrough,
    isInDoubt: (name) =>
      targets()
        .all()
        .some((target) => target.name === name && target.isInDoubt),
    isWatched: (item, signal) => isWatched(item, watchers, signal),
  });
}
