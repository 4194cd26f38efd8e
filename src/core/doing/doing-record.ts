import { z } from "zod";
import { Millis } from "../protocol/base/time.ts";
import type { DoingNews } from "../protocol/events/doing-news.ts";
import { type EventEnvelope, stampOf } from "../protocol/events/event.ts";
import { ToldBranch, ToldChanges, ToldDirectory, ToldText, ToldTool } from "../protocol/lists/doing.ts";
import { Background, learnBackground, NO_BACKGROUND } from "./background.ts";

/** A call that began, or of which only the end is known. */
const Call = z.object({ tool: ToldTool.nullable(), at: Millis, isOver: z.boolean() });

/** Everything known about an agent's work; people see the part that is true now. */
export const DoingRecord = z.object({
  task: ToldText.nullable(),
  words: ToldText.nullable(),
  directory: ToldDirectory.nullable(),
  /** With the directory for which it was found. */
  branch: ToldBranch.extend({ directory: z.string() }).nullable(),
  changes: ToldChanges.extend({ directory: z.string() }).nullable().default(null),
  /** By id. Ends are kept too, since they may come before their beginning; some agents use an id again. */
  calls: z.record(z.string(), Call),
  background: Background.default(NO_BACKGROUND),
  /** Tool calls that began before this time are over. */
  restedAt: z.number(),
  /** Messages from before this time belong to another conversation. */
  clearedAt: z.number(),
  /** The agent session to which all this belongs, and when it was last heard of. */
  session: z.object({ id: z.string(), at: z.number() }).nullable(),
});
export type DoingRecord = z.infer<typeof DoingRecord>;

export const NO_DOING: DoingRecord = {
  task: null,
  words: null,
  directory: null,
  branch: null,
  changes: null,
  calls: {},
  background: NO_BACKGROUND,
  restedAt: 0,
  clearedAt: 0,
  session: null,
};

/** At most this many tool calls are kept. */
const MOST_CALLS = 20;

type Brought = Pick<
  EventEnvelope,
  "source" | "event_type" | "evidence" | "event_time" | "clock_offset" | "ingested_at"
>;

/** Adds the news of an event, in any order. News of the agent's other conversations is ignored. */
export function learnDoing(before: DoingRecord, news: DoingNews, event: Brought, session?: string): DoingRecord {
  const at = stampOf(event);
  const isAnother = before.session !== null && session !== undefined && session !== before.session.id;
  if (isAnother && (!isOpen(event) || at < (before.session?.at ?? 0))) return before;
  const origin = { source: event.source, from: event.event_type, at };
  const record = clearDoing(before, news.cleared || isAnother ? at : 0);
  const heardAt = isAnother ? at : Math.max(at, before.session?.at ?? 0);
  const restedAt = Math.max(record.restedAt, restOf(event, at));
  const calls = { ...record.calls };
  for (const { id, tool, argument = null } of news.began ?? [])
    if (calls[id] === undefined || (calls[id].isOver && calls[id].at < at))
      calls[id] = { tool: { name: tool, argument, ...origin }, at, isOver: false };
  for (const id of news.ended ?? [])
    if (calls[id] === undefined || calls[id].at <= at) calls[id] = { tool: null, at, isOver: true };
  return {
    ...record,
    task: newer(record.task, news.task, origin, record.clearedAt),
    words: newer(record.words, news.words, origin, record.clearedAt),
    calls: keepNewest(calls, restedAt),
    background: learnBackground(record.background, news.shells, event.evidence.kind === "level", {
      ...origin,
      at: sinceOf(event, at),
    }),
    restedAt,
    session: session === undefined || !isOpen(event) ? record.session : { id: session, at: heardAt },
  };
}

/** Whether the event shows that its conversation is the current one: an end may be late, and a file may still name the previous conversation. */
function isOpen({ evidence }: Brought): boolean {
  return (
    evidence.kind === "note" || (evidence.kind === "edge" && (evidence.phase !== "rest" || evidence.begin === true))
  );
}

/** Another conversation began at that time. */
function clearDoing(record: DoingRecord, at: number): DoingRecord {
  if (at <= record.clearedAt) return record;
  const keep = <T extends { at: number | null }>(told: T | null) => ((told?.at ?? 0) < at ? null : told);
  const restedAt = Math.max(record.restedAt, at);
  return {
    ...record,
    task: keep(record.task),
    words: keep(record.words),
    calls: keepNewest(record.calls, restedAt),
    background: { ...record.background, counted: keep(record.background.counted) },
    restedAt,
    clearedAt: at,
  };
}

/** When a turn was over, by what the event says; 0 if it says nothing of that. */
function restOf({ evidence }: Brought, at: number): number {
  const isRest = (evidence.kind === "level" || evidence.kind === "edge") && evidence.phase === "rest";
  return isRest ? sinceOf({ evidence }, at) : 0;
}

/** Since when it is so: a level is often seen later than it changed. */
function sinceOf({ evidence }: Pick<Brought, "evidence">, at: number): number {
  return evidence.kind === "level" ? Math.min(evidence.changed_at ?? at, at) : at;
}

function newer(
  known: ToldText | null,
  text: string | undefined,
  origin: Omit<ToldText, "text"> & { at: number },
  clearedAt: number,
): ToldText | null {
  if (text === undefined || origin.at < clearedAt || origin.at < (known?.at ?? 0)) return known;
  // reported again by another source: the same message
  return known?.text === text ? known : { text, ...origin };
}

function keepNewest(calls: DoingRecord["calls"], restedAt: number): DoingRecord["calls"] {
  const open = Object.entries(calls).filter(([, call]) => call.at >= restedAt);
  return Object.fromEntries(open.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_CALLS));
}
