import { z } from "zod";
import { redactText } from "../../core/redact/redact.ts";
import { type Marker, sameMarker } from "../../core/signals/marker.ts";
import { recoverMarkers } from "../../core/signals/marker-recovery.ts";
import { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import type { KeyValueWrite } from "../pipeline/pipeline.ts";

const KEPT = 200;
const TICK_MS = 0.001;

const Kept = z.array(z.object({ type: z.literal("signal"), state: z.enum(SCHMUX_STATES), message: z.string() }));

const Remembered = z.object({
  /** The pane's tmux server: pane ids start over with the next one. */
  server: z.string(),
  count: z.number().int().nonnegative(),
  heardAt: z.number().nonnegative(),
  /** Since when we listen to the pane. */
  listenedAt: z.number().nonnegative().default(0),
  /** The process whose output this was. */
  pid: z.number().int(),
  seen: Kept,
  /** Markers that an agent showed, each once. */
  shown: Kept.default([]),
});

/** The markers read from one pane so far, in order, so that reading them again adds nothing. */
export class MarkerMemory {
  readonly key: string;
  /** The pane had another process when it was last read: its scrollback may be that one's. */
  readonly hasNewProcess: boolean;
  /** We listened to the pane before, with its current process. */
  readonly isKnown: boolean;
  readonly listenedAt: number;
  private readonly server: string;
  private readonly pid: number;
  private count: number;
  private list: readonly Marker[];
  private shown: readonly Marker[];
  private lastAt: number;

  constructor(key: string, server: string, pid: number, stored: string | null, now: number) {
    this.key = key;
    this.server = server;
    const known = stored === null ? null : Remembered.safeParse(parseJson(stored)).data;
    const ours = known?.server === server ? known : null;
    // a pane whose program has ended is still that program's
    this.pid = pid === 0 ? (ours?.pid ?? 0) : pid;
    this.hasNewProcess = ours !== null && ours.pid !== this.pid;
    this.isKnown = ours !== null && !this.hasNewProcess;
    this.listenedAt = this.isKnown ? (ours?.listenedAt ?? 0) : now;
    this.count = ours?.count ?? 0;
    // tmux clears the screen for a new process, so it shows nothing of what was seen before
    this.list = ours === null || this.hasNewProcess ? [] : ours.seen.map(withoutSecrets);
    this.shown = ours === null || this.hasNewProcess ? [] : ours.shown.map(withoutSecrets);
    this.lastAt = ours?.heardAt ?? 0;
  }

  get seen(): readonly Marker[] {
    return this.list;
  }

  /** Those of the visible markers that were not seen before. */
  unseen(visible: readonly Marker[]): Marker[] {
    return recoverMarkers(this.list, visible, this.isCut);
  }

  /**
   * As `unseen`, for lines that a shell has printed. Markers of an agent that ran before it do not count: the agent may
   * have painted them anywhere in the scrollback, any number of times.
   */
  unheard(visible: readonly Marker[]): Marker[] {
    const isPrinted = (marker: Marker) => !this.isShown(marker);
    return recoverMarkers(this.list.filter(isPrinted), visible.filter(isPrinted), this.isCut);
  }

  /** Remembers what an agent shows; returns whether any of it is new. */
  show(markers: readonly Marker[]): boolean {
    const before = this.shown;
    for (const marker of markers) if (!this.isShown(marker)) this.shown = [...this.shown.slice(1 - KEPT), marker];
    return this.shown !== before;
  }

  /** When the last one was read; 0 if none was. */
  get heardAt(): number {
    return this.lastAt;
  }

  /** Adds a marker and gives it a key and a time. The same marker, read again after a crash, gets the same key. */
  add(marker: Marker, at: number): { dedupe_key: string; event_time: number } {
    this.count += 1;
    // markers of one millisecond keep their order; dated back, since no event may be younger than its arrival
    this.lastAt = Math.max(at - 1, this.lastAt + TICK_MS);
    this.list = [...this.list.slice(1 - KEPT), marker];
    return { dedupe_key: `${this.key}:${this.server}:${this.count}`, event_time: this.lastAt };
  }

  /** More markers were seen than are stored. */
  private get isCut(): boolean {
    return this.list.length >= KEPT;
  }

  private isShown(marker: Marker): boolean {
    return this.shown.some((each) => sameMarker(each, marker));
  }

  /** Another screen, which does not show the markers seen before. */
  restart(): void {
    this.list = [];
  }

  toMemory(): KeyValueWrite {
    const { server, count, lastAt: heardAt, listenedAt, pid, list: seen, shown } = this;
    return [this.key, JSON.stringify({ server, count, heardAt, listenedAt, pid, seen, shown })];
  }
}

/** Removes secrets, because markers are stored on disk. */
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
