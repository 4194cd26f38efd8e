import { z } from "zod";
import { Attention } from "./attention.ts";
import { Source } from "./event.ts";
import { ListEnvelope, PaneIdentity } from "./lists.ts";
import { Confidence, State } from "./state.ts";
import { Millis } from "./time.ts";

/** One open call for a person: what, where, and how we know. */
export const AttentionItem = z.object({
  ...Attention.shape,
  /** What closes it: to have been seen, or only an answer. */
  closed_by: z.enum(["seen", "answer"]),
  identity: PaneIdentity,
  ref: z.string(),
  runtime_id: z.string(),
  agent: z.string().nullable(),
  state: State,
  confidence: Confidence,
  /** Who said so: the source of the evidence that decided the state. */
  decided_by: Source.nullable(),
  because: z.string(),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** The longest waiting first. */
export const AttentionList = z.object({ ...ListEnvelope, items: z.array(AttentionItem) });
export type AttentionList = z.infer<typeof AttentionList>;

const MOST = 1_000;
const Ids = z.array(z.string().min(1)).max(MOST).default([]);

/** Which are meant: by what was shown, by where they are, or all of them. */
export const SeenRequest = z
  .strictObject({
    action: z.literal("seen"),
    attention_ids: Ids,
    runtime_ids: Ids,
    refs: Ids,
    all: z.boolean().default(false),
  })
  .refine((request) => request.all || [...request.attention_ids, ...request.runtime_ids, ...request.refs].length > 0, {
    message: "say which: attention_ids, runtime_ids, refs or all",
    path: ["attention_ids"],
  });
export type SeenRequest = z.input<typeof SeenRequest>;

/** What was seen is seen on every device. What was asked stays open until it is answered. */
export const SeenReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  /** Those that were open and meant. */
  seen: z.array(z.object({ attention_id: z.string(), ref: z.string(), runtime_id: z.string(), is_open: z.boolean() })),
});
export type SeenReport = z.infer<typeof SeenReport>;

/** A device is about to call a person: each call is one device's. */
export const ClaimRequest = z.strictObject({ attention_ids: z.array(z.string().min(1)).min(1).max(MOST) });
export type ClaimRequest = z.input<typeof ClaimRequest>;

export const ClaimReport = z.object({
  schema_version: z.literal(1),
  /** Those that nobody had claimed before. */
  claimed: z.array(z.string()),
});
export type ClaimReport = z.infer<typeof ClaimReport>;
