import { z } from "zod";
import { redactText } from "../../core/redact/redact-text.ts";
import type { Marker } from "../../core/signals/marker.ts";
import { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import type { Memory } from "../pipeline.ts";

const KEPT = 200;
const TICK_MS = 0.001;

const Remembered = z.object({
  /** Which tmux server the pane belongs to: pane ids begin again with the next one. */
  server: z.string(),
  count: z.number().int().nonnegative(),
  heardAt: z.number().nonnegative(),
  /** Since when the pane is listened to. */
  listenedAt: z.number().nonnegative().default(0),
  /** The process whose output this was. */
  pid: z.number().int(),
  seen: z.array(z.object({ type: z.literal("signal"), state: z.enum(SCHMUX_STATES), message: z.string() })),
});

/** The markers heard from one pane so far, in order, so that reading them again says nothing new. */
export class MarkerMemory {
  readonly key: string;
  /** The pane had another process when it was last heard: what lies in its scrollback may be that one's. */
  readonly changedHands: boolean;
  /** The pane was listened to before, with the process that it has now. */
  readonly isKnown: boolean;
  readonly listenedAt: number;
  private readonly server: string;
  private readonly pid: number;
  private count: number;
  private list: readonly Marker[];
  private lastAt: number;

  constructor(key: string, server: string, pid: number, stored: string | null, now: number) {
    this.key = key;
    this.server = server;
    this.pid = pid;
    const known = stored === null ? null : Remembered.safeParse(parseJson(stored)).data;
    const ours = known?.server === server ? known : null;
    this.changedHands = ours !== null && ours.pid !== pid;
    this.isKnown = ours !== null && !this.changedHands;
    this.listenedAt = this.isKnown ? (ours?.listenedAt ?? 0) : now;
    this.count = ours?.count ?? 0;
    // the screen is cleared when another process takes over: what stands on it was said by the new one
    this.list = ours === null || this.changedHands ? [] : ours.seen.map(withoutSecrets);
    this.lastAt = ours?.heardAt ?? 0;
  }

  get seen(): readonly Marker[] {
    return this.list;
  }

  /** More were seen than are remembered. */
  get isCut(): boolean {
    return this.list.length >= KEPT;
  }

  /** When the last of them was heard; 0 if none was. */
  get heardAt(): number {
    return this.lastAt;
  }

  /** Adds a marker, names it and dates it: the same one, read again after a crash, gets the same name. */
  add(marker: Marker, at: number): { dedupe_key: string; event_time: number } {
    this.count += 1;
    // those of one millisecond keep their order: dated back, since no event may be younger than its arrival
    this.lastAt = Math.max(at - 1, this.lastAt + TICK_MS);
    this.list = [...this.list.slice(1 - KEPT), marker];
    return { dedupe_key: `${this.key}:${this.server}:${this.count}`, event_time: this.lastAt };
  }

  /** Another screen: what was seen before is not on it. */
  restart(): void {
    this.list = [];
  }

  toMemory(): Memory {
    const { server, count, lastAt: heardAt, listenedAt, pid, list: seen } = this;
    return [this.key, JSON.stringify({ server, count, heardAt, listenedAt, pid, seen })];
  }
}

/** What is remembered is on the disk. */
export function withoutSecrets(marker: Marker): Marker {
  return { ...marker, message: redactText(marker.message) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
