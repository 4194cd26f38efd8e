import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { CHAT } from "./chat.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { resume } from "./resume.ts";
import { readScreen } from "./screen.ts";
import { readTitle } from "./title.ts";

export const gemini: Adapter = {
  contract: CONTRACT,
  name: "gemini",
  label: "Gemini CLI",
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  identify,
  normalize: normalizeBy(DIALECT),
  readTitle,
  readScreen,
  typing: {
    pastes: /^/,
    changes: { text: /(?:^|\s)@\S/, note: "Gemini CLI takes what follows an @ for a file" },
    swallowedEnd: /\\$|(?:^|\s)@\S*$/,
    pastePlaceholder: /\[Pasted Text: /,
  },
  secondSources: { chat: CHAT },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
};
