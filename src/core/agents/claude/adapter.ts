import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { resume } from "./resume.ts";
import { readScreen } from "./screen.ts";
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
  readScreen,
  typing: {
    pastes: /^\?/,
    swallowedEnd: /\\$|(?:^|\s)@\S*$/,
    changes: { text: /\t/, note: "Claude Code turns tabs into four blanks" },
    hint: /^Try "/,
    pastePlaceholder: /\[Pasted text #\d+/,
  },
  secondSources: { session_file: SESSION_FILE, transcript: TRANSCRIPT },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
};
