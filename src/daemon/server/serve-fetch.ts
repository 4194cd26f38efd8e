import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "../../core/protocol/base/fault.ts";

export const LARGEST_BODY = 1024 * 1024;

/** Largest body in bytes, or a refusal; decided by the headers, before any of the body is kept. */
export type AuthorizeHeaders = (request: IncomingMessage) => number | Response;

/** Answers a node:http request with a fetch-style app. Malformed or aborted requests never crash the daemon. */
export async function serveFetch(
  request: IncomingMessage,
  response: ServerResponse,
  app: (request: Request) => Response | Promise<Response>,
  authorize: AuthorizeHeaders = () => LARGEST_BODY,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => response.writableFinished || left.abort());
  const answer = await answerTo(request, left.signal, app, authorize).catch((error: unknown) =>
    refuse(400, `unanswerable: ${String(error)}`),
  );
  // the client disconnected meanwhile
  if (response.destroyed) return;
  try {
    await send(answer, request, response);
  } catch (error) {
    const hadLeft = response.destroyed;
    // cut a partial response off, so that the client notices
    response.destroy();
    if (!hadLeft) throw error;
  }
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // keeps browsers from sniffing JSON as HTML
  response.setHeader("x-content-type-options", "nosniff");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body !== null && answer.headers.get("content-type")?.startsWith("text/event-stream"))
    return follow(answer.body, response);
  response.end(request.method === "HEAD" ? undefined : Buffer.from(await answer.arrayBuffer()));
}

/** Streams an endless body with backpressure. */
async function follow(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value)) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end();
}

async function answerTo(
  request: IncomingMessage,
  signal: AbortSignal,
  app: (request: Request) => Response | Promise<Response>,
  authorize: AuthorizeHeaders,
): Promise<Response> {
  const method = request.method ?? "GET";
  const reads = method === "GET" || method === "HEAD";
  const judged = reads ? 0 : authorize(request);
  if (judged instanceof Response) {
    // drain the body: a client that is still writing would not read the refusal
    request.resume();
    return judged;
  }
  const body = reads ? null : await readBody(request, judged);
  if (body === "too large") return refuse(413, `a body has ${judged} bytes at most`);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return app(new Request(urlOf(request), { method, headers, body, signal }));
}

/** Only the path of the client's URL is used: the Host header is arbitrary text, which the gate checks. */
export function urlOf({ url = "/" }: IncomingMessage): string {
  return `http://agtmux${url.startsWith("/") ? url : `/${url}`}`;
}

/** Reads a body that is too large to its end: a client that is still writing would not read the refusal. */
async function readBody(request: IncomingMessage, largest: number): Promise<Buffer | "too large"> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= largest) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  return size > largest ? "too large" : Buffer.concat(chunks);
}

function refuse(status: 400 | 413, message: string): Response {
  return Response.json(new Fault("E_INVALID_INPUT", message).toBody(), { status });
}
