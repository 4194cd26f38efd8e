import { z } from "zod";
import { Millis } from "../base/time.ts";

const LONGEST_QUERY = 1_000;
const MOST_HITS = 100;

export const SearchRequest = z.strictObject({
  words: z.string().min(1).max(LONGEST_QUERY),
  /** Names of agents; all if there are none. */
  agents: z.array(z.string()).default([]),
  /** A part of the directory's path. */
  project: z.string().max(LONGEST_QUERY).optional(),
  /** Nothing that was said before. */
  since: Millis.optional(),
  /** Only what was said before: where an earlier answer ended (`searched_to`). */
  until: z.number().nonnegative().optional(),
  limit: z.number().int().min(1).max(MOST_HITS).default(20),
});
export type SearchRequest = z.input<typeof SearchRequest>;

/** A turn of a conversation in which the words are. */
export const SearchHit = z.object({
  /** For `agtmux log`: the conversation, from this turn on. */
  ref: z.string(),
  /** It is the conversation of a sub-agent, which has a file of its own. */
  is_sub_agent: z.boolean(),
  /** The pane in which the conversation goes on; null if its agent has ended, and for sub-agents. */
  pane: z.string().nullable(),
  agent: z.string(),
  /** The target over ssh on whose machine it is; null for this machine. */
  target: z.string().nullable(),
  /** The directory of the conversation; null if it is not known. */
  project: z.string().nullable(),
  at: Millis,
  /** From the person, the agent, one of its tool calls, or a result of one. */
  kind: z.enum(["prompt", "words", "call", "result"]),
  /** The id of the turn, as in the conversation. */
  turn: z.string(),
  /** The text around the words, without secrets. */
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** What a search has found, newest first, each turn once. */
export const SearchReport = z.object({
  schema_version: z.literal(1),
  hits: z.array(SearchHit),
  /** Older hits were left out. */
  has_more: z.boolean(),
  /** An answer does not wait until all was looked at: what was said before this time was not yet; null if all was. */
  searched_to: z.number().nullable(),
  /** Conversations that were not read to their end yet. */
  unread: z.number().int(),
  /** The size and age of the index, so that an empty answer can be judged. */
  index: z.object({ conversations: z.number().int(), bytes: z.number().int(), oldest: Millis.nullable() }),
});
export type SearchReport = z.infer<typeof SearchReport>;
