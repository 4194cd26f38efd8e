import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import file from "./claude.toml";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS } from "./decisions.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { normalize } from "./normalize.ts";
import { SESSION_FILE } from "./session-file.ts";
import { teammateIn } from "./teammate.ts";
import { TRANSCRIPT } from "./transcript.ts";

export const claude: Adapter = {
  ...builtIn(file),
  contract: CONTRACT,
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  teammateIn,
  normalize,
  tellsWordsBy: ["hook"],
  decisions: DECISIONS,
  transcripts: /\/projects\/[^/]+\/[^/]+\.jsonl$/,
  secondSources: { session_file: SESSION_FILE, transcript: TRANSCRIPT },
  conversation: CONVERSATION,
  integration: INTEGRATION,
  launch: LAUNCH,
};
