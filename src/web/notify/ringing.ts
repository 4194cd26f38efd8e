import { phaseOf } from "../../core/protocol/base/state.ts";
import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { LOUDEST_FIRST } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Fleet } from "../live/fleet.ts";
import type { Store } from "../live/store.ts";
import type { Link } from "../live/stream.ts";
import { type Call, isHeardEnd, type LastCall, ringsIn, unhandledCalls } from "./calls.ts";
import type { Heard } from "./heard.ts";
import { isQuiet, type NotifyPreferences } from "./notify-preferences.ts";

export interface RingingParts {
  fleet: Store<Fleet | null>;
  link: Store<Link>;
  heard: Heard;
  preferences: Store<NotifyPreferences>;
  /** Runs in one tab of this browser at a time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Delays a page that cannot play sound, or that nobody uses, so that another tab or device can take the call. */
  turn(): Promise<void>;
  /** Claims calls at the daemon; returns those that no other device has claimed, or all if it cannot be asked. */
  claim(calls: readonly Call[]): Promise<readonly Call[]>;
  canSound(): boolean;
  canShow(): boolean;
  sound(kind: AttentionKind, volume: number): void;
  show(call: Call): void;
  /** The daemon's time, which dates calls. */
  now(): number;
  after(ms: number, then: () => void): () => void;
  /** Minute of the local day. */
  minute(): number;
}

/** Rings and shows a notification for each new call, once. Returns a function that stops it. */
export function startRinging(parts: RingingParts): () => void {
  const { fleet, link, heard } = parts;
  /** By runtime. After a reload only the stored sequence numbers are known. */
  const last = new Map<string, LastCall>();
  /** By runtime: calls that this page could not present and left to other tabs, which share what is noted as handled. */
  const passed = new Map<string, number>();
  let cancelWait = () => {};
  let busy = false;
  let again = false;

  /** An agent that works on after a turn end may end again. */
  function noteWork(panes: Iterable<PaneItem>): void {
    for (const { runtime_id, state } of panes) {
      const call = last.get(runtime_id ?? "");
      if (call !== undefined && phaseOf(state) !== "rest" && state !== "unknown") call.hasWorked = true;
    }
  }

  function unhandled(): Call[] {
    const handledOf = (runtimeId: string) => Math.max(heard.of(runtimeId), passed.get(runtimeId) ?? 0);
    return unhandledCalls(fleet.get()?.panes.values() ?? [], handledOf);
  }

  const ringable = () => unhandled().filter((call) => ringsIn(call, parts.now()) === 0);

  /** Comes back for calls that may not ring yet. */
  function wait(): void {
    cancelWait();
    const waits = unhandled()
      .map((call) => ringsIn(call, parts.now()))
      .filter((ms) => ms > 0);
    if (waits.length > 0) cancelWait = parts.after(Math.min(...waits), wake);
  }

  async function listen(): Promise<void> {
    const known = fleet.get();
    // the fleet stored at the last visit is not news
    if (known === null || link.get().phase !== "live") return;
    const living = new Set([...known.panes.values()].flatMap(({ runtime_id }) => runtime_id ?? []));
    heard.prune(living);
    for (const own of [last, passed]) for (const id of own.keys()) if (!living.has(id)) own.delete(id);
    noteWork(known.panes.values());
    wait();
    if (ringable().length === 0) return;
    await parts.turn();
    await parts.alone(async () => {
      // another tab may have rung meanwhile
      const unheard = ringable();
      const calls = unheard.filter((call) => !isHeardEnd(call, last.get(call.runtimeId)));
      for (const call of unheard) {
        const { runtimeId, seq, attention } = call;
        if (isWanted(call, parts) && !isTold(call, parts)) passed.set(runtimeId, seq);
        else heard.note(runtimeId, seq);
        last.set(runtimeId, { ...attention, hasWorked: false });
      }
      // do not claim calls that this page would not present: leave them to other devices
      const told = calls.filter((call) => isTold(call, parts));
      if (told.length > 0) tell(await parts.claim(told), parts);
    });
  }

  /** Changes that arrive meanwhile are handled afterwards, in one pass. */
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
    cancelWait();
    for (const each of leave) each();
  };
}

/** Whether the person wants to hear or see calls of this kind now. */
function isWanted({ attention: { kind } }: Call, { preferences, minute }: RingingParts): boolean {
  const chosen = preferences.get();
  return !isQuiet(chosen, minute()) && (chosen.sound[kind] || chosen.desktop[kind]);
}

/** Whether this page can present it: a page that nobody has touched yet may not sound. */
function isTold(call: Call, parts: RingingParts): boolean {
  const { sound, desktop } = parts.preferences.get();
  const { kind } = call.attention;
  return isWanted(call, parts) && ((sound[kind] && parts.canSound()) || (desktop[kind] && parts.canShow()));
}

function tell(calls: readonly Call[], { preferences, sound, show }: RingingParts): void {
  const chosen = preferences.get();
  const kinds = new Set(calls.map(({ attention }) => attention.kind).filter((kind) => chosen.sound[kind]));
  const loudest = LOUDEST_FIRST.find((kind) => kinds.has(kind));
  if (loudest !== undefined) sound(loudest, chosen.volume);
  for (const call of calls) if (chosen.desktop[call.attention.kind]) show(call);
}
