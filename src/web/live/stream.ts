import { backoffMs } from "./backoff.ts";
import { type PageMessage, parseMessage } from "./parse-message.ts";

export type Link =
  | { phase: "connecting" }
  | { phase: "live" }
  /** `unproven`: somebody answers, and is not the daemon. */
  | { phase: "lost"; since: number; retryAt: number; unproven?: true }
  | { phase: "signed-out" };

/** What the daemon says of itself when asked over plain HTTP, which tells more than a refused socket does. */
export type Probe = "ok" | "signed-out" | "unreachable" | "unproven";

/** The part of the browser that a stream needs. */
export interface Surroundings {
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
  /** Tries at once, or checks that a link that looks alive is. */
  wake(): void;
  close(): void;
}

/** A socket gives no sign when the network under it is gone, so silence is looked into. */
const SILENCE_MS = 30_000;

/** Keeps one socket to the daemon: opens it, and opens it again whenever it is lost. */
export function openStream(surroundings: Surroundings, listener: Listener): Stream {
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
      // one that was given up already has no say
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
    // trying again cannot help: only a new link signs this page in
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
