import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { resume } from "./resume.ts";
import { readScreen } from "./screen.ts";

export const opencode: Adapter = {
  contract: CONTRACT,
  name: "opencode",
  label: "OpenCode",
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
    // typed, a "!" turns what follows into a shell command
    pastes: /^/,
    swallowedEnd: /(?:^|\s)@\S*$/,
    changes: {
      text: /\n.*\n|^.{150}|(?:^|\s)@\S*$/s,
      note: "OpenCode keeps a blank behind a long paste and a final @word",
    },
    pastePlaceholder: /\[Pasted ~?\d+ lines?/,
  },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
};
