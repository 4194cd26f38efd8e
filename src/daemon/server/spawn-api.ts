import type { Hono } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { Disposed, PresetList, Spawned, SpawnedList, SpawnRequest } from "../../core/protocol/actions/spawn.ts";
import { SPAWN_ROUTES } from "../../core/protocol/routes/spawn-routes.ts";
import { actorOf } from "./actor-of.ts";
import { serve } from "./route.ts";

/** Spawning and disposing, as the API uses it. */
export interface SpawnBackend {
  /** Only the one that `ref` names, if any. */
  list(ref?: string): SpawnedList;
  presets(): PresetList;
  spawn(request: SpawnRequest, actor: Actor): Promise<Spawned>;
  dispose(ref: string, actor: Actor): Promise<Disposed>;
  /** Throws what `dispose` would refuse, and changes nothing. */
  tryDispose(ref: string): Promise<Disposed>;
}

export function mountSpawn(api: Hono, spawner: SpawnBackend): void {
  serve(api, SPAWN_ROUTES.list, ({ context }) => spawner.list(context.req.query("ref")));
  serve(api, SPAWN_ROUTES.presets, () => spawner.presets());
  serve(api, SPAWN_ROUTES.spawn, ({ body, context }) => spawner.spawn(body, actorOf(context)));
  serve(api, SPAWN_ROUTES.dispose, ({ body: { ref, dry_run }, context }) =>
    dry_run ? spawner.tryDispose(ref) : spawner.dispose(ref, actorOf(context)),
  );
}
