import type { HintMessage, StreamMessage } from "../../core/protocol/lists/stream.ts";
import { parseVisible } from "../../core/text/parse-visible.ts";

/** The stream messages that this page subscribes to. */
export type PageMessage = StreamMessage | HintMessage;

/** Checks only the type: the daemon, of the same origin, has validated the rest. Null for an unknown type. */
export function parseMessage(text: string): PageMessage | null {
  try {
    const message: unknown = parseVisible(text);
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
