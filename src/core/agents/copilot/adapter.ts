import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { resume } from "./resume.ts";
import { readScreen } from "./screen.ts";
import { SESSION_EVENTS } from "./session-events.ts";

export const copilot: Adapter = {
  contract: CONTRACT,
  name: "copilot",
  label: "Copilot CLI",
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
    swallowedEnd: /\\$|(?:^|\s)[@#]\S*$/,
    changes: { text: /\t/, note: "Copilot turns tabs into four blanks" },
    pastePlaceholder: /\[Paste(?:d text)? #\d+/,
  },
  secondSources: { events: SESSION_EVENTS },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
};
