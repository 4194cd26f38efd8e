import { isDeepStrictEqual } from "node:util";
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
  /** Its name, and the agent session of its lead, if it is a teammate. */
  teammate_name: z.string().exactOptional(),
  lead_session: z.string().exactOptional(),
  /** The tmux session it was last seen in. */
  session_name: z.string().exactOptional(),
});
export type AgentMetadata = z.infer<typeof AgentMetadata>;

const PREFIX = "clues:";
/** How many changes of what an agent reports are remembered. */
const MOST_REPORTS = 8;

/** Key prefix for ended agents that were resumed. */
export const RESUMED = "resumed:";

/** What an agent reported in a row of events, all of which said the same. */
interface Report {
  from: number;
  to: number;
  metadata: AgentMetadata;
}

/** An agent's newest reports, and what was known before them. */
interface History {
  before: AgentMetadata;
  reports: readonly Report[];
}

/**
 * Agents' metadata by runtime: locates their files and identifies their sessions. Stored across restarts, and for ended
 * agents as long as they are on record, since they may be resumed.
 */
export class AgentMetadataStore {
  private readonly store: Store;
  private readonly known: StagedMap<string, AgentMetadata>;
  /** Time of the newest report. */
  private readonly toldAt: StagedMap<string, number>;
  private readonly histories: StagedMap<string, History>;

  constructor(store: Store) {
    this.store = store;
    this.known = new StagedMap(store.unit);
    this.toldAt = new StagedMap(store.unit);
    this.histories = new StagedMap(store.unit);
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
    this.histories.set(runtimeId, recorded(this.historyOf(runtimeId), metadata, at));
    return this.change(
      runtimeId,
      isOld ? withStart({ ...metadata, ...before }, before, metadata) : joined(before, metadata),
    );
  }

  /** Inside a transaction: removes what was reported from then on, since another runtime reported it, and returns it. */
  takeSince(runtimeId: string, since: number): AgentMetadata {
    const { before, reports } = this.historyOf(runtimeId);
    const own = reports.filter(({ from }) => from < since);
    const others = reports.filter(({ to }) => to >= since);
    if (others.length === 0) return {};
    this.histories.set(runtimeId, { before, reports: own.map((each) => ({ ...each, to: Math.min(each.to, since) })) });
    this.change(runtimeId, inOrder(own).reduce(joined, before));
    return inOrder(others).reduce(joined, {});
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
    this.histories.delete(runtimeId);
  }

  private historyOf(runtimeId: string): History {
    return this.histories.get(runtimeId) ?? { before: this.of(runtimeId), reports: [] };
  }

  private change(runtimeId: string, after: AgentMetadata): boolean {
    const before = this.of(runtimeId);
    const fields = Object.keys({ ...before, ...after }) as (keyof AgentMetadata)[];
    if (fields.every((field) => before[field] === after[field])) return false;
    this.store.remember(PREFIX + runtimeId, JSON.stringify(after));
    this.known.set(runtimeId, after);
    return true;
  }
}

function joined(before: AgentMetadata, metadata: AgentMetadata): AgentMetadata {
  const after = withStart({ ...before, ...metadata }, before, metadata);
  // a new conversation of the same process: its former squad session belonged to the old one
  if (isAnother(before.session_id, metadata.session_id)) delete after.squad_session;
  return after;
}

function withStart(after: AgentMetadata, before: AgentMetadata, { cwd }: AgentMetadata): AgentMetadata {
  const started_in = before.started_in ?? cwd;
  return { ...after, ...(started_in !== undefined && { started_in }) };
}

function inOrder(reports: readonly Report[]): AgentMetadata[] {
  return [...reports].sort((a, b) => a.to - b.to).map(({ metadata }) => metadata);
}

/** The history with one more report; what has no time was known before all reports. */
function recorded({ before, reports }: History, metadata: AgentMetadata, at: number): History {
  if (!Number.isFinite(at)) return { before: { ...before, ...metadata }, reports };
  const last = reports.at(-1);
  if (last !== undefined && isDeepStrictEqual(last.metadata, metadata)) {
    const longer = { metadata, from: Math.min(last.from, at), to: Math.max(last.to, at) };
    return { before, reports: [...reports.slice(0, -1), longer] };
  }
  const all = [...reports, { from: at, to: at, metadata }];
  const [oldest, ...newer] = all;
  if (all.length <= MOST_REPORTS || oldest === undefined) return { before, reports: all };
  return { before: joined(before, oldest.metadata), reports: newer };
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
