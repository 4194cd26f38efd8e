import type { Context, Hono } from "hono";
import type { z } from "zod";
import type {
  Actor,
  AttachReport,
  AttachRequest,
  CompleteReport,
  CompleteRequest,
  InterruptReport,
  InterruptRequest,
  KillReport,
  KillRequest,
  SendReport,
  SendRequest,
  SnapshotReport,
  ViewOutputReport,
  ViewOutputRequest,
} from "../../core/protocol/actions/actions.ts";
import type { DiffReport, DiffRequest, UndoReport, UndoRequest } from "../../core/protocol/actions/changes.ts";
import type { CheckReport, CheckRequest } from "../../core/protocol/actions/checks.ts";
import type { FinishReport, FinishRequest } from "../../core/protocol/actions/finish.ts";
import { ACTION_ROUTES } from "../../core/protocol/routes/action-routes.ts";
import type { Sender } from "../actions/send.ts";
import { actorOf } from "./actor-of.ts";
import { requestContextOf } from "./request-context.ts";
import { serve } from "./route.ts";

/** The daemon's actions as the API calls them. Each refusal is a Fault that names its guard. */
export interface ActionsBackend {
  snapshot(ref: string): SnapshotReport;
  attach(request: z.output<typeof AttachRequest>, actor: Actor): Promise<AttachReport>;
  viewOutput(request: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport>;
  diff(request: z.output<typeof DiffRequest>, actor: Actor): Promise<DiffReport>;
  undo(request: z.output<typeof UndoRequest>, actor: Actor): Promise<UndoReport>;
  finish(request: z.output<typeof FinishRequest>, actor: Actor): Promise<FinishReport>;
  interrupt(request: z.output<typeof InterruptRequest>, actor: Actor, signal: AbortSignal): Promise<InterruptReport>;
  kill(request: z.output<typeof KillRequest>, actor: Actor): Promise<KillReport>;
  /** Aborting only stops waiting; it does not undo what was sent. */
  send(request: z.output<typeof SendRequest>, sender: Sender, signal: AbortSignal): Promise<SendReport>;
  complete(request: z.output<typeof CompleteRequest>, sender: Sender, signal: AbortSignal): Promise<CompleteReport>;
}

/** The user's checks, as the API uses them. */
export interface ChecksBackend {
  check(request: z.output<typeof CheckRequest>, actor: Actor): Promise<CheckReport>;
}

export function mountActions(api: Hono, actions: ActionsBackend, checks: ChecksBackend): void {
  serve(api, ACTION_ROUTES.snapshot, ({ body }) => actions.snapshot(body.ref));
  serve(api, ACTION_ROUTES.attach, ({ body, context }) => actions.attach(body, actorOf(context)));
  serve(api, ACTION_ROUTES.viewOutput, ({ body, context }) => actions.viewOutput(body, actorOf(context)));
  serve(api, ACTION_ROUTES.diff, ({ body, context }) => actions.diff(body, actorOf(context)));
  serve(api, ACTION_ROUTES.undo, ({ body, context }) => actions.undo(body, actorOf(context)));
  serve(api, ACTION_ROUTES.finish, ({ body, context }) => actions.finish(body, actorOf(context)));
  serve(api, ACTION_ROUTES.check, ({ body, context }) => checks.check(body, actorOf(context)));
  serve(api, ACTION_ROUTES.interrupt, ({ body, context }) =>
    actions.interrupt(body, actorOf(context), context.req.raw.signal),
  );
  serve(api, ACTION_ROUTES.kill, ({ body, context }) => actions.kill(body, actorOf(context)));
  serve(api, ACTION_ROUTES.send, ({ body, context }) => actions.send(body, senderOf(context), context.req.raw.signal));
  serve(api, ACTION_ROUTES.complete, ({ body, context }) =>
    actions.complete(body, senderOf(context), context.req.raw.signal),
  );
}

/** For a member that may not answer, nothing is typed where the screen asks something, reported or not. */
function senderOf(context: Context): Sender {
  const mayAnswer = requestContextOf(context).member?.mayAnswer ?? true;
  return { actor: actorOf(context), manner: mayAnswer ? "watched" : "unwatched" };
}
