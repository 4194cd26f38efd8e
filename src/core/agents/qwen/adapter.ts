import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { CHAT } from "./chat.ts";
import { CONVERSATION } from "./conversation.ts";
import { DIALECT } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import file from "./qwen.toml";

export const qwen: Adapter = {
  ...builtIn(file),
  contract: CONTRACT,
  capabilities: {
    event_driven: true,
    // Esc while it thinks shows nowhere else
    polling_required: true,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  normalize: normalizeBy(DIALECT),
  tellsWordsBy: ["hook"],
  transcripts: /\/projects\/[^/]+\/chats\/[^/]+\.jsonl$/,
  secondSources: { chat: CHAT },
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
