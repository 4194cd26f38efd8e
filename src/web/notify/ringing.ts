import type { AttentionKind } from "../../core/protocol/attention.ts";
import type { Fleet } from "../live/fleet.ts";
import type { Store } from "../live/store.ts";
import type { Link } from "../live/stream.ts";
import { type Call, unheardCalls } from "./calls.ts";
import type { Heard } from "./heard.ts";
import { isQuiet, type NotifyPreferences } from "./notify-preferences.ts";

export interface RingingParts {
  fleet: Store<Fleet | null>;
  link: Store<Link>;
  heard: Heard;
  preferences: Store<NotifyPreferences>;
  /** One tab of this browser after the other. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Who cannot sound waits a moment: another tab or device may. */
  turn(): Promise<void>;
  /** Of these calls the ones that no other device has told yet; all of them where the daemon cannot be asked. */
  claim(calls: readonly Call[]): Promise<readonly Call[]>;
  canSound(): boolean;
  canShow(): boolean;
  sound(kind: AttentionKind, volume: number): void;
  show(call: Call): void;
  /** Of the day, by the clock of the person. */
  minute(): number;
}

/** Loudest first: several at once ring once. */
const LOUDNESS: readonly AttentionKind[] = ["error", "approval", "input", "stalled", "testing", "review", "done"];

/** Tells a person by sound and by notification who has begun to call, each call once. Returns how to stop. */
export function startRinging(parts: RingingParts): () => void {
  const { fleet, link, heard } = parts;
  let busy = false;
  let again = false;

  async function listen(): Promise<void> {
    const known = fleet.get();
    // what was kept from the last visit is no news
    if (known === null || link.get().phase !== "live") return;
    heard.prune(new Set([...known.panes.values()].flatMap(({ runtime_id }) => runtime_id ?? [])));
    if (unheardCalls(known.panes.values(), heard.of).length === 0) return;
    await parts.turn();
    await parts.alone(async () => {
      // another tab may have rung while this one waited for its turn
      const calls = unheardCalls(fleet.get()?.panes.values() ?? [], heard.of);
      for (const { runtimeId, seq } of calls) heard.note(runtimeId, seq);
      // what this page would not tell is left to other devices
      const told = calls.filter((call) => isTold(call, parts));
      if (told.length > 0) tell(await parts.claim(told), parts);
    });
  }

  /** Changes that come while one is told are looked at after it, once. */
  async function look(): Promise<void> {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again) {
        again = false;
        await listen();
      }
    } finally {
      busy = false;
    }
  }

  const wake = () => void look();
  const leave = [fleet.subscribe(wake), link.subscribe(wake)];
  wake();
  return () => {
    for (const each of leave) each();
  };
}

function isTold({ attention: { kind } }: Call, { preferences, canSound, canShow, minute }: RingingParts): boolean {
  const chosen = preferences.get();
  if (isQuiet(chosen, minute())) return false;
  return (chosen.sound[kind] && canSound()) || (chosen.desktop[kind] && canShow());
}

function tell(calls: readonly Call[], { preferences, sound, show }: RingingParts): void {
  const chosen = preferences.get();
  const kinds = new Set(calls.map(({ attention }) => attention.kind).filter((kind) => chosen.sound[kind]));
  const loudest = LOUDNESS.find((kind) => kinds.has(kind));
  if (loudest !== undefined) sound(loudest, chosen.volume);
  for (const call of calls) if (chosen.desktop[call.attention.kind]) show(call);
}
