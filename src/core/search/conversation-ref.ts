import { contentId } from "../engine/content-id.ts";

const ID_LENGTH = 12;
const REF = /^conversation:([a-z0-9]{12})(?:@(\d{1,15}))?$/;

/** A conversation by its file, and where in it to begin. */
export interface ConversationRef {
  id: string;
  /** Bytes from the beginning of the file; null is its end. */
  from: number | null;
}

/** The same whenever the file is found again; `target` is where, if not on this machine. */
export function conversationId(agent: string, path: string, target = ""): string {
  return contentId(agent, path, ...(target === "" ? [] : [target])).slice(0, ID_LENGTH);
}

export function formatConversationRef({ id, from }: ConversationRef): string {
  return `conversation:${id}${from === null ? "" : `@${from}`}`;
}

/** Null if it is another kind of ref. */
export function parseConversationRef(text: string): ConversationRef | null {
  const [, id, from] = REF.exec(text) ?? [];
  return id === undefined ? null : { id, from: from === undefined ? null : Number(from) };
}
