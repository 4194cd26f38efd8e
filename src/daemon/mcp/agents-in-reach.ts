import { matchRef } from "../../core/actions/match-ref.ts";
import type { May, Standing } from "../../core/mcp/agent-report.ts";
import { mayAct, mayLook, type Relation } from "../../core/mcp/permissions.ts";
import type { SpawnedBy, SpawnedItem } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { findPane } from "../publish/refs.ts";
import type { Caller } from "./callers.ts";

/** More than anybody allows; a record that leads in a circle ends here. */
const MOST_GENERATIONS = 50;

export interface ReachDeps {
  panes(): readonly PaneItem[];
  /** Spawned agents whose tmux server runs. */
  spawned(): readonly SpawnedItem[];
  now(): number;
}

/** The agents around one caller, as they are now: which it may look at, and act on. */
export class AgentsInReach {
  private readonly caller: Caller;
  private readonly panes: readonly PaneItem[];
  private readonly now: number;
  private readonly spawned: ReadonlyMap<string, SpawnedItem>;

  constructor(caller: Caller, { panes, spawned, now }: ReachDeps) {
    this.caller = caller;
    this.panes = panes().filter(({ agent }) => agent !== null);
    this.spawned = new Map(spawned().map((item) => [keyOf(item.target, item.pane_id), item]));
    this.now = now();
  }

  visible(): PaneItem[] {
    return this.panes.filter((item) => mayLook(this.caller.permissions, this.relationTo(item)));
  }

  standingOf(item: PaneItem): Standing {
    const relation = this.relationTo(item);
    const may: May[] = mayAct(this.caller.permissions, relation) ? ["look", "act"] : ["look"];
    return { may, isYou: relation.isSelf, now: this.now };
  }

  /** The agent that a ref names among those that the caller may look at. */
  find(ref: string): PaneItem {
    const visible = this.visible();
    if (matchRef(ref, visible).status !== "missing") return findPane(ref, visible);
    if (matchRef(ref, this.panes).status !== "missing")
      throw new Fault("E_NOT_ALLOWED", `you may not look at ${ref}: ${lookWords(this.caller)}`, { ref });
    throw new Fault("E_REF_NOT_FOUND", `no agent that you may look at is called ${ref}`, { ref });
  }

  /** The same, if the caller may act on it. */
  findToAct(ref: string): PaneItem {
    const item = this.find(ref);
    const relation = this.relationTo(item);
    if (mayAct(this.caller.permissions, relation)) return item;
    const words = relation.isSelf ? "that is you: an agent may not act on itself" : actWords(this.caller, ref);
    throw new Fault("E_NOT_ALLOWED", words, { ref });
  }

  /** The spawned agent that a ref names, also if its pane is gone, if the caller may act on it. */
  findSpawned(ref: string): SpawnedItem {
    const gone = [...this.spawned.values()].find((item) => item.session_id === ref || item.ref === ref);
    const known = gone ?? this.spawned.get(this.keyOfItem(this.findToAct(ref)));
    if (known === undefined)
      throw new Fault("E_NOT_SPAWNED", `agtmux did not spawn ${ref}, so it is left alone`, { ref });
    const { act } = this.caller.permissions;
    if (act === "none" || (act !== "all" && !this.isSpawnedByCaller(known)))
      throw new Fault("E_NOT_ALLOWED", actWords(this.caller, ref), { ref });
    return known;
  }

  /** How many spawns lead to the caller. */
  generation(): number {
    const { agent } = this.caller;
    let by = agent === null ? undefined : this.spawned.get(this.keyOfItem(agent.item))?.spawned_by;
    let count = 0;
    for (; by !== undefined && count < MOST_GENERATIONS; count += 1)
      by = this.spawned.get(keyOf(by.target, by.pane_id))?.spawned_by;
    return count;
  }

  private relationTo(item: PaneItem): Relation {
    const own = this.caller.agent?.item.identity ?? null;
    const { target, session_name, pane_id } = item.identity;
    const isSameTarget = own?.target === target;
    const record = this.spawned.get(keyOf(target, pane_id));
    return {
      isSelf: isSameTarget && own?.pane_id === pane_id,
      isSameTarget,
      isSameSession: isSameTarget && own?.session_name === session_name,
      isSpawned: record !== undefined && this.isSpawnedByCaller(record),
    };
  }

  /** By the caller itself, or by an agent that it has spawned. */
  private isSpawnedByCaller(record: SpawnedItem): boolean {
    let by: SpawnedBy | undefined = record.spawned_by;
    for (let count = 0; by !== undefined && count < MOST_GENERATIONS; count += 1) {
      if (this.isCaller(by)) return true;
      by = this.spawned.get(keyOf(by.target, by.pane_id))?.spawned_by;
    }
    return false;
  }

  /** The same agent in the same pane: after it was started again there, what it had spawned is still its own. */
  private isCaller({ agent, target, pane_id, server_pid }: SpawnedBy): boolean {
    const { agent: own } = this.caller;
    if (own === null) return false;
    const { identity } = own.item;
    const isPane = identity.target === target && identity.pane_id === pane_id;
    return isPane && own.runtime.server_pid === server_pid && this.caller.name === agent;
  }

  private keyOfItem({ identity }: PaneItem): string {
    return keyOf(identity.target, identity.pane_id);
  }
}

function keyOf(target: string, paneId: string): string {
  return `${target}/${paneId}`;
}

function lookWords({ kind, permissions }: Caller): string {
  if (kind === "outside")
    return 'agtmux cannot tell which agent you are, since you run in no pane that it watches; config.toml may allow more ([[mcp.allow]], agent "outside")';
  const scope = permissions.look === "target" ? "on your own target" : "in your own tmux session";
  return `you may look at agents ${scope}, and at those that you spawned`;
}

function actWords({ permissions }: Caller, ref: string): string {
  const scope = {
    none: "nobody",
    spawned: "agents that you spawned",
    session: "agents in your own tmux session",
    target: "agents on your own target",
    all: "all agents",
  }[permissions.act];
  return `you may not act on ${ref}, only on ${scope}; the person may allow more in config.toml ([[mcp.allow]])`;
}
