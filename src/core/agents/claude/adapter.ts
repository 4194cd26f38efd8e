import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { SESSION_FILE } from "./session-file.ts";
import { TRANSCRIPT } from "./transcript.ts";

export const claude: Adapter = {
  contract: CONTRACT,
  name: "claude",
  label: "Claude Code",
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  identify,
  normalize: normalizeBy(DIALECT),
  secondSources: { session_file: SESSION_FILE, transcript: TRANSCRIPT },
};
