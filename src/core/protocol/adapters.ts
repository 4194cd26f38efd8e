import { z } from "zod";
import { Source } from "./event.ts";
import { Millis } from "./time.ts";

/** What an agent's adapter can tell; the rest of its states are never shown for it. */
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
  /** The version of the contract that it was written for, and whether ours still serves it. */
  contract: z.string(),
  compatible: z.boolean(),
  enabled: z.boolean(),
  capabilities: AdapterCapabilities,
  health: z.object({
    /** Panes in which its agent runs now, on all targets. */
    running: z.number().int().nonnegative(),
    /** The newest thing that was heard of any of its agents, and from whom. */
    last_event: z.object({ at: Millis, source: Source }).nullable(),
    unknown_screens: z.array(UnknownScreens),
  }),
});
export type AdapterItem = z.infer<typeof AdapterItem>;

export const AdapterList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(AdapterItem),
});
export type AdapterList = z.infer<typeof AdapterList>;
