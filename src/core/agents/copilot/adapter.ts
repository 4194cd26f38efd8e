import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { CONVERSATION } from "./conversation.ts";
import { readDialog } from "./dialogs.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { REPEATS, resume } from "./resume.ts";
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
  readDialog,
  typing: {
    pastes: /^\?/,
    swallowedEnd: /\\$|(?:^|\s)[@#]\S*$/,
    // it turns a paste of more than 30 KB into a file
    longestPaste: 8_000,
    changes: [
      { text: /^\/[\w:-]+(?:\s|$)/, note: "Copilot takes a first /word for a command" },
      { text: /^!/, note: "Copilot runs what follows a first ! in a shell" },
      { text: /^(?:exit|quit)\s*$/, note: "Copilot ends at this word" },
      { text: /^\s|\s$/, note: "Copilot drops blanks at both ends" },
    ],
    spoils: [
      { text: /\t/, note: "Copilot turns tabs into four blanks" },
      { text: /^[/!]\s*$/, note: "a / or ! alone opens something in Copilot" },
    ],
    shellMode: /^!(?:\s|$)|esc exit shell mode/,
    pastePlaceholder: /\[Paste(?:d text)? #\d+/,
  },
  transcripts: /\/session-state\/[^/]+\/events\.jsonl$/,
  secondSources: { events: SESSION_EVENTS },
  conversation: CONVERSATION,
  interrupt: { key: "Escape", times: 2, running: /esc esc (?:interrupt|edit prompt)/ },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
