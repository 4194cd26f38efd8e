import { Fault } from "../../core/protocol/base/fault.ts";

type Step = () => void;

interface Open {
  undo: Step[];
  /** Reload callbacks by owner. */
  reload: Map<unknown, Step>;
  apply: Step[];
  publish: Step[];
  published: Set<unknown>;
}

/**
 * One transaction and the in-memory state that belongs to it. In-memory changes are undone if the transaction fails.
 * Publishing waits until it is durable; a throwing listener undoes nothing and does not stop the others.
 */
export class UnitOfWork {
  private open: Open | null = null;
  private readonly queue: Step[] = [];
  private isPublishing = false;
  private onFault = (error: unknown): void => queueMicrotask(() => thrown(error));

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** Handler for errors of listeners; without one they are uncaught exceptions. */
  reportTo(onFault: (error: unknown) => void): void {
    this.onFault = onFault;
  }

  /** `transaction` begins, works and commits, or rolls back and throws. */
  run<T>(transaction: () => T): T {
    if (this.open !== null) throw new Fault("E_INTERNAL", "a transaction of the store was opened inside another");
    const open: Open = { undo: [], reload: new Map(), apply: [], publish: [], published: new Set() };
    this.open = open;
    let result: T;
    try {
      result = transaction();
    } catch (error) {
      this.open = null;
      for (const step of [...open.undo.reverse(), ...open.reload.values()]) step();
      throw error;
    }
    this.open = null;
    for (const step of open.apply) step();
    this.publish(open.publish);
    return result;
  }

  /** Registers the undo of an in-memory change, run if the open transaction fails. */
  onRollback(undo: Step): void {
    this.open?.undo.push(undo);
  }

  /** For state that is easier to reload than to undo: runs once per owner, after all undo steps. */
  reloadOnRollback(owner: object, reload: Step): void {
    this.open?.reload.set(owner, reload);
  }

  /** For state that must not run ahead of the store: applied once the open transaction is durable. Must not throw. */
  onCommit(apply: Step): void {
    if (this.open === null) apply();
    else this.open.apply.push(apply);
  }

  /** Runs after the commit and all in-memory changes, or at once if no transaction is open; once per key. */
  afterCommit(publish: Step, key?: unknown): void {
    if (this.open === null) this.publish([publish]);
    else if (key === undefined || !this.open.published.has(key)) {
      this.open.published.add(key);
      this.open.publish.push(publish);
    }
  }

  /** In order: what a listener publishes comes after the current listeners. */
  private publish(listeners: readonly Step[]): void {
    this.queue.push(...listeners);
    if (this.isPublishing) return;
    this.isPublishing = true;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      try {
        next();
      } catch (error) {
        this.onFault(error);
      }
    }
    this.isPublishing = false;
  }
}

function thrown(error: unknown): never {
  throw error;
}
