import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { programStatus } from "../../adapter/program-status.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { APP_SERVER } from "./app-server.ts";
import file from "./codex.toml";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS } from "./decisions.ts";
import { DIALECT } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";

import { ROLLOUT } from "./rollout.ts";

export const codex: Adapter = {
  ...builtIn(file),
  contract: CONTRACT,
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  sharesServer: true,
  normalize: normalizeBy(DIALECT),
  tellsWordsBy: ["hook", "notify"],
  decisions: DECISIONS,
  socket: APP_SERVER,
  osc: programStatus("codex"),
  transcripts: /\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-[^/]+\.jsonl$/,
  secondSources: { rollout: ROLLOUT },
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
