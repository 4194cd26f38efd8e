import type { IncomingMessage, ServerResponse } from "node:http";

const LARGEST_BODY = 1024 * 1024;

/** Lets a fetch-style app answer a node:http request. */
export async function serveFetch(
  request: IncomingMessage,
  response: ServerResponse,
  app: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const url = `http://${request.headers.host ?? "agtmux"}${request.url ?? "/"}`;
  const method = request.method ?? "GET";
  const body = method === "GET" || method === "HEAD" ? null : await readBody(request);
  if (body === "too large") {
    response.writeHead(413).end();
    return;
  }
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const answer = await app(new Request(url, { method, headers, body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(method === "HEAD" ? undefined : Buffer.from(await answer.arrayBuffer()));
}

async function readBody(request: IncomingMessage): Promise<Buffer | "too large"> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) return "too large";
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
