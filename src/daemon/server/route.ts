import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { ErrorCode } from "../../core/protocol/error-codes.ts";
import { readBody } from "./read-body.ts";

/** One path of the API, told once: `serve` answers by it, and the OpenAPI document is made of it. */
export interface Route<Body = unknown, Answer = unknown> {
  method: "get" | "post" | "delete";
  /** As hono writes it: `/v1/targets/:name`. */
  path: `/v1/${string}`;
  /** A line that says what it does. */
  summary: string;
  /** What else one must know. */
  says?: string;
  /** The words after the question mark; an array is a word that may be repeated. */
  query?: z.ZodObject;
  body?: z.ZodType<Body>;
  /** What one gets; null where the path is only for web sockets. */
  answer: z.ZodType<Answer> | null;
  status?: 200 | 201;
  /** Of the answer; JSON where it is not told. */
  type?: "application/json" | "text/event-stream";
  /** What may be refused besides what any path may (`E_INTERNAL`; with a body `E_INVALID_INPUT`). */
  faults?: readonly ErrorCode[];
  /** The same path as a web socket. */
  socket?: Socket;
}

export interface Socket {
  says: string;
  /** What the daemon sends, one JSON text a message; absent where it is bytes. */
  sends?: z.ZodType;
}

/** What a request brings. */
export interface Call<Body> {
  body: Body;
  /** A part of the path. */
  param(name: string): string;
  context: Context;
}

/** Keeps the types of body and answer, which `serve` holds its handler to. */
export function route<Answer, Body = never>(told: Route<Body, Answer>): Route<Body, Answer> {
  return told;
}

/** Answers with JSON. */
export function serve<Body, Answer>(
  api: Hono,
  told: Route<Body, Answer>,
  handle: (call: Call<Body>) => NoInfer<Answer> | Promise<NoInfer<Answer>>,
): void {
  serveResponse(api, told, async (call) => call.context.json((await handle(call)) as object, told.status ?? 200));
}

/** Answers with whatever is not one piece of JSON. */
export function serveResponse<Body>(
  api: Hono,
  { method, path, body: schema }: Route<Body>,
  handle: (call: Call<Body>) => Response | Promise<Response>,
): void {
  api.on(method, path, async (context) => {
    const param = (name: string) => context.req.param(name) ?? "";
    // a path without a body has nobody who could read it
    const body = schema === undefined ? (undefined as never) : readBody(await context.req.text(), schema);
    return handle({ body, param, context });
  });
}
