import { userInfo } from "node:os";
import { placeOf } from "../../core/mcp/agent-report.ts";
import { type CallerFacts, type Permissions, permissionsOf } from "../../core/mcp/permissions.ts";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import { exactRef } from "../../core/protocol/base/refs.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { CallerPlace } from "../../core/protocol/mcp/tools.ts";
import type { McpAllowance } from "../../core/protocol/settings/settings-mcp.ts";
import { directoryOf } from "../actions/directory-of.ts";
import type { RuntimeRow } from "../store/store.ts";
import { ancestorsOf } from "./ancestors.ts";

/** The agent or client that calls a tool. */
export interface Caller extends CallerFacts {
  actor: Actor;
  permissions: Permissions;
  /** Its pane and runtime; null for a client that is in no pane. */
  agent: { item: PaneItem; runtime: RuntimeRow } | null;
}

/** A target, as far as callers are looked for there. */
interface CallerTarget {
  name: string;
  isLocal: boolean;
  observes(serverPid: number): boolean;
}

export interface CallersDeps {
  targets(): readonly CallerTarget[];
  panes(): readonly PaneItem[];
  item(target: string, paneId: string): PaneItem | undefined;
  runtime(id: string): RuntimeRow | null;
  /** Whether processes of this agent may serve several panes, so that their pane says nothing. */
  sharesServer(agent: string): boolean;
  allowances: readonly McpAllowance[];
}

/** The name under which a caller's acts are counted. An agent is counted by its pane, because it could rename its session and so begin anew. */
export function countedAs({ agent, actor, name }: Pick<Caller, "agent" | "actor" | "name">): string {
  return agent === null ? (actor.device?.id ?? name) : exactRef(agent.item.identity);
}

/** Finds out who calls: by the processes above the caller, as hooks are bound, else by its pane. */
export class Callers {
  private readonly deps: CallersDeps;

  constructor(deps: CallersDeps) {
    this.deps = deps;
  }

  /** A caller on the daemon's own socket. */
  async atSocket(place: CallerPlace): Promise<Caller> {
    const agent = (await this.byProcess(place)) ?? this.byPane(place);
    if (agent === null) return this.known({ kind: "outside", name: "outside", directory: null }, ownActor(), null);
    const { item, runtime } = agent;
    const name = item.agent ?? runtime.agent_type;
    const told = { name, place: placeOf(item), ref: item.ref, runtime_id: runtime.runtime_id };
    return this.known({ kind: "agent", name, directory: directoryOf(item) }, { ...ownActor(), agent: told }, agent);
  }

  /** A client over HTTP, whose key the gate has checked. */
  overHttp(actor: Actor): Caller {
    return this.known({ kind: "remote", name: "remote", directory: null }, { ...actor, via: "mcp" }, null);
  }

  private known(facts: CallerFacts, actor: Actor, agent: Caller["agent"]): Caller {
    return { ...facts, actor, agent, permissions: permissionsOf(facts, this.deps.allowances) };
  }

  /** The agent whose process is nearest above the caller. */
  private async byProcess({ pid }: CallerPlace): Promise<Caller["agent"]> {
    const local = new Set(this.deps.targets().flatMap(({ isLocal, name }) => (isLocal ? [name] : [])));
    const agents = this.deps.panes().flatMap((item) => (local.has(item.identity.target) ? this.agentIn(item) : []));
    const byPid = new Map(agents.map((agent) => [agent.runtime.pid, agent]));
    for (const above of await ancestorsOf(pid)) {
      const found = byPid.get(above);
      if (found !== undefined) return found;
    }
    return null;
  }

  private byPane({ pane_id, tmux_server_pid }: CallerPlace): Caller["agent"] {
    if (pane_id === null || tmux_server_pid === null) return null;
    const target = this.deps.targets().find((each) => each.isLocal && each.observes(tmux_server_pid));
    const item = target === undefined ? undefined : this.deps.item(target.name, pane_id);
    if (item === undefined || this.deps.sharesServer(item.agent ?? "")) return null;
    return this.agentIn(item)[0] ?? null;
  }

  private agentIn(item: PaneItem): { item: PaneItem; runtime: RuntimeRow }[] {
    const runtime = item.agent === null || item.runtime_id === null ? null : this.deps.runtime(item.runtime_id);
    return runtime === null ? [] : [{ item, runtime }];
  }
}

function ownActor(): Actor {
  const { uid, username } = userInfo();
  return { uid: uid < 0 ? null : uid, user: username, via: "mcp" };
}
