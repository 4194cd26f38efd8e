import { z } from "zod";
import { Millis } from "../base/time.ts";

const Common = {
  /** The same when the piece is read again; a later piece of this id and kind replaces it. */
  id: z.string(),
  /** When it was written, on the agent's machine; null if its line does not say. */
  at: Millis.nullable(),
  /** The sub-agent that it belongs to; null for the agent itself. */
  run: z.string().nullable(),
};

const Text = { text: z.string(), is_cut: z.boolean() };

/** One part of a conversation, in the order of the agent's file. */
export const Piece = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prompt"), ...Common, ...Text }),
  /** Words of the agent, in Markdown. */
  z.object({ kind: z.literal("words"), ...Common, ...Text }),
  /** A tool call: `argument` is its most telling argument in one line, `text` all of them. */
  z.object({ kind: z.literal("call"), ...Common, tool: z.string(), argument: z.string(), ...Text }),
  /** The result of the call with this id. */
  z.object({ kind: z.literal("result"), ...Common, is_error: z.boolean(), ...Text }),
  /** The call with this id has started a sub-agent. */
  z.object({ kind: z.literal("sub_agent"), ...Common, starts: z.string() }),
  /** A note between words: an interrupt, a failure, a compaction. */
  z.object({ kind: z.literal("note"), ...Common, is_error: z.boolean(), ...Text }),
]);
export type Piece = z.infer<typeof Piece>;

/** An agent's conversation. Secrets are removed, and long texts are cut. */
export const ConversationReport = z.object({
  schema_version: z.literal(1),
  ref: z.string(),
  agent: z.string(),
  pieces: z.array(Piece),
  /** Where to go on: as `after` it gives what was written since. */
  cursor: z.string(),
  /** The pieces go on where `after` ended; otherwise they replace what was read before. */
  continues: z.boolean(),
  /** Earlier turns exist and were left out. */
  has_earlier: z.boolean(),
  /** Later turns exist and were left out; only if the ref names a place in the conversation. */
  has_later: z.boolean(),
  /** More is there already: ask again. */
  has_more: z.boolean(),
  /** Sub-agents are in files of their own: ask for each as `run`. */
  runs_apart: z.boolean(),
});
export type ConversationReport = z.infer<typeof ConversationReport>;

const MOST_TURNS = 200;
const LONGEST_ID = 500;

export const ConversationRequest = z.strictObject({
  /** Of a pane, of an agent that has ended (`runtime:…`), or of a conversation that a search has found (`conversation:…`). */
  ref: z.string().min(1),
  /** How many of the last turns, if there is no `after`; of the turns from there on, if the ref names a place. */
  turns: z.number().int().min(1).max(MOST_TURNS).default(10),
  /** The cursor of an earlier report: only what was written since. */
  after: z.string().max(LONGEST_ID).optional(),
  /** A sub-agent with a file of its own. */
  run: z.string().min(1).max(LONGEST_ID).optional(),
});
export type ConversationRequest = z.input<typeof ConversationRequest>;
