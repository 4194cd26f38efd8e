import { parseJson } from "../../core/fleet/member-row.ts";
import type { TellAnswer } from "../../core/protocol/fleet/tell.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

const PREFIX = "teller:";
/** A member that has not told of a call by then may be gone: another one may. */
const LEASE_MS = 60_000;
/** Calls kept; older ones no longer matter. */
const KEPT = 5_000;

interface Teller {
  member: string;
  isTold: boolean;
  at: number;
}

/** Which member's channels tell of each of our calls: the first that asks, unless it fails. */
export class Tellers {
  private readonly deps: { store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">; clock: Clock };
  /** By the call's name, oldest first. */
  private readonly tellers = new Map<string, Teller>();

  constructor(deps: Tellers["deps"]) {
    this.deps = deps;
    const stored = [...deps.store.recallAll(PREFIX)].map(([key, text]) => [key, parseJson(text) as Teller] as const);
    for (const [key, teller] of stored.sort(([, one], [, other]) => one.at - other.at))
      this.tellers.set(key.slice(PREFIX.length), teller);
  }

  ask(call: string, member: string): TellAnswer {
    const now = this.deps.clock.now();
    const known = this.tellers.get(call);
    if (known !== undefined && known.member !== member) {
      if (known.isTold) return { schema_version: 1, answer: "told", by: known.member };
      if (now < known.at + LEASE_MS) return { schema_version: 1, answer: "taken", by: known.member };
    }
    this.note(call, { member, isTold: known?.member === member && known.isTold, at: now });
    return { schema_version: 1, answer: "tell", by: member };
  }

  told(call: string, member: string): void {
    this.note(call, { member, isTold: true, at: this.deps.clock.now() });
  }

  /** Another member may try. */
  failed(call: string, member: string): void {
    const known = this.tellers.get(call);
    if (known?.member === member && !known.isTold) this.forget([call]);
  }

  /** Stored, so that a restart does not call again; if that fails, it holds until then. */
  private note(call: string, teller: Teller): void {
    const { store } = this.deps;
    this.tellers.delete(call);
    this.tellers.set(call, teller);
    this.stored(() => store.remember(`${PREFIX}${call}`, JSON.stringify(teller)));
    this.forget([...this.tellers.keys()].slice(0, Math.max(0, this.tellers.size - KEPT)));
  }

  private forget(calls: readonly string[]): void {
    for (const call of calls) this.tellers.delete(call);
    if (calls.length === 0) return;
    this.stored(() => {
      for (const call of calls) this.deps.store.forget(`${PREFIX}${call}`);
    });
  }

  private stored(work: () => void): void {
    try {
      this.deps.store.transact(work);
    } catch {
      // the intake reports a failing store
    }
  }
}
