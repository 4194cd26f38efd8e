import type { Context, Hono, MiddlewareHandler } from "hono";
import type { AuditList } from "../../core/protocol/actions/actions.ts";
import type { QuestionList } from "../../core/protocol/actions/questions.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { UsageList } from "../../core/protocol/lists/usage.ts";
import { ENDPOINTS, type Endpoint } from "../../core/protocol/routes/endpoints.ts";
import type { AskedHere } from "../fleet/asked-here.ts";
import { actorOf } from "./actor-of.ts";
import type { FleetBackend } from "./fleet-api.ts";
import { type RequestContext, requestContextOf } from "./request-context.ts";

const USUAL_MS = 30_000;
/** A ring that comes later is of no use. */
const CLAIM_MS = 2_000;
/** Servers let a member answer for this long. */
const LONGEST_MS = 600_000;

/** Requests about panes of other members are answered by those members. Mount before the routes. */
export function mountForwarding(
  api: Hono,
  { forwarding, gathering }: Pick<FleetBackend, "forwarding" | "gathering">,
): void {
  const forward: MiddlewareHandler = async (context, next) => {
    if (context.req.method !== "POST" || isForUs(context)) return next();
    const response = await forwarding.forward(await askedIn(context));
    return response === null ? next() : asResponse(response);
  };
  api.use("/v1/*", forward);
  const { see, snooze, claim } = ENDPOINTS.attention;
  for (const { path } of [see, snooze, claim])
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
      const asked = await askedIn(context);
      const { attention } = forwarding;
      const response = await (path === claim.path ? attention.claim(asked, doHere) : attention.forward(asked, doHere));
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
  const gather = <List>(path: string, add: (own: List, asked: { path: string; user: string }) => Promise<List>) =>
    api.use(path, async (context, next) => {
      await next();
      if (context.req.method !== "GET" || context.res.status !== 200 || isForUs(context)) return;
      const { search } = new URL(context.req.url);
      const own = (await context.res.json()) as List;
      context.res = context.json((await add(own, { path: `${path}${search}`, user: actorOf(context).user })) as object);
    });
  gather<UsageList>(ENDPOINTS.usage.list.path, (own, asked) => gathering.usage(own, asked));
  gather<AuditList>(ENDPOINTS.audit.list.path, (own, asked) => gathering.audit(own, asked));
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
  if (path === ENDPOINTS.attention.claim.path) return CLAIM_MS;
  const { timeoutMs = USUAL_MS, mayWait } = ALL.find((endpoint) => endpoint.path === path) ?? {};
  return mayWait === true && body.includes('"wait"') ? LONGEST_MS : timeoutMs;
}
