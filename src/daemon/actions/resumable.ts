import { z } from "zod";
import type { Adapter } from "../../core/adapter/adapter.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";
import { readFold } from "../../core/engine/stored-fold.ts";
import type { ResumableItem } from "../../core/protocol/actions/resume.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatRef } from "../../core/protocol/base/refs.ts";
import { shellLine } from "../../core/provision/shell-words.ts";
import { type AgentMetadata, RESUMED, readAgentMetadata } from "../runtimes/agent-metadata.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { parsed, readStored } from "../store/stored-json.ts";

const ResumedMark = z.object({ paneId: z.string(), at: z.number() });
type ResumedMark = z.infer<typeof ResumedMark>;
const Flags = z.array(z.string());

/** An agent's recorded start may be slightly before its command was recorded. */
const SLACK_MS = 10_000;
const STARTS_WITHIN_MS = 30_000;

/** Which recorded agents can be resumed, and by which command. */
export class Resumables {
  private readonly store: Store;
  private readonly adapterOf: (agent: string) => Adapter | null;

  constructor(store: Store, adapterOf: (agent: string) => Adapter | null) {
    this.store = store;
    this.adapterOf = adapterOf;
  }

  /** The newest runtime of each session, if it has ended and nobody has resumed the session since; newest first. */
  list(now: number): ResumableItem[] {
    const newest = new Map<string, RuntimeRow>();
    for (const row of this.agents()) {
      const { session_id } = readAgentMetadata(this.store, row.runtime_id);
      if (session_id !== undefined) newest.set(sessionKey(row, session_id), row);
    }
    return [...newest.values()]
      .filter((row) => row.ended_at !== null && !this.isTakenUp(row, now))
      .flatMap((row) => this.read(row).item ?? [])
      .sort((a, b) => b.ended_at - a.ended_at || (a.runtime_id < b.runtime_id ? -1 : 1));
  }

  /** How to resume this one; throws if it has not ended, or too little is known. */
  of(row: RuntimeRow): ResumableItem {
    const { item, fault } = this.read(row);
    if (item === null) throw fault;
    const twin = this.agents().find(
      (other) =>
        other.ended_at === null &&
        sessionKey(other, readAgentMetadata(this.store, other.runtime_id).session_id ?? "") ===
          sessionKey(row, item.session_id),
    );
    if (twin !== undefined) throw alive(twin, `its session ${item.session_id} goes on`);
    return item;
  }

  /** The pane's most recent agent. */
  lastIn(target: string, paneId: string): RuntimeRow | null {
    const runtimes = this.agents().filter((row) => row.target_id === target && row.pane_id === paneId);
    return runtimes.sort((a, b) => b.pane_epoch - a.pane_epoch)[0] ?? null;
  }

  /** Records that the command was typed there: `--all` does not repeat it while that agent may be the resumed one. */
  noteResumed(runtimeId: string, paneId: string, at: number): void {
    const mark: ResumedMark = { paneId, at };
    this.store.transact(() => this.store.remember(RESUMED + runtimeId, JSON.stringify(mark)));
  }

  /** Some agents report their session only with the first prompt: until then, the pane tells whether it was resumed. */
  private isTakenUp({ runtime_id, target_id, agent_type }: RuntimeRow, now: number): boolean {
    const stored = this.store.recall(RESUMED + runtime_id);
    const mark = stored === null ? null : readStored(ResumedMark, stored);
    if (mark === null) return false;
    const { paneId, at } = mark;
    const heirs = this.agents().filter(
      (row) =>
        row.target_id === target_id &&
        row.pane_id === paneId &&
        row.agent_type === agent_type &&
        row.started_at >= at - SLACK_MS,
    );
    return heirs.length === 0 ? now - at < STARTS_WITHIN_MS : heirs.some(({ ended_at }) => ended_at === null);
  }

  /** Oldest first. */
  private agents(): RuntimeRow[] {
    const rows = this.store.runtimes(0).filter(({ agent_type }) => agent_type !== GENERIC);
    return rows.sort((a, b) => a.started_at - b.started_at);
  }

  private read(row: RuntimeRow): { item: ResumableItem; fault: null } | { item: null; fault: Fault } {
    const { runtime_id, agent_type, ended_at } = row;
    const metadata = readAgentMetadata(this.store, runtime_id);
    const { session_id } = metadata;
    if (ended_at === null) return { item: null, fault: alive(row, "it has not ended") };
    const refuse = (why: string) => ({ item: null, fault: new Fault("E_NOT_RESUMABLE", why, { runtime_id }) });
    if (agent_type === GENERIC)
      return refuse("that is a program that agtmux does not know: only agents can be resumed");
    const { resume, integration } = this.adapterOf(agent_type) ?? {};
    if (resume === undefined)
      return refuse(`agtmux does not know how ${agent_type} is resumed, or its adapter is disabled`);
    if (session_id === undefined || !/^\w[\w.:-]*$/.test(session_id))
      return refuse(
        integration === undefined
          ? `nothing tells agtmux the session of ${agent_type}: resume it in its pane`
          : `${agent_type} has never told its session: agtmux hears of it by the agent's hooks (agtmux integrate ${agent_type})`,
      );
    if (metadata.started_in !== undefined && hasControl(metadata.started_in))
      return refuse("its directory has a line break or another control character in its name");
    return {
      item: itemOf(
        row,
        metadata,
        ended_at,
        session_id,
        [...resume(session_id), ...flagsOf(metadata)],
        this.exitOf(runtime_id),
      ),
      fault: null,
    };
  }

  private exitOf(runtimeId: string): RuntimeFold["exit"] {
    const stored = this.store.loadFold(runtimeId);
    return (stored === null ? null : readFold(parsed(stored.fold)))?.exit ?? null;
  }
}

function flagsOf({ flags }: AgentMetadata): readonly string[] {
  return (flags === undefined ? null : readStored(Flags, flags)) ?? [];
}

function itemOf(
  { runtime_id, agent_type, target_id, pane_id }: RuntimeRow,
  { session_name, started_in }: AgentMetadata,
  ended_at: number,
  session_id: string,
  argv: readonly string[],
  exit: RuntimeFold["exit"],
): ResumableItem {
  return {
    runtime_id,
    ref: formatRef({ type: "runtime", runtime_id }),
    agent: agent_type,
    target: target_id,
    pane_id,
    session_name: session_name ?? null,
    cwd: started_in ?? null,
    session_id,
    ended_at,
    exit_code: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    argv: [...argv],
    command: shellLine(argv),
  };
}

function alive({ agent_type, target_id, pane_id, runtime_id }: RuntimeRow, why: string): Fault {
  const details = { runtime_id, target: target_id, pane: pane_id };
  return new Fault("E_AGENT_ALIVE", `${agent_type} is alive in ${pane_id} on ${target_id}: ${why}`, details);
}

/** Sessions belong to a machine. */
function sessionKey({ target_id, agent_type }: RuntimeRow, session: string): string {
  return JSON.stringify([target_id, agent_type, session]);
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\x7f");
}
