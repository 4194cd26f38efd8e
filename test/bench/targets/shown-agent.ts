import { join } from "node:path";
import { percentile } from "../percentile.ts";
import { Ears } from "./ears.ts";
import type { Place } from "./place.ts";
import { type Voices, voicesOf } from "./voices.ts";

/** Panes that speak, and a client that hears them. */
export interface ShownAgent {
  ears: Ears;
  voices: Voices;
}

export async function shownAgentOf(place: Place): Promise<ShownAgent> {
  const ears = new Ears(`ws+unix://${join(place.box.home, "agtmuxd.sock")}:/v1/stream`);
  await ears.open;
  return { ears, voices: voicesOf(place) };
}

/** Milliseconds until the client hears it. */
export async function lagOf(ears: Ears, say: (word: string) => void, name: string): Promise<number> {
  // delimited, so that no word is part of another
  const word = `<${name}>`;
  const heard = ears.hear(word);
  const said = performance.now();
  say(word);
  return (await heard) - said;
}

/** A newly registered pane is not observed at once: repeat until a message arrives. */
export async function untilHeard(ears: Ears, say: (word: string) => void, name: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const heard = ears.hear(`<first-${name}-${attempt}>`, 3_000);
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
