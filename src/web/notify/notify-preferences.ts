import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { createStore, type Store } from "../live/store.ts";

export interface NotifyPreferences {
  /** By kind of attention. */
  sound: Record<AttentionKind, boolean>;
  desktop: Record<AttentionKind, boolean>;
  /** Minutes of the day; `to` may be before `from`, across midnight. Null for no quiet hours. */
  quiet: { from: number; to: number } | null;
  /** From 0 to 1. */
  volume: number;
}

export const USUAL: NotifyPreferences = {
  sound: {
    approval: true,
    input: true,
    error: true,
    stalled: false,
    testing: false,
    review: false,
    limited: false,
    budget: false,
    context: false,
    done: false,
  },
  desktop: {
    approval: true,
    input: true,
    error: true,
    stalled: true,
    testing: true,
    review: true,
    limited: true,
    budget: true,
    context: true,
    done: false,
  },
  quiet: null,
  volume: 0.5,
};

const NAME = "agtmux:notify:1";

export interface KeptPreferences extends Store<NotifyPreferences> {
  /** Call when another tab has changed them. */
  reread(): void;
}

/** The preferences of this device, stored on every change. */
export function notifyPreferences(storage: Pick<Storage, "getItem" | "setItem">): KeptPreferences {
  const store = createStore(parsePreferences(storage.getItem(NAME)));
  store.subscribe(() => {
    try {
      storage.setItem(NAME, JSON.stringify(store.get()));
    } catch {
      // the change then lasts until the page is closed
    }
  });
  const reread = () => {
    const kept = parsePreferences(storage.getItem(NAME));
    if (JSON.stringify(kept) !== JSON.stringify(store.get())) store.set(kept);
  };
  return { ...store, reread };
}

/** Tolerates whatever an older page or a person has stored: invalid parts get their default. */
export function parsePreferences(text: string | null): NotifyPreferences {
  const given = readObject(text);
  const { volume, quiet } = given;
  return {
    sound: switches(USUAL.sound, given.sound),
    desktop: switches(USUAL.desktop, given.desktop),
    quiet: isQuietSpan(quiet) ? { from: quiet.from, to: quiet.to } : USUAL.quiet,
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : USUAL.volume,
  };
}

export function isQuiet({ quiet }: NotifyPreferences, minute: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function switches(usual: Record<AttentionKind, boolean>, given: unknown): Record<AttentionKind, boolean> {
  const chosen = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const entries = Object.entries(usual).map(([kind, on]) => {
    const value = chosen[kind];
    return [kind, typeof value === "boolean" ? value : on];
  });
  return Object.fromEntries(entries) as Record<AttentionKind, boolean>;
}

function isQuietSpan(value: unknown): value is { from: number; to: number } {
  if (typeof value !== "object" || value === null) return false;
  const { from, to } = value as Record<string, unknown>;
  return isMinute(from) && isMinute(to);
}

function isMinute(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 24 * 60;
}
