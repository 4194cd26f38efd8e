import { z } from "zod";
import { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { ListEnvelope, PaneItem } from "./lists.ts";
import { SessionItem, WindowItem } from "./lists-rollups.ts";
import { Cursor } from "./stream.ts";

/** Position in the log: a client that resumes from this cursor gets everything after it, and nothing twice. */
const place = { cursor: Cursor, at: Millis };

/** `present` is the state when the client began to listen. */
const Change = z.enum(["present", "changed", "removed"]);

/** A pane appeared, disappeared or changed: state, agent, message, attention, limit, or nothing new for long. */
export const PaneEvent = z.object({
  ...place,
  type: z.literal("pane"),
  change: Change,
  ...PaneItem.pick({
    identity: true,
    ref: true,
    runtime_id: true,
    agent: true,
    reason_code: true,
    since: true,
    message: true,
    source: true,
    attention: true,
    shelf: true,
    label: true,
    snoozed_until: true,
    limited: true,
    nothing_new_since: true,
  }).shape,
  /** Null if the pane is gone. */
  state: State.nullable(),
  /** Null if nothing was known of it before. */
  previous_state: State.nullable(),
});
export type PaneEvent = z.infer<typeof PaneEvent>;

/** A pane's event before it has a position in the log. */
export const PaneNews = PaneEvent.omit({ cursor: true, at: true });
export type PaneNews = z.infer<typeof PaneNews>;

export const EventList = z.object({
  ...ListEnvelope,
  /** Where to resume. */
  cursor: Cursor,
  items: z.array(PaneEvent),
});
export type EventList = z.infer<typeof EventList>;

/** A changed pane, window or session, in the form of list items. */
export const WatchItem = z.discriminatedUnion("type", [
  PaneEvent,
  z.object({ ...place, type: z.literal("window"), change: Change, ...WindowItem.shape }),
  z.object({ ...place, type: z.literal("session"), change: Change, ...SessionItem.shape }),
]);
export type WatchItem = z.infer<typeof WatchItem>;

/** One line of `agtmux watch --format jsonl`: a list of one event; its summary counts all listed items after it. */
export const WatchEvent = z.object({
  ...ListEnvelope,
  /** Where to resume. */
  cursor: Cursor,
  items: z.array(WatchItem).length(1),
});
export type WatchEvent = z.infer<typeof WatchEvent>;
