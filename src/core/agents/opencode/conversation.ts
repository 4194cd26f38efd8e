import type { Conversation, Said } from "../../adapter/conversation.ts";
import { given, type Payload, textAt, valueAt } from "../../adapter/payload.ts";

/** OpenCode keeps its conversations in a database; our plugin writes them down beside the spool, as they are said. */
export function conversationOf(agent: string): Conversation {
  return {
    path: ({ transcript }) => transcript ?? null,
    archive: (_person, ownHome) => ({ folder: ownHome, patterns: [`conversations/${agent}/*.jsonl`] }),
    read: (line) => {
      const said = saidIn(line);
      return said === null ? [] : [{ ...said, ...given({ run: textAt(line, "run") }) }];
    },
  };
}

function saidIn(line: Payload): Said | null {
  const [id, text] = [textAt(line, "id"), textAt(line, "text") ?? ""];
  const is_error = valueAt(line, "is_error") === true;
  if (id === undefined) return null;
  switch (textAt(line, "kind")) {
    case "prompt":
      return { kind: "prompt", id, text };
    case "words":
      return { kind: "words", id, text };
    case "call":
      return { kind: "call", id, tool: textAt(line, "tool") ?? "tool", input: valueAt(line, "input") };
    case "result":
      return { kind: "result", id, text, is_error };
    case "sub_agent":
      return { kind: "sub_agent", id, starts: textAt(line, "starts") ?? "" };
    case "note":
      return { kind: "note", id, text, is_error };
    default:
      return null;
  }
}
