import type { Context, Hono, MiddlewareHandler } from "hono";
import type { QuestionList } from "../../core/protocol/actions/questions.ts";
import { ENDPOINTS, type Endpoint } from "../../core/protocol/routes/endpoints.ts";
import type { AskedHere, Forwarding } from "../fleet/forwarding.ts";
import { actorOf } from "./actor-of.ts";
import { requestContextOf } from "./request-context.ts";

const USUAL_MS = 30_000;
/** Servers let a member answer for this long. */
const LONGEST_MS = 600_000;

/** Requests about panes of other members are answered by those members. Mount before the routes. */
export function mountForwarding(api: Hono, forwarding: Forwarding): void {
  const forward: MiddlewareHandler = async (context, next) => {
    // never on behalf of another member
    if (context.req.method !== "POST" || requestContextOf(context).member !== undefined) return next();
    const response = await forwarding.forward(await askedIn(context));
    if (response === null) return next();
    return new Response(response.body, { status: response.status, headers: { "content-type": "application/json" } });
  };
  api.use("/v1/*", forward);
  api.use(ENDPOINTS.questions.list.path, async (context, next) => {
    await next();
    if (context.req.method !== "GET") return;
    const isOpen = (context.req.query("state") ?? "open") === "open" && context.req.query("target") === undefined;
    if (!isOpen || context.res.status !== 200 || requestContextOf(context).member !== undefined) return;
    const items = await forwarding.questions(actorOf(context).user);
    if (items.length === 0) return;
    const own = (await context.res.json()) as QuestionList;
    const open = own.summary.open + items.length;
    const summary = { open, by_state: { ...own.summary.by_state, open } };
    context.res = context.json({ ...own, summary, items: [...own.items, ...items] });
  });
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
