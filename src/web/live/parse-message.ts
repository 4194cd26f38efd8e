import type { StreamMessage } from "../../core/protocol/stream.ts";

/** The daemon of the same origin checked the rest against its schema; a message of a type we do not know is null. */
export function parseMessage(text: string): StreamMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return hasKnownType(message) ? message : null;
  } catch {
    return null;
  }
}

function hasKnownType(message: unknown): message is StreamMessage {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  return message.type === "snapshot" || message.type === "delta";
}
