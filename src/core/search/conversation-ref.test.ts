import { expect, it } from "vitest";
import { conversationId, formatConversationRef, parseConversationRef } from "./conversation-ref.ts";

it("[WK50] a ref names a conversation by its file, and a place in it", () => {
  const id = conversationId("claude", "/home/a/.claude/projects/x/y.jsonl");
  for (const from of [null, 0, 123_456]) {
    const ref = { id, from };
    expect(parseConversationRef(formatConversationRef(ref))).toEqual(ref);
  }
  for (const other of ["conversation:", "conversation:x@", "claude", `conversation:${id}@-1`, `conversation:${id}/..`])
    expect(parseConversationRef(other)).toBeNull();
});
