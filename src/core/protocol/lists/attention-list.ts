import { z } from "zod";
import { ErrorCode } from "../base/errors.ts";
import { Confidence, State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { Attention } from "../events/attention.ts";
import { Source } from "../events/event.ts";
import { ListEnvelope, PaneIdentity, Shelf } from "./lists.ts";

/** One open attention: what is asked, where, and how we know. */
export const AttentionItem = z.object({
  ...Attention.shape,
  /** Whether seeing it closes it, or only an answer. */
  closed_by: z.enum(["seen", "answer"]),
  identity: PaneIdentity,
  ref: z.string(),
  runtime_id: z.string(),
  agent: z.string().nullable(),
  state: State,
  confidence: Confidence,
  /** The source of the evidence that decided the state. */
  decided_by: Source.nullable(),
  because: z.string(),
  shelf: Shelf.nullable(),
  /** Until when a person has put it off; null if nobody has. */
  snoozed_until: Millis.nullable(),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** Longest waiting first. */
export const AttentionList = z.object({ ...ListEnvelope, items: z.array(AttentionItem) });
export type AttentionList = z.infer<typeof AttentionList>;

const MOST = 1_000;
const Ids = z.array(z.string().min(1)).max(MOST).default([]);

/** Selects attentions by id, by runtime or ref, or all. */
const selection = { attention_ids: Ids, runtime_ids: Ids, refs: Ids };
const whole = { all: z.boolean().default(false) };

interface Selection {
  attention_ids: readonly string[];
  runtime_ids: readonly string[];
  refs: readonly string[];
  all: boolean;
}
const isNamed = ({ all, attention_ids, runtime_ids, refs }: Selection) =>
  all || attention_ids.length + runtime_ids.length + refs.length > 0;
const NAMELESS = { message: "say which: attention_ids, runtime_ids, refs or all", path: ["attention_ids"] };

export const SeenRequest = z
  .strictObject({
    /** `unseen` takes back what was last seen of each runtime, or of these attentions. */
    action: z.enum(["seen", "unseen"]),
    ...selection,
    ...whole,
    /** `raised_at` of what was shown, in ms: anything raised later is not marked as seen. */
    through: Millis.optional(),
  })
  .refine(isNamed, NAMELESS)
  .refine(({ action, all }) => action === "seen" || !all, {
    message: "unseen wants attention_ids, runtime_ids or refs",
    path: ["all"],
  });
export type SeenRequest = z.input<typeof SeenRequest>;

const MONTH_MS = 31 * 24 * 3_600_000;

/** Puts off open attentions for a while; 0 ms ends that. */
export const SnoozeRequest = z
  .strictObject({ ...selection, ...whole, for_ms: z.number().int().nonnegative().max(MONTH_MS) })
  .refine(isNamed, NAMELESS);
export type SnoozeRequest = z.input<typeof SnoozeRequest>;

/** A member of the fleet that did not do its part, and why. */
const MemberRefusal = z.object({ member: z.string(), code: ErrorCode, message: z.string() });
export type MemberRefusal = z.infer<typeof MemberRefusal>;
/** Absent if there are none. */
const refused = z.array(MemberRefusal).optional();

/** The selected attentions that were open. `snoozed_until` is null if it calls already. */
export const SnoozeReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  snoozed: z.array(
    z.object({
      attention_id: z.string(),
      ref: z.string(),
      runtime_id: z.string(),
      snoozed_until: Millis.nullable(),
    }),
  ),
  refused,
});
export type SnoozeReport = z.infer<typeof SnoozeReport>;

/** Seen applies to every device. Questions stay open until they are answered. */
export const SeenReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  /** Selected attentions that were open; of `unseen`, those that were taken back. */
  seen: z.array(z.object({ attention_id: z.string(), ref: z.string(), runtime_id: z.string(), is_open: z.boolean() })),
  refused,
});
export type SeenReport = z.infer<typeof SeenReport>;

/** A device is about to announce attentions to a person: each is announced by one device only. */
export const ClaimRequest = z.strictObject({ attention_ids: z.array(z.string().min(1)).min(1).max(MOST) });
export type ClaimRequest = z.input<typeof ClaimRequest>;

export const ClaimReport = z.object({
  schema_version: z.literal(1),
  /** Those that no device had claimed before. */
  claimed: z.array(z.string()),
});
export type ClaimReport = z.infer<typeof ClaimReport>;
