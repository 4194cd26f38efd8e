import { join } from "node:path";
import { percentile } from "../percentile.ts";
import type { Place } from "./place.ts";
import { type Senders, sendersOf } from "./senders.ts";
import { StreamListener } from "./stream-listener.ts";

/** Panes that speak, and a client that hears them. */
export interface LagProbe {
  listener: StreamListener;
  senders: Senders;
}

export async function lagProbeOf(place: Place): Promise<LagProbe> {
  const listener = new StreamListener(`ws+unix://${join(place.box.home, "agtmuxd.sock")}:/v1/stream`);
  await listener.open;
  return { listener, senders: sendersOf(place) };
}

/** Milliseconds until the client hears it. */
export async function lagOf(listener: StreamListener, say: (word: string) => void, name: string): Promise<number> {
  // delimited, so that no word is part of another
  const word = `<${name}>`;
  const heard = listener.arrival(word);
  const said = performance.now();
  say(word);
  return (await heard) - said;
}

/** A newly registered pane is not observed at once: repeat until a message arrives. */
export async function untilHeard(listener: StreamListener, say: (word: string) => void, name: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const heard = listener.arrival(`<first-${name}-${attempt}>`, 3_000);
    say(`<first-${name}-${attempt}>`);
    if (
      await heard.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`a ${name} is never heard`);
}

export function spread(lags: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(lags, share).toFixed(1));
  return `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`;
}
