import type { Aside, StreamMessage } from "../../core/protocol/stream.ts";

/** All that the page asks the stream for. */
export type PageMessage = StreamMessage | Aside;

/** The daemon of the same origin checked the rest against its schema; a message of a type we do not know is null. */
export function parseMessage(text: string): PageMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return hasKnownType(message) ? message : null;
  } catch {
    return null;
  }
}

function hasKnownType(message: unknown): message is PageMessage {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  return KNOWN.has(message.type);
}

const KNOWN: ReadonlySet<unknown> = new Set<PageMessage["type"]>(["snapshot", "delta", "printing", "asked"]);
