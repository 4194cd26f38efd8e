import { listAt, type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { Heard, SocketChannel, SocketConversation } from "../../adapter/socket-channel.ts";

const SESSIONS = /^(\/.*)\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-[^/]+\.jsonl$/;
const [HELLO, LOADED, RESUME, INTERRUPT] = [1, 2, 3, 4];

/**
 * The app-server that Codex starts per CODEX_HOME and that serves all its panes there: JSON-RPC over a web socket. One
 * that was started with `-c`, `--profile` or `--no-daemon` has its server inside, and its threads are not loaded here.
 */
export const APP_SERVER: SocketChannel = {
  limits: "by keys where it was started with -c, --profile or --no-daemon, as 'agtmux spawn' does",
  path: ({ transcript }) => {
    const home = SESSIONS.exec(transcript ?? "")?.[1];
    return home === undefined ? null : `${home}/app-server-control/app-server-control.sock`;
  },
  join: (thread) => new Conversation(thread, call(RESUME, "thread/resume", { threadId: thread, excludeTurns: true })),
  interrupt: (thread, turn) =>
    new Conversation(thread, call(INTERRUPT, "turn/interrupt", { threadId: thread, turnId: turn })),
};

class Conversation implements SocketConversation {
  readonly opening = call(HELLO, "initialize", {
    clientInfo: { name: "agtmux", title: "agtmux", version: "1" },
    capabilities: { experimentalApi: true },
  });
  private readonly thread: string;
  /** Said once the thread is known to be loaded. */
  private readonly aim: string;
  /** The call that the last request was about. */
  private item: string | null = null;

  constructor(thread: string, aim: string) {
    this.thread = thread;
    this.aim = aim;
  }

  hear(message: string): Heard {
    const payload = parsePayload(message);
    if (payload === null) return {};
    const method = textAt(payload, "method");
    if (method === undefined) return this.answered(payload);
    if (textAt(payload, "params", "threadId") !== this.thread) return {};
    const id = idOf(payload);
    if (id !== null) {
      this.item = textAt(payload, "params", "itemId") ?? null;
      return { news: { type: "request", id, payload: message } };
    }
    switch (method) {
      case "serverRequest/resolved":
        return { news: { type: "over", id: String(valueAt(payload, "params", "requestId")) } };
      case "item/completed": {
        if (textAt(payload, "params", "item", "id") !== this.item) return {};
        const isDeclined = textAt(payload, "params", "item", "status") === "declined";
        return { news: { type: "outcome", how: isDeclined ? "declined" : "done" } };
      }
      case "turn/completed":
        if (textAt(payload, "params", "turn", "status") !== "interrupted") return {};
        return { news: { type: "outcome", how: "stopped" } };
      default:
        return {};
    }
  }

  private answered(payload: Payload): Heard {
    if (valueAt(payload, "error") !== undefined) return { news: { type: "nothing" } };
    switch (valueAt(payload, "id")) {
      case HELLO:
        return { say: [JSON.stringify({ method: "initialized" }), call(LOADED, "thread/loaded/list", {})] };
      case LOADED:
        return this.loaded(payload);
      case INTERRUPT:
        return { news: { type: "done" } };
      case RESUME: {
        const flags = listAt(payload, "result", "thread", "status", "activeFlags");
        const isWaiting = flags.some((flag) => typeof flag === "string" && flag.startsWith("waitingOn"));
        return isWaiting ? {} : { news: { type: "nothing" } };
      }
      default:
        return {};
    }
  }

  /** A thread that is not loaded would be loaded from its file, and then be in two places. */
  private loaded(payload: Payload): Heard {
    if (listAt(payload, "result", "data").includes(this.thread)) return { say: [this.aim] };
    const cursor = textAt(payload, "result", "nextCursor");
    return cursor === undefined
      ? { news: { type: "nothing" } }
      : { say: [call(LOADED, "thread/loaded/list", { cursor })] };
  }
}

function call(id: number, method: string, params: object): string {
  return JSON.stringify({ method, id, params });
}

function idOf(payload: Payload): string | null {
  const id = valueAt(payload, "id");
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}
