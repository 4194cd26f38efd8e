import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { programStatus } from "../../adapter/program-status.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { CONVERSATION } from "./conversation.ts";
import { DIALECT } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import file from "./pi.toml";

export const pi: Adapter = {
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
  osc: programStatus("pi"),
  transcripts: /\/sessions\/--[^/]*--\/[^/]+\.jsonl$/,
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
