import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A received request. */
export interface Heard {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

type Answer = (response: ServerResponse, heard: Heard) => void;

const DIALECTS = {
  openai: {
    path: "/v1/chat/completions",
    wrap: (text: string) => ({
      object: "chat.completion",
      choices: [{ message: { role: "assistant", content: text } }],
    }),
    isAsked: ({ body }: Heard) => typeof body.model === "string" && Array.isArray(body.messages),
  },
  anthropic: {
    path: "/v1/messages",
    wrap: (text: string) => ({
      type: "message",
      content: [{ type: "tool_use", id: "t1", name: "report", input: JSON.parse(text) }],
    }),
    isAsked: ({ body, headers }: Heard) =>
      headers["anthropic-version"] === "2023-06-01" && typeof body.max_tokens === "number" && Array.isArray(body.tools),
  },
} as const;
export type Dialect = keyof typeof DIALECTS;

/** For tests: a server that speaks one of the protocols, with scripted responses. */
export class TestApi {
  readonly heard: Heard[] = [];
  readonly dialect: Dialect;
  url = "";
  /** The next responses; the last one repeats. */
  answers: Answer[] = [];
  private readonly server: Server;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** A complete response of the protocol that contains this text or verdict. */
  says(content: object | string): Answer {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return (response) => send(response, 200, JSON.stringify(DIALECTS[this.dialect].wrap(text)));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const heard = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
    };
    this.heard.push(heard);
    const { path, isAsked } = DIALECTS[this.dialect];
    if (heard.path !== path || request.method !== "POST")
      return send(response, 404, '{"error":{"message":"no such path"}}');
    if (!isAsked(heard)) return send(response, 400, '{"error":{"message":"not a request of this protocol"}}');
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    next?.(response, heard);
  }
}

/** For tests: a server that is closed when the test ends. */
export async function testApi(dialect: Dialect): Promise<TestApi> {
  const api = new TestApi(dialect);
  onTestFinished(() => api.close());
  return api.listen();
}

export function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text);
}

/** Begins a response and disconnects. */
export function cut(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"choices":[{"mess', () => response.destroy());
}
