import type { z } from "zod";
import { ENDPOINTS, type Endpoint } from "../core/protocol/routes/endpoints.ts";
import type { AnswerOf, Route } from "../core/protocol/routes/route.ts";
import type { ROUTES } from "../core/protocol/routes/routes.ts";
import { type Query, withQuery } from "./query.ts";
import type { Transport } from "./transport.ts";

type Routes = typeof ROUTES;

/** A function per route: takes the path's parameters in order, then the body or the query. */
export type Calls = {
  [Group in keyof Routes]: { [Name in keyof Routes[Group]]: CallOf<Routes[Group][Name]> };
};

type CallOf<R> = R extends Route
  ? (...asked: [...ParamsOf<R["path"]>, ...ContentOf<R>]) => Promise<AnswerOf<R>>
  : never;

type ParamsOf<Path> = Path extends `${string}:${string}/${infer Rest}`
  ? [param: string, ...ParamsOf<Rest>]
  : Path extends `${string}:${string}`
    ? [param: string]
    : [];

type ContentOf<R> = R extends { body: infer Schema extends z.ZodType }
  ? [body: z.input<Schema>]
  : R extends { query: z.ZodType }
    ? [query?: Query]
    : [];

/** The daemon's default timeout when a request waits for a state. */
const LONGEST_WAIT_MS = 600_000;

/** The fields of a body that say how long the daemon waits. */
type Body = { wait?: unknown; timeout_ms?: number };
type Asked = string | Query | Body;

/** All routes as functions. Responses are not validated: the daemon made them with the same schemas. */
export function callsOver(transport: Transport): Calls {
  const callOf =
    (endpoint: Endpoint) =>
    (...asked: Asked[]) =>
      ask(transport, endpoint, asked);
  return mapValues(ENDPOINTS, (group) => mapValues(group, callOf)) as unknown as Calls;
}

function ask(transport: Transport, { method, path, ...timing }: Endpoint, asked: readonly Asked[]): Promise<unknown> {
  const params = asked.filter((each) => typeof each === "string");
  const content = asked.find((each) => typeof each !== "string");
  const place = path.replace(/:\w+/g, () => encodeURIComponent(params.shift() ?? ""));
  if (content === undefined) return transport(method, place, within(timing));
  if (isQuery(content)) return transport(method, withQuery(place, content), within(timing));
  return transport(method, place, { ...within(timing, content), body: JSON.stringify(content) });
}

function isQuery(content: Query | Body): content is Query {
  return Array.isArray(content);
}

function within({ timeoutMs, mayWait }: Pick<Endpoint, "timeoutMs" | "mayWait">, body: Body = {}) {
  if (timeoutMs === undefined) return {};
  const { wait, timeout_ms = LONGEST_WAIT_MS } = body;
  return { timeoutMs: mayWait === true && wait !== undefined ? timeoutMs + timeout_ms : timeoutMs };
}

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, map: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
