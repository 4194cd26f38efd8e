import type { Hono } from "hono";
import type { z } from "zod";
import {
  type Actor,
  AttachReport,
  AttachRequest,
  CompleteReport,
  CompleteRequest,
  KillReport,
  KillRequest,
  SendReport,
  SendRequest,
  SnapshotReport,
  SnapshotRequest,
  ViewOutputReport,
  ViewOutputRequest,
} from "../../core/protocol/actions.ts";
import { actorOf } from "./actor-of.ts";
import { route, serve } from "./route.ts";
import { ACTION_FAULTS, REF_FAULTS, TYPING_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever acts. Each refusal is a Fault that names its guard. */
export interface ActionsBackend {
  snapshot(ref: string): SnapshotReport;
  attach(request: z.output<typeof AttachRequest>, actor: Actor): Promise<AttachReport>;
  viewOutput(request: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport>;
  kill(request: z.output<typeof KillRequest>, actor: Actor): Promise<KillReport>;
  /** Whoever leaves while it waits does not take back what was sent. */
  send(request: z.output<typeof SendRequest>, actor: Actor, signal: AbortSignal): Promise<SendReport>;
  complete(request: z.output<typeof CompleteRequest>, actor: Actor, signal: AbortSignal): Promise<CompleteReport>;
}

export const ACTION_ROUTES = {
  snapshot: route({
    method: "post",
    path: "/v1/actions/snapshot",
    summary: "What is there now, to act on: an action that names it is refused when it is so no longer",
    body: SnapshotRequest,
    answer: SnapshotReport,
    status: 201,
    faults: REF_FAULTS,
  }),
  attach: route({
    method: "post",
    path: "/v1/actions/attach",
    summary: "The command that brings a person to a pane",
    body: AttachRequest,
    answer: AttachReport,
    faults: ACTION_FAULTS,
  }),
  viewOutput: route({
    method: "post",
    path: "/v1/actions/view-output",
    summary: "The last lines of a pane",
    body: ViewOutputRequest,
    answer: ViewOutputReport,
    faults: ACTION_FAULTS,
  }),
  kill: route({
    method: "post",
    path: "/v1/actions/kill",
    summary: "Interrupt an agent, or end it",
    body: KillRequest,
    answer: KillReport,
    faults: [...ACTION_FAULTS, "E_NO_AGENT"],
  }),
  send: route({
    method: "post",
    path: "/v1/actions/send",
    summary: "Type a text or keys for an agent, and tell how far that came",
    says: "With `wait` the answer comes when the agent has begun, or is in that state. Whoever leaves before takes nothing back.",
    body: SendRequest,
    answer: SendReport,
    faults: TYPING_FAULTS,
  }),
  complete: route({
    method: "post",
    path: "/v1/actions/complete",
    summary: "Tell an agent to bring its task to an end, and show at once that it is about to",
    says: "What is shown ahead is a `completing` signal with `provisional`; the agent's own replaces it, and without one it is taken back after `provisional_ttl`.",
    body: CompleteRequest,
    answer: CompleteReport,
    faults: TYPING_FAULTS,
  }),
};

export function mountActions(api: Hono, actions: ActionsBackend): void {
  serve(api, ACTION_ROUTES.snapshot, ({ body }) => actions.snapshot(body.ref));
  serve(api, ACTION_ROUTES.attach, ({ body, context }) => actions.attach(body, actorOf(context)));
  serve(api, ACTION_ROUTES.viewOutput, ({ body, context }) => actions.viewOutput(body, actorOf(context)));
  serve(api, ACTION_ROUTES.kill, ({ body, context }) => actions.kill(body, actorOf(context)));
  serve(api, ACTION_ROUTES.send, ({ body, context }) => actions.send(body, actorOf(context), context.req.raw.signal));
  serve(api, ACTION_ROUTES.complete, ({ body, context }) =>
    actions.complete(body, actorOf(context), context.req.raw.signal),
  );
}
