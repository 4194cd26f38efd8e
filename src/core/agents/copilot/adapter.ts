import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { CONVERSATION } from "./conversation.ts";
import file from "./copilot.toml";
import { DIALECT } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { SESSION_EVENTS } from "./session-events.ts";

export const copilot: Adapter = {
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
  transcripts: /\/session-state\/[^/]+\/events\.jsonl$/,
  secondSources: { events: SESSION_EVENTS },
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
