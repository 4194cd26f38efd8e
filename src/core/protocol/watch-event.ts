import { z } from "zod";
import { ListEnvelope, PaneItem } from "./lists.ts";
import { SessionItem, WindowItem } from "./lists-rollups.ts";
import { State } from "./state.ts";
import { Cursor } from "./stream.ts";
import { Millis } from "./time.ts";

/** Where in the log it stands: who goes on from this cursor gets what came after it, and nothing twice. */
const place = { schema_version: z.literal(1), cursor: Cursor, at: Millis };

/** `present` is how it stood when somebody began to listen. */
const Change = z.enum(["present", "changed", "removed"]);

/** A pane came, went, or stands differently: another state, agent, message or call for attention. */
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
  }).shape,
  /** Null when the pane is gone. */
  state: State.nullable(),
  /** Null when nothing was known of it before. */
  previous_state: State.nullable(),
});
export type PaneEvent = z.infer<typeof PaneEvent>;

/** A pane's event before it has its place in the log. */
export const PaneNews = PaneEvent.omit({ schema_version: true, cursor: true, at: true });
export type PaneNews = z.infer<typeof PaneNews>;

export const EventList = z.object({
  ...ListEnvelope,
  /** To go on from. */
  cursor: Cursor,
  items: z.array(PaneEvent),
});
export type EventList = z.infer<typeof EventList>;

/** One line of `agtmux watch --format jsonl`. */
export const WatchEvent = z.discriminatedUnion("type", [
  PaneEvent,
  z.object({ ...place, type: z.literal("window"), change: Change, item: WindowItem }),
  z.object({ ...place, type: z.literal("session"), change: Change, item: SessionItem }),
]);
export type WatchEvent = z.infer<typeof WatchEvent>;
