import { silentLog } from "../../base/test-log.ts";
import type { Machine } from "../machine/machine.ts";
import { Observer, type ObserverOptions } from "./observer.ts";

/** An observer of that machine which waits a millisecond where it has to wait. */
export function anObserver(machine: Partial<Machine>, onFailure: ObserverOptions["onFailure"]): Observer {
  return new Observer({
    machine: machine as Machine,
    socketName: "x",
    host: null,
    isActive: () => false,
    retryMs: 1,
    heartbeatMs: 1,
    longestWaitMs: 1,
    clock: { now: () => 0 },
    log: silentLog(),
    onTopology: () => undefined,
    onNoServer: () => undefined,
    onAnswer: () => undefined,
    onTurn: () => undefined,
    onFailure,
  });
}
