import type { z } from "zod";
import type { ErrorCode } from "../base/error-codes.ts";
import type { Endpoint } from "./endpoints.ts";

/** The request and response of an endpoint: the daemon mounts it, the client's types and the OpenAPI document follow it. */
export interface RouteSpec {
  /** One line. */
  summary: string;
  /** Further details. */
  says?: string;
  /** Query parameters; an array may be repeated. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Response schema; null if the path only accepts web sockets. */
  answer: z.ZodType | null;
  status?: 200 | 201;
  /** Content type of the response; JSON by default. */
  type?: "application/json" | "text/event-stream" | "text/plain";
  access?: Access;
  /** Error codes besides those of every route (`E_INTERNAL`; with a body `E_INVALID_INPUT`). */
  faults?: readonly ErrorCode[];
  /** The same path, upgraded to a web socket. */
  socket?: Socket;
}

/**
 * The callers of a route, if they differ from the rule that GET needs the right to look and everything else the right
 * to act: everyone, even without a key; everyone who may act; the user, but no device; the unix socket only.
 */
export type Access = "anybody" | "act" | "owner" | "socket";

export interface Socket {
  says: string;
  /** Schema of the daemon's messages, one JSON text each; absent if it sends bytes. */
  sends?: z.ZodType;
}

export type Route = Endpoint & RouteSpec;

/** The request's body as the daemon gets it, after parsing. */
export type BodyOf<R> = R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : never;

export type AnswerOf<R> = R extends { answer: infer Schema extends z.ZodType } ? z.output<Schema> : never;

/** The names of a path's parameters. */
export type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export function route<E extends Endpoint, Spec extends RouteSpec>(endpoint: E, spec: Spec): E & Spec {
  return { ...endpoint, ...spec };
}
