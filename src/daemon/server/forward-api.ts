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
  const { see, snooze, claim } = ENDPOINTS.attention;
  const ask = (path: string, method: "POST" | "any", asking: Asking) => api.use(path, askOthers(method, asking));
  const add = <List extends object>(path: string, adding: Adding<List>) => api.use(path, addOthers(adding));

  ask("/v1/*", "POST", async (context) => forwarding.forward(await askedIn(context)));
  for (const { path } of [see, snooze])
    ask(path, "POST", async (context) => forwarding.attention.forward(await askedIn(context), doHere(api, context)));
  ask(claim.path, "POST", async (context) => forwarding.attention.claim(await askedIn(context), doHere(api, context)));
  ask(ENDPOINTS.daemon.explain.path, "any", async (context) =>
    forwarding.explain(context.req.query("ref") ?? "", { ...(await askedIn(context)), body: null }),
  );
  add<UsageList>(ENDPOINTS.usage.list.path, async (own, context) => gathering.usage(await own(), listAsked(context)));
  add<AuditList>(ENDPOINTS.audit.list.path, async (own, context) => gathering.audit(await own(), listAsked(context)));
  add<QuestionList>(ENDPOINTS.questions.list.path, async (own, context) => {
    const isOpen = (context.req.query("state") ?? "open") === "open" && context.req.query("target") === undefined;
    const items = isOpen ? await forwarding.questions(actorOf(context).user) : [];
    return items.length === 0 ? null : withQuestions(await own(), items);
  });
}

/** Null if it is no matter of other members. */
type Asking = (context: Context) => Promise<MemberResponse | null>;

function askOthers(method: "POST" | "any", asking: Asking): MiddlewareHandler {
  return async (context, next) => {
    if ((method !== "any" && context.req.method !== method) || isForUs(context)) return next();
    const response = await asking(context);
    return response === null ? next() : asResponse(response);
  };
}

/** Adds what other members have to our own list; null if they have nothing. */
type Adding<List> = (own: () => Promise<List>, context: Context) => Promise<List | null>;

function addOthers<List extends object>(adding: Adding<List>): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.req.method !== "GET" || context.res.status !== 200 || isForUs(context)) return;
    const list = await adding(async () => (await context.res.json()) as List, context);
    if (list !== null) context.res = context.json(list);
  };
}

/** Does what is left of a request after the others' part. */
function doHere(api: Hono, context: Context): (body: string) => Promise<MemberResponse> {
  return async (body) => {
    const request = new Request(context.req.url, { method: "POST", body });
    const own: RequestContext = { ...requestContextOf(context), isOwnPart: true };
    const response = await api.fetch(request, own);
    return { status: response.status, body: await response.text() };
  };
}

function withQuestions(own: QuestionList, items: QuestionList["items"]): QuestionList {
  const open = own.summary.open + items.length;
  const summary = { open, by_state: { ...own.summary.by_state, open } };
  return { ...own, summary, items: [...own.items, ...items] };
}

function listAsked(context: Context): { path: string; user: string } {
  const { pathname, search } = new URL(context.req.url);
  return { path: `${pathname}${search}`, user: actorOf(context).user };
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
