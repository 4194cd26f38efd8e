import type { Schedule } from "./gather.ts";
import type { Probe, Surroundings } from "./stream.ts";

const PROBE_TIMEOUT_MS = 5_000;
/** A page that nobody sees draws no frames, and its title still counts. */
const UNSEEN_FRAME_MS = 300;

export const browser: Surroundings & { nextFrame: Schedule; newId(): string } = {
  openSocket: () => new WebSocket(new URL("/v1/stream", location.href.replace(/^http/, "ws"))),
  probe,
  now: () => Date.now(),
  random: () => Math.random(),
  // crypto.randomUUID is only there over https and on localhost
  newId: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join(""),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  nextFrame(then) {
    const cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    const once = () => {
      cancel();
      then();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, UNSEEN_FRAME_MS);
    return cancel;
  },
};

async function probe(): Promise<Probe> {
  try {
    const response = await fetch("/v1/health", { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), cache: "no-store" });
    if (response.status === 401) return "signed-out";
    return response.ok ? "ok" : "unreachable";
  } catch {
    return "unreachable";
  }
}
