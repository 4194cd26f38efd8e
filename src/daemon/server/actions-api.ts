import { userInfo } from "node:os";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import {
  type Actor,
  type AttachReport,
  AttachRequest,
  type KillReport,
  KillRequest,
  type SendReport,
  SendRequest,
  type SnapshotReport,
  SnapshotRequest,
  type ViewOutputReport,
  ViewOutputRequest,
} from "../../core/protocol/actions.ts";
import { readBody } from "./read-body.ts";

/** What the API needs of whoever acts. Each refusal is a Fault that names its guard. */
export interface ActionsBackend {
  snapshot(ref: string): SnapshotReport;
  attach(request: z.output<typeof AttachRequest>, actor: Actor): Promise<AttachReport>;
  viewOutput(request: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport>;
  kill(request: z.output<typeof KillRequest>, actor: Actor): Promise<KillReport>;
  /** Whoever leaves while it waits does not take back what was sent. */
  send(request: z.output<typeof SendRequest>, actor: Actor, signal: AbortSignal): Promise<SendReport>;
}

export function mountActions(api: Hono, actions: ActionsBackend): void {
  api.post("/v1/actions/snapshot", async (context) => {
    const { ref } = await bodyOf(context, SnapshotRequest);
    return context.json(actions.snapshot(ref), 201);
  });
  api.post("/v1/actions/attach", async (context) =>
    context.json(await actions.attach(await bodyOf(context, AttachRequest), actorOf(context))),
  );
  api.post("/v1/actions/view-output", async (context) =>
    context.json(await actions.viewOutput(await bodyOf(context, ViewOutputRequest), actorOf(context))),
  );
  api.post("/v1/actions/kill", async (context) =>
    context.json(await actions.kill(await bodyOf(context, KillRequest), actorOf(context))),
  );
  api.post("/v1/actions/send", async (context) => {
    const request = await bodyOf(context, SendRequest);
    return context.json(await actions.send(request, actorOf(context), context.req.raw.signal));
  });
}

async function bodyOf<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  return readBody(await context.req.text(), schema, "request");
}

/** The socket is the user's own, and the token too: who asks is always that user. Our own commands say their version. */
function actorOf(context: Context): Actor {
  const { uid, username } = userInfo();
  return { uid: uid < 0 ? null : uid, user: username, via: context.req.header("agtmux-version") ? "cli" : "api" };
}
