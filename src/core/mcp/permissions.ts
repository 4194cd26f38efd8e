import type { McpAllowance } from "../protocol/settings/settings-mcp.ts";

/** The rights of one caller to other agents. */
export interface Permissions {
  look: "none" | "session" | "target" | "all";
  act: "none" | "spawned" | "session" | "target" | "all";
  spawn: boolean;
  /** Folders besides its own where it may start agents; null for any. */
  spawn_in: readonly string[] | null;
  answer: boolean;
}

/** The caller: an agent in a pane, a client over HTTP, or a process that is in no pane that agtmux watches. */
export type CallerKind = "agent" | "remote" | "outside";

export interface CallerFacts {
  kind: CallerKind;
  /** The agent's name; that of the kind for others. */
  name: string;
  /** Where it works; null for a caller without a pane. */
  directory: string | null;
}

/** An agent looks at its own session, and acts on what it has spawned. A client over HTTP has a key, with which the whole API is open to it. */
const STANDARD: Record<CallerKind, Permissions> = {
  agent: { look: "session", act: "spawned", spawn: true, spawn_in: [], answer: false },
  remote: { look: "all", act: "all", spawn: true, spawn_in: null, answer: false },
  outside: { look: "none", act: "none", spawn: false, spawn_in: [], answer: false },
};

/** The standard, changed by each allowance that fits, in their order. */
export function permissionsOf(caller: CallerFacts, allowances: readonly McpAllowance[]): Permissions {
  let permissions = STANDARD[caller.kind];
  for (const { agent, workspace, ...changes } of allowances) {
    if (agent !== undefined && agent !== caller.name) continue;
    // what is meant for all agents is not meant for those of whom nothing is known
    if (agent === undefined && caller.kind !== "agent") continue;
    if (workspace !== undefined && !isWithin(caller.directory ?? "", workspace)) continue;
    permissions = { ...permissions, ...changes };
  }
  return permissions;
}

/** Where an agent is in relation to the caller. */
export interface Relation {
  isSelf: boolean;
  /** The caller has spawned it, or one that has. */
  isSpawned: boolean;
  isSameSession: boolean;
  isSameTarget: boolean;
}

export function mayLook({ look }: Permissions, relation: Relation): boolean {
  return relation.isSelf || relation.isSpawned || isInScope(look, relation);
}

/** Never on itself: it would wait for the end of its own turn. */
export function mayAct({ act }: Permissions, relation: Relation): boolean {
  if (relation.isSelf || act === "none") return false;
  return relation.isSpawned || (act !== "spawned" && isInScope(act, relation));
}

/** Whether it may start an agent in this folder: its own, one below it, or one that was allowed. */
export function maySpawnIn({ spawn, spawn_in }: Permissions, folder: string, own: string | null): boolean {
  if (!spawn || hasDots(folder)) return false;
  return spawn_in === null || [...(own === null ? [] : [own]), ...spawn_in].some((each) => isWithin(folder, each));
}

function isInScope(scope: "none" | "session" | "target" | "all", { isSameSession, isSameTarget }: Relation): boolean {
  switch (scope) {
    case "none":
      return false;
    case "session":
      return isSameSession;
    case "target":
      return isSameTarget;
    case "all":
      return true;
    default:
      return scope satisfies never;
  }
}

function isWithin(path: string, folder: string): boolean {
  const above = folder.replace(/\/+$/, "");
  return path.startsWith("/") && (path === above || path === folder || path.startsWith(`${above}/`));
}

/** A path that leads up again could leave the folder that it seems to be in. */
function hasDots(path: string): boolean {
  return path.split("/").some((part) => part === ".." || part === ".");
}
