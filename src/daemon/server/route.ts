import type { Context, Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Access, AnswerOf, BodyOf, ParamOf, Route } from "../../core/protocol/routes/route.ts";
import { LOOK_ONLY, type Principal } from "./gate.ts";
import { readBody } from "./read-body.ts";
import { principalIn } from "./request-context.ts";

export interface Call<R extends Route> {
  body: BodyOf<R>;
  /** A path parameter. */
  param(name: ParamOf<R["path"]>): string;
  context: Context;
}

/** Mounts a handler that returns JSON. */
export function serve<R extends Route>(
  api: Hono,
  route: R,
  handle: (call: Call<R>) => NoInfer<AnswerOf<R>> | Promise<NoInfer<AnswerOf<R>>>,
): void {
  serveResponse(api, route, async (call) => {
    const text = JSON.stringify(await handle(call), wholeTimes);
    return call.context.body(text, route.status ?? 200, { "content-type": "application/json" });
  });
}

const TIMES = /(^|_)(at|since|until|through)$/;

/** Our clock counts parts of milliseconds, to keep events in order; outside, times are whole. */
function wholeTimes(name: string, value: unknown): unknown {
  const isPart = typeof value === "number" && !Number.isInteger(value);
  return isPart && TIMES.test(name) ? Math.floor(value) : value;
}

/** Mounts a handler that builds its own Response. */
export function serveResponse<R extends Route>(
  api: Hono,
  route: R,
  handle: (call: Call<R>) => Response | Promise<Response>,
): void {
  const { method, path, body: schema, access } = route;
  api.on(method, path, async (context) => {
    const param = (name: string) => context.req.param(name) ?? "";
    // without a schema the handler's body type is `never`
    const body = (schema === undefined ? undefined : readBody(await context.req.text(), schema)) as BodyOf<R>;
    if (access !== undefined) requireAccess(access, context);
    return handle({ body, param, context });
  });
}

/** The gate has checked the usual rights already (see `handleTcpRequest`). */
function requireAccess(access: Access, context: Context): void {
  if (access === "anybody") return;
  const fault = REFUSALS[access](principalIn(context));
  if (fault !== null) throw fault;
}

const REFUSALS: Record<Exclude<Access, "anybody">, (principal: Principal) => Fault | null> = {
  act: ({ may }) => (may === "act" ? null : new Fault("E_UNAUTHORIZED", LOOK_ONLY)),
  // otherwise a device could pass its rights on, or keep them after it was removed
  owner: ({ by }) =>
    by === "socket" || by === "token"
      ? null
      : new Fault("E_NOT_ALLOWED", "a device may not do that: use agtmux on the machine itself, or the token"),
  socket: ({ by }) =>
    by === "socket"
      ? null
      : new Fault(
          "E_NOT_ALLOWED",
          "this is asked over the daemon's own socket only, by 'agtmux' on the machine itself",
        ),
};
