import type { Context, Hono, MiddlewareHandler } from "hono";
import type { QuestionList } from "../../core/protocol/actions/questions.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import { ENDPOINTS, type Endpoint } from "../../core/protocol/routes/endpoints.ts";
import type { AskedHere } from "../fleet/asked-here.ts";
import type { Forwarding } from "../fleet/forwarding.ts";
import { actorOf } from "./actor-of.ts";
import { type RequestContext, requestContextOf } from "./request-context.ts";

const USUAL_MS = 30_000;
/** Servers let a member answer for this long. */
const LONGEST_MS = 600_000;

/** Requests about panes of other members are answered by those members. Mount before the routes. */
export function mountForwarding(api: Hono, forwarding: Forwarding): void {
  const forward: MiddlewareHandler = async (context, next) => {
    if (context.req.method !== "POST" || isForUs(context)) return next();
    const response = await forwarding.forward(await askedIn(context));
    return response === null ? next() : asResponse(response);
  };
  api.use("/v1/*", forward);
  for (const { path } of [ENDPOINTS.attention.see, ENDPOINTS.attention.snooze])
    api.use(path, async (context, next) => {
      if (context.req.method !== "POST" || isForUs(context)) return next();
      const doHere = async (body: string) => {
        const request = new Request(context.req.url, { method: "POST", body });
        const answer = await api.fetch(request, {
          ...requestContextOf(context),
          isOwnPart: true,
        } satisfies RequestContext);
        return { status: answer.status, body: await answer.text() };
      };
      const response = await forwarding.attention.forward(await askedIn(context), doHere);
      return response === null ? next() : asResponse(response);
    });
  api.use(ENDPOINTS.daemon.explain.path, async (context, next) => {
    if (isForUs(context)) return next();
    const response = await forwarding.explain(context.req.query("ref") ?? "", {
      ...(await askedIn(context)),
      body: null,
    });
    return response === null ? next() : asResponse(response);
  });
  api.use(ENDPOINTS.questions.list.path, async (context, next) => {
    await next();
    if (context.req.method !== "GET") return;
    const isOpen = (context.req.query("state") ?? "open") === "open" && context.req.query("target") === undefined;
    if (!isOpen || context.res.status !== 200 || isForUs(context)) return;
    const items = await forwarding.questions(actorOf(context).user);
    if (items.length === 0) return;
    const own = (await context.res.json()) as QuestionList;
    const open = own.summary.open + items.length;
    const summary = { open, by_state: { ...own.summary.by_state, open } };
    context.res = context.json({ ...own, summary, items: [...own.items, ...items] });
  });
}

/** Another member asks, for whom nothing is forwarded; or it is what is left of a request after the others' part. */
function isForUs(context: Context): boolean {
  const { member, isOwnPart } = requestContextOf(context);
  return member !== undefined || isOwnPart === true;
}

function asResponse({ status, body }: MemberResponse): Response {
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

async function askedIn(context: Context): Promise<AskedHere> {
  const { method, path } = context.req;
  const body = await context.req.text();
  return {
    method: method === "GET" ? "GET" : "POST",
    path,
    body,
    user: actorOf(context).user,
    timeoutMs: waitOf(path, body),
  };
}

const ALL: readonly Endpoint[] = Object.values(ENDPOINTS).flatMap((group) => Object.values(group));

function waitOf(path: string, body: string): number {
  const { timeoutMs = USUAL_MS, mayWait } = ALL.find((endpoint) => endpoint.path === path) ?? {};
  return mayWait === true && body.includes('"wait"') ? LONGEST_MS : timeoutMs;
}
