import { z } from "zod";
import { AgentMetadataFacts } from "../../core/engine/envelope.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import { DOING } from "./doing-store.ts";
import { FINISH, TURN } from "./turn-key.ts";

/** Metadata of an agent: what it last reported about itself, and what we add. */
export const AgentMetadata = AgentMetadataFacts.extend({
  /** The first directory it reported: agents store conversations by the directory they were started in. */
  started_in: z.string().exactOptional(),
  /** Its flags that are repeated when it is resumed, as JSON. */
  flags: z.string().exactOptional(),
  /** The tmux session it was last seen in. */
  session_name: z.string().exactOptional(),
});
export type AgentMetadata = z.infer<typeof AgentMetadata>;

const PREFIX = "clues:";

/** Key prefix for ended agents that were resumed. */
export const RESUMED = "resumed:";

/**
 * Agents' metadata by runtime: locates their files and identifies their sessions. Stored across restarts, and for ended
 * agents as long as they are on record, since they may be resumed.
 */
export class AgentMetadataStore {
  private readonly store: Store;
  private readonly known: StagedMap<string, AgentMetadata>;
  /** Time of the newest report. */
  private readonly toldAt: StagedMap<string, number>;

  constructor(store: Store) {
    this.store = store;
    this.known = new StagedMap(store.unit);
    this.toldAt = new StagedMap(store.unit);
  }

  of(runtimeId: string): AgentMetadata {
    const known = this.known.get(runtimeId);
    if (known !== undefined) return known;
    const metadata = readAgentMetadata(this.store, runtimeId);
    this.known.set(runtimeId, metadata);
    return metadata;
  }

  /** Inside a transaction; true if something changed. An older report (`at`) only fills gaps: spools are unordered. */
  learn(runtimeId: string, metadata: AgentMetadata, at = Number.POSITIVE_INFINITY): boolean {
    const before = this.of(runtimeId);
    const isOld = at < (this.toldAt.get(runtimeId) ?? Number.NEGATIVE_INFINITY);
    if (Number.isFinite(at) && !isOld) this.toldAt.set(runtimeId, at);
    const started_in = before.started_in ?? metadata.cwd;
    const joined = isOld ? { ...metadata, ...before } : { ...before, ...metadata };
    const after = { ...joined, ...(started_in !== undefined && { started_in }) };
    // a new conversation of the same process: its former squad session belonged to the old one
    if (!isOld && isAnother(before.session_id, metadata.session_id)) delete after.squad_session;
    const fields = Object.keys({ ...before, ...after }) as (keyof AgentMetadata)[];
    if (fields.every((field) => before[field] === after[field])) return false;
    this.store.remember(PREFIX + runtimeId, JSON.stringify(after));
    this.known.set(runtimeId, after);
    return true;
  }

  /** Inside a transaction: removes metadata that belongs to another runtime, and returns it. */
  take(runtimeId: string): AgentMetadata {
    const metadata = this.of(runtimeId);
    this.store.forget(PREFIX + runtimeId);
    this.known.set(runtimeId, {});
    return metadata;
  }

  /** Drops an ended agent's metadata from memory; it can be read again. */
  release(runtimeId: string): void {
    this.toldAt.delete(runtimeId);
    this.known.delete(runtimeId);
  }
}

function isAnother(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

export function readAgentMetadata(store: Store, runtimeId: string): AgentMetadata {
  const stored = store.recall(PREFIX + runtimeId);
  return (stored !== null && readStored(AgentMetadata, stored)) || {};
}

/** Inside a transaction: removes metadata and work of runtimes that ended before, or are no longer on record. */
export function pruneMetadata(store: Store, endedBefore: number): void {
  for (const prefix of [PREFIX, RESUMED, DOING, TURN, FINISH])
    for (const key of store.recallAll(prefix).keys()) {
      const row = store.runtime(key.slice(prefix.length));
      if (row === null || (row.ended_at ?? Number.POSITIVE_INFINITY) < endedBefore) store.forget(key);
    }
}
