import type { Socket } from "node:net";
import WebSocket from "ws";
import type { Outcome } from "../../core/adapter/decisions.ts";
import type { SocketConversation, SocketNews } from "../../core/adapter/socket-channel.ts";

/** An open request that was found at the agent's socket. Must be closed, or answered, which closes it. */
export interface Dialed {
  payload: string;
  /** "stopped": our Yes was taken, or the person's No, and the turn was stopped; the agent does not tell which came first. */
  reply(line: string, isAllowing: boolean): Promise<"taken" | "refused" | "stopped">;
  close(): void;
}

/** How long finding a request may take. */
const FIND_MS = 3_000;
/** Within this time the agent confirms an answer, and then tells what became of the request. */
const CONFIRM_MS = 3_000;
const OUTCOME_MS = 700;
const LARGEST_BYTES = 8 * 1024 * 1024;

/** Has the conversation; whether what it orders was done. */
export async function tell(connection: Socket, conversation: SocketConversation): Promise<boolean> {
  const { socket, news } = begin(connection, conversation);
  const end = await news.first(({ type }) => type === "done" || type === "nothing", FIND_MS);
  socket.terminate();
  return end?.type === "done";
}

/** Finds the open request of a session for which `isWanted` holds; null if there is none, or nobody listens there. */
export async function dial(
  connection: Socket,
  conversation: SocketConversation,
  isWanted: (payload: string) => boolean,
): Promise<Dialed | null> {
  const { socket, news } = begin(connection, conversation);
  const close = () => socket.terminate();
  const found = await news.first((each) => each.type !== "over" && each.type !== "outcome", FIND_MS);
  if (found?.type !== "request" || !isWanted(found.payload)) {
    close();
    return null;
  }
  const isOver = (each: SocketNews) => each.type === "over" && each.id === found.id;
  return {
    payload: found.payload,
    close,
    async reply(line, isAllowing) {
      try {
        if (news.has(isOver) || socket.readyState !== WebSocket.OPEN) return "refused";
        socket.send(line);
        if ((await news.first(isOver, CONFIRM_MS)) === null) return "taken";
        // the person at the terminal may have answered in the same moment
        const outcome = await outcomeOf(news, isAllowing);
        if (!isAllowing) return outcome === "done" ? "refused" : "taken";
        return outcome === "declined" ? "refused" : outcome === "stopped" ? "stopped" : "taken";
      } finally {
        close();
      }
    },
  };
}

/** After a Yes, that the turn was stopped does not tell whether the call had begun: the end of the call may. */
async function outcomeOf(news: News, isAllowing: boolean): Promise<Outcome | null> {
  const first = await news.first(({ type }) => type === "outcome", OUTCOME_MS);
  const how = first?.type === "outcome" ? first.how : null;
  if (how !== "stopped" || !isAllowing) return how;
  const isOfCall = (each: SocketNews) => each.type === "outcome" && each.how !== "stopped";
  const ofCall = await news.first(isOfCall, OUTCOME_MS);
  return ofCall?.type === "outcome" ? ofCall.how : how;
}

function begin(connection: Socket, conversation: SocketConversation): { socket: WebSocket; news: News } {
  const socket = new WebSocket("ws://localhost/", {
    createConnection: () => connection,
    perMessageDeflate: false,
    handshakeTimeout: FIND_MS,
    maxPayload: LARGEST_BYTES,
  });
  const news = new News();
  // ends every wait for further messages
  socket.on("error", () => news.close());
  socket.on("close", () => news.close());
  socket.on("open", () => socket.send(conversation.opening));
  socket.on("message", (data) => {
    const heard = conversation.hear(String(data));
    for (const each of heard.say ?? []) socket.send(each);
    if (heard.news !== undefined) news.add(heard.news);
  });
  return { socket, news };
}

/** Yields the messages received so far, then those that come. */
class News {
  private readonly heard: SocketNews[] = [];
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  add(news: SocketNews): void {
    this.heard.push(news);
    for (const look of this.waiting) look();
  }

  close(): void {
    this.isClosed = true;
    for (const look of this.waiting) look();
  }

  has(isWanted: (news: SocketNews) => boolean): boolean {
    return this.heard.some(isWanted);
  }

  /** The first of them; null if none comes in time. */
  first(isWanted: (news: SocketNews) => boolean, withinMs: number): Promise<SocketNews | null> {
    return new Promise((resolve) => {
      const done = (news: SocketNews | null) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(news);
      };
      const look = () => {
        const found = this.heard.find(isWanted);
        if (found !== undefined || this.isClosed) done(found ?? null);
      };
      const timer = setTimeout(() => done(null), withinMs);
      this.waiting.add(look);
      look();
    });
  }
}
