import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "../../core/protocol/fault.ts";

export const LARGEST_BODY = 1024 * 1024;

/** How large a body may be, or the refusal of whoever sends it: known by the head, before anything is kept. */
export type JudgeHead = (request: IncomingMessage) => number | Response;

/** Lets a fetch-style app answer a node:http request. Whatever a client sends or breaks off, the daemon goes on. */
export async function serveFetch(
  request: IncomingMessage,
  response: ServerResponse,
  app: (request: Request) => Response | Promise<Response>,
  judge: JudgeHead = () => LARGEST_BODY,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => response.writableFinished || left.abort());
  const answer = await answerTo(request, left.signal, app, judge).catch((error: unknown) =>
    refuse(400, `unanswerable: ${String(error)}`),
  );
  // a client that left in the middle hears nothing any more
  if (response.destroyed) return;
  try {
    await send(answer, request, response);
  } catch (error) {
    const hadLeft = response.destroyed;
    // half an answer is none: the client notices that it was cut off
    response.destroy();
    if (!hadLeft) throw error;
  }
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body !== null && answer.headers.get("content-type")?.startsWith("text/event-stream"))
    return follow(answer.body, response);
  response.end(request.method === "HEAD" ? undefined : Buffer.from(await answer.arrayBuffer()));
}

/** What comes without an end is passed on as it comes, no faster than the client takes it. */
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
  judge: JudgeHead,
): Promise<Response> {
  const method = request.method ?? "GET";
  const reads = method === "GET" || method === "HEAD";
  const judged = reads ? 0 : judge(request);
  if (judged instanceof Response) {
    // read and forgotten: whoever still writes would not hear why
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

/** Of what the client wrote only the path counts: the Host header is any text, and for the gate to judge. */
export function urlOf({ url = "/" }: IncomingMessage): string {
  return `http://agtmux${url.startsWith("/") ? url : `/${url}`}`;
}

/** A body that is too large is read to its end all the same: a client that still writes would not hear why. */
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
