import { z } from "zod";
import { contentId } from "../../core/engine/content-id.ts";
import { Millis } from "../../core/protocol/base/time.ts";
import { type Attention, attentionLabel } from "../../core/protocol/events/attention.ts";
import type { Limited } from "../../core/protocol/events/limited.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

/** An agent on a target: all its panes share the limits. */
export interface Account {
  target: string;
  agent: string;
}

const LimitCall = z.object({
  /** The agent whose pane calls. */
  runtime_id: z.string(),
  since: Millis,
  until: Millis.nullable(),
});
type LimitCall = z.infer<typeof LimitCall>;

const KEY = "limit-call:";
/** Two agents may tell the same reset this far apart. */
const SAME_RESET_MS = 60_000;
/** Without a known reset, everything within this time is the same limit. */
const SAME_LIMIT_MS = 3_600_000;

/** Which pane calls for a limit: one for each limit of an account, however many agents it stops. */
export class LimitCalls {
  private readonly deps: {
    store: Pick<Store, "unit" | "remember" | "recall">;
    /** Whether that agent has ended before anybody saw what it called for. */
    isLost(runtimeId: string, call: Pick<Attention, "attention_id" | "raised_at">): boolean;
  };
  private readonly known: StagedMap<string, LimitCall | null>;

  constructor(deps: LimitCalls["deps"]) {
    this.deps = deps;
    this.known = new StagedMap(deps.store.unit);
  }

  /** Inside a transaction: a limit stops that agent. */
  note(account: Account, runtime_id: string, { since, until }: Limited): void {
    const known = this.of(account);
    if (known === null || !isSameLimit(known, { since, until })) {
      // an agent that an earlier limit has stopped, and that nobody has woken, is not news
      if (known === null || since > known.since) this.keep(account, { runtime_id, since, until });
      return;
    }
    const isLost = known.runtime_id !== runtime_id && this.deps.isLost(known.runtime_id, callId(account, known));
    const caller = isLost ? runtime_id : known.runtime_id;
    if (caller !== known.runtime_id || (until ?? known.until) !== known.until)
      this.keep(account, { runtime_id: caller, since: known.since, until: until ?? known.until });
  }

  /** The time at which the account's limit resets, as another agent told it; null if none did. */
  untilOf(account: Account, since: number): number | null {
    const known = this.of(account);
    return known !== null && isSameLimit(known, { since, until: null }) ? known.until : null;
  }

  /** The call, if that agent is the one that calls. */
  callOf(account: Account, runtimeId: string, words: string): Attention | null {
    const known = this.of(account);
    if (known?.runtime_id !== runtimeId) return null;
    return {
      ...callId(account, known),
      kind: "limited",
      label: attentionLabel("limited"),
      message: words,
      source: "usage",
    };
  }

  private of(account: Account): LimitCall | null {
    const key = keyOf(account);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const stored = this.deps.store.recall(key);
    const read = stored === null ? null : readStored(LimitCall, stored);
    this.known.set(key, read);
    return read;
  }

  private keep(account: Account, call: LimitCall): void {
    this.deps.store.remember(keyOf(account), JSON.stringify(call));
    this.known.set(keyOf(account), call);
  }
}

function isSameLimit(known: LimitCall, { since, until }: Pick<LimitCall, "since" | "until">): boolean {
  if (known.until !== null && until !== null) return Math.abs(known.until - until) <= SAME_RESET_MS;
  return since <= (known.until ?? known.since + SAME_LIMIT_MS) && since >= known.since - SAME_LIMIT_MS;
}

function callId({ target, agent }: Account, { since }: LimitCall): Pick<Attention, "attention_id" | "raised_at"> {
  return { attention_id: contentId("limited", target, agent, `${since}`), raised_at: since };
}

function keyOf({ target, agent }: Account): string {
  return `${KEY}${JSON.stringify([target, agent])}`;
}
