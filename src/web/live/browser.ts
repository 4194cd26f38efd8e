import type { Probe, Surroundings } from "./stream.ts";

const PROBE_TIMEOUT_MS = 5_000;

export const browser: Surroundings = {
  openSocket: () => new WebSocket(new URL("/v1/stream", location.href.replace(/^http/, "ws"))),
  probe,
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
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
