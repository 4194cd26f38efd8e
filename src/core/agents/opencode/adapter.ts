import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS, ORDERS } from "./decisions.ts";
import { DIALECT } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import file from "./opencode.toml";

export const opencode: Adapter = {
  ...builtIn(file),
  contract: CONTRACT,
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  normalize: normalizeBy(DIALECT),
  tellsWordsBy: ["plugin"],
  decisions: DECISIONS,
  orders: ORDERS,
  transcripts: /\/conversations\/opencode\/[^/]+\.jsonl$/,
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
