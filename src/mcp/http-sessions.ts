import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createMcpServer, type ToolsBackend } from "./create-mcp-server.ts";

/** A client that has shown a key. */
export interface HttpClient {
  /** The same for every request with this key. */
  id: string;
  backend: ToolsBackend;
  /** Calls `listener` when the key is no longer valid. */
  onRevoked(listener: () => void): () => void;
}

export interface HttpSessions {
  /** `body` is the parsed JSON of a POST. */
  handle(request: Request, body: unknown, client: HttpClient): Promise<Response>;
}

interface Session {
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
  clientId: string;
  usedAt: number;
  end(): Promise<void>;
}

/** A client that went away without a word is forgotten; one that comes back begins anew, as the protocol has it. */
const IDLE_MS = 3_600_000;
const MOST_SESSIONS = 50;

/** MCP over streamable HTTP: one server for each session, which belongs to the key that has begun it. */
export function openHttpSessions(version: string, now: () => number): HttpSessions {
  const sessions = new Map<string, Session>();

  async function begin(client: HttpClient): Promise<Session> {
    const closed = new AbortController();
    const server = createMcpServer(client.backend, version, closed.signal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const leave = client.onRevoked(() => void server.close());
    server.onclose = () => {
      closed.abort();
      leave();
      sessions.delete(transport.sessionId ?? "");
    };
    const session: Session = { server, transport, clientId: client.id, usedAt: now(), end: () => server.close() };
    // its optional callbacks are typed without undefined
    await server.connect(transport as Parameters<Server["connect"]>[0]);
    return session;
  }

  async function forgetOld(): Promise<void> {
    const oldest = [...sessions.values()].sort((one, other) => one.usedAt - other.usedAt);
    const idle = oldest.filter(({ usedAt }) => usedAt < now() - IDLE_MS);
    const tooMany = oldest.slice(0, Math.max(0, oldest.length + 1 - MOST_SESSIONS));
    for (const session of new Set([...idle, ...tooMany])) await session.end();
  }

  return {
    async handle(request, body, client) {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      // whoever learns a session's id still needs the key that has begun it
      if (id !== null && known?.clientId !== client.id) return unknownSession();
      if (known === undefined) await forgetOld();
      const session = known ?? (await begin(client));
      session.usedAt = now();
      const answer = await session.transport.handleRequest(request, { parsedBody: body });
      if (known === undefined && session.transport.sessionId === undefined) await session.end();
      return answer;
    },
  };
}

function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
