import { backoffMs } from "./backoff.ts";
import { type PageMessage, parseMessage } from "./parse-message.ts";

export type Link =
  | { phase: "connecting" }
  | { phase: "live" }
  /** `unproven`: a server answers, but it is not the daemon. */
  | { phase: "lost"; since: number; retryAt: number; unproven?: true }
  | { phase: "signed-out" };

/** Result of a plain HTTP request, which tells more than a refused socket does. */
export type Probe = "ok" | "signed-out" | "unreachable" | "unproven";

/** The browser functions that a stream needs. */
export interface BrowserEnv {
  openSocket(): WebSocket;
  probe(): Promise<Probe>;
  now(): number;
  random(): number;
  after(ms: number, then: () => void): () => void;
}

export interface Listener {
  onMessage(message: PageMessage): void;
  onLink(link: Link): void;
}

export interface Stream {
  /** Reconnects at once, or verifies that a seemingly live connection still works. */
  wake(): void;
  close(): void;
}

/** A socket does not report a lost network, so probe after this much silence. */
const SILENCE_MS = 30_000;

/** Keeps one socket to the daemon open, reconnecting whenever it is lost. */
export function openStream(surroundings: BrowserEnv, listener: Listener): Stream {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let lostSince: number | null = null;
  let cancelTimer = () => {};

  function connect() {
    cancelTimer();
    if (lostSince === null) listener.onLink({ phase: "connecting" });
    const opened = surroundings.openSocket();
    socket = opened;
    opened.onmessage = (event) => receive(String(event.data));
    opened.onclose = () => {
      // ignore sockets that were already replaced
      if (socket === opened) void lose();
    };
    watchForSilence();
  }

  function receive(text: string) {
    const message = parseMessage(text);
    if (message?.type === "snapshot") {
      attempt = 0;
      lostSince = null;
      listener.onLink({ phase: "live" });
    }
    if (message !== null) listener.onMessage(message);
    watchForSilence();
  }

  function watchForSilence() {
    cancelTimer();
    cancelTimer = surroundings.after(SILENCE_MS, () => void checkLink());
  }

  async function checkLink() {
    const checked = socket;
    const answer = await surroundings.probe();
    if (checked === null || socket !== checked) return;
    if (answer === "ok") watchForSilence();
    else await lose();
  }

  async function lose() {
    cancelTimer();
    const dead = socket;
    socket = null;
    dead?.close();
    attempt += 1;
    lostSince ??= surroundings.now();
    const wait = backoffMs(attempt, surroundings.random());
    const retryAt = surroundings.now() + wait;
    cancelTimer = surroundings.after(wait, connect);
    const lost: Link = { phase: "lost", since: lostSince, retryAt };
    listener.onLink(lost);
    const answer = await surroundings.probe();
    if (socket !== null) return;
    if (answer === "unproven") listener.onLink({ ...lost, unproven: true });
    if (answer !== "signed-out") return;
    // retrying cannot help: only a new link signs this page in
    cancelTimer();
    listener.onLink({ phase: "signed-out" });
  }

  connect();

  return {
    wake() {
      if (socket === null) connect();
      else void checkLink();
    },
    close() {
      cancelTimer();
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}
