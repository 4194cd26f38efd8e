import { Fault } from "../../core/protocol/fault.ts";

type Step = () => void;

interface Open {
  undo: Step[];
  /** By who reads itself anew. */
  reload: Map<unknown, Step>;
  apply: Step[];
  publish: Step[];
  published: Set<unknown>;
}

/**
 * One transaction, with everything in memory that belongs to it. What was changed in memory is taken back when the
 * transaction fails. What others are to be told waits until it is durable; a listener that throws undoes nothing, and
 * keeps nobody else from being told.
 */
export class UnitOfWork {
  private open: Open | null = null;
  private readonly queue: Step[] = [];
  private isPublishing = false;
  private onFault = (error: unknown): void => queueMicrotask(() => thrown(error));

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** Who is told of a listener that throws; without anybody it is an uncaught exception. */
  reportTo(onFault: (error: unknown) => void): void {
    this.onFault = onFault;
  }

  /** `transaction` begins, does the work and commits, or rolls back and throws. */
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

  /** Takes back a change in memory if the open transaction fails. */
  onRollback(undo: Step): void {
    this.open?.undo.push(undo);
  }

  /** For what is easier read anew than taken back: once for each owner, when everything else has been taken back. */
  reloadOnRollback(owner: object, reload: Step): void {
    this.open?.reload.set(owner, reload);
  }

  /** For memory that must not run ahead of the store: changed once the open transaction is durable. Must not throw. */
  onCommit(apply: Step): void {
    if (this.open === null) apply();
    else this.open.apply.push(apply);
  }

  /** Called when all that belongs to the open transaction is done, or at once where none is open; once for a key. */
  afterCommit(publish: Step, key?: unknown): void {
    if (this.open === null) this.publish([publish]);
    else if (key === undefined || !this.open.published.has(key)) {
      this.open.published.add(key);
      this.open.publish.push(publish);
    }
  }

  /** In order: what a listener causes is told after what it was told itself. */
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
