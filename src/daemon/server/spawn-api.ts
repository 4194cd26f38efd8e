import type { Hono } from "hono";
import type { z } from "zod";
import { Fault } from "../../core/protocol/fault.ts";
import {
  type Disposed,
  DisposeRequest,
  type Spawned,
  type SpawnedList,
  SpawnRequest,
} from "../../core/protocol/spawn.ts";

/** What the API needs of whoever starts agents. */
export interface SpawnBackend {
  list(): SpawnedList;
  spawn(request: SpawnRequest): Promise<Spawned>;
  dispose(ref: string): Promise<Disposed>;
}

export function mountSpawn(api: Hono, spawner: SpawnBackend): void {
  api.get("/v1/spawn", (context) => context.json(spawner.list()));
  api.post("/v1/spawn", async (context) =>
    context.json(await spawner.spawn(parse(SpawnRequest, await context.req.text(), "spawn")), 201),
  );
  api.post("/v1/dispose", async (context) =>
    context.json(await spawner.dispose(parse(DisposeRequest, await context.req.text(), "dispose").ref)),
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string, what: string): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault("E_INVALID_INPUT", `what ${what} was given is not JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new Fault("E_INVALID_INPUT", `what ${what} was given does not fit: ${faults.join("; ")}`, { faults });
}
