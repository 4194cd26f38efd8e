import type { Hono } from "hono";
import type { Actor } from "../../core/protocol/actions.ts";
import { Disposed, DisposeRequest, Spawned, SpawnedList, SpawnRequest } from "../../core/protocol/spawn.ts";
import { actorOf } from "./actor-of.ts";
import { route, serve } from "./route.ts";
import { REACH_FAULTS, REF_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever starts agents. */
export interface SpawnBackend {
  list(): SpawnedList;
  spawn(request: SpawnRequest, actor: Actor): Promise<Spawned>;
  dispose(ref: string, actor: Actor): Promise<Disposed>;
}

export const SPAWN_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/spawn",
    summary: "Agents that were spawned and not disposed of",
    answer: SpawnedList,
  }),
  spawn: route({
    method: "post",
    path: "/v1/spawn",
    summary: "Start an agent that can signal, in a tmux window of its own",
    body: SpawnRequest,
    answer: Spawned,
    status: 201,
    faults: [
      "E_AGENT_NOT_FOUND",
      "E_WORKSPACE",
      "E_NOT_A_REPOSITORY",
      "E_BRANCH_IN_USE",
      "E_PATH_EXISTS",
      "E_DISK_FULL",
      ...REACH_FAULTS,
    ],
  }),
  dispose: route({
    method: "post",
    path: "/v1/dispose",
    summary: "End a spawned agent, and leave everything as it was before",
    body: DisposeRequest,
    answer: Disposed,
    faults: ["E_NOT_SPAWNED", "E_WORKTREE_DIRTY", "E_WORKSPACE", ...REF_FAULTS, ...REACH_FAULTS],
  }),
};

export function mountSpawn(api: Hono, spawner: SpawnBackend): void {
  serve(api, SPAWN_ROUTES.list, () => spawner.list());
  serve(api, SPAWN_ROUTES.spawn, ({ body, context }) => spawner.spawn(body, actorOf(context)));
  serve(api, SPAWN_ROUTES.dispose, ({ body, context }) => spawner.dispose(body.ref, actorOf(context)));
}
