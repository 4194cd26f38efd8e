import { z } from "zod";
import { Millis } from "../base/time.ts";
import { Source } from "../events/event.ts";

/** Which states an agent's adapter can detect, and how; other states are never shown for it. */
export const AdapterCapabilities = z.object({
  event_driven: z.boolean(),
  polling_required: z.boolean(),
  supports_waiting_approval: z.boolean(),
  supports_waiting_input: z.boolean(),
  supports_completed: z.boolean(),
});

/** How often a version of an agent showed a screen that its adapter could not read. */
export const UnknownScreens = z.object({ version: z.string().nullable(), count: z.number().int().positive() });
export type UnknownScreens = z.infer<typeof UnknownScreens>;

export const AdapterItem = z.object({
  name: z.string(),
  label: z.string(),
  /** The adapter contract version it was written for; `compatible` says whether we still support that. */
  contract: z.string(),
  compatible: z.boolean(),
  enabled: z.boolean(),
  capabilities: AdapterCapabilities,
  /** Not tried: all that is known of it is its documentation. */
  by_documentation: z.literal(true).optional(),
  health: z.object({
    /** Number of panes in which its agent runs now, on all targets. */
    running: z.number().int().nonnegative(),
    /** The newest event of any of its agents, and the event's source. */
    last_event: z.object({ at: Millis, source: Source }).nullable(),
    unknown_screens: z.array(UnknownScreens),
    /** Known versions of the agents that run now. */
    versions: z.array(z.string()).optional(),
  }),
});
export type AdapterItem = z.infer<typeof AdapterItem>;

export const AdapterList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(AdapterItem),
});
export type AdapterList = z.infer<typeof AdapterList>;
