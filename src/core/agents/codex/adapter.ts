import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { APP_SERVER } from "./app-server.ts";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS } from "./decisions.ts";
import { readDialog } from "./dialogs.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { readOsc } from "./osc.ts";
import { REPEATS, resume } from "./resume.ts";
import { ROLLOUT } from "./rollout.ts";
import { readScreen } from "./screen.ts";
import { readTitle } from "./title.ts";

export const codex: Adapter = {
  contract: CONTRACT,
  name: "codex",
  label: "Codex",
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  sharesServer: true,
  identify,
  normalize: normalizeBy(DIALECT),
  tellsWordsBy: ["hook", "notify"],
  readTitle,
  readScreen,
  readDialog,
  decisions: DECISIONS,
  socket: APP_SERVER,
  typing: {
    pastes: /^\?/,
    swallowedEnd: /(?:^|\s)[@$]\S*$/,
    changes: [
      { text: /^\/[\w:-]+(?:\s|$)/, note: "Codex takes a first /word for a command" },
      { text: /^!/, note: "Codex runs what follows a first ! in a shell" },
      { text: /^\s|\s$/, note: "Codex drops blanks at both ends" },
    ],
    spoils: [{ text: /^\/\s*$/, note: "a / alone picks the first command of Codex" }],
    shellMode: /^!| Shell mode\b/,
    hint: /Ask Codex to do anything$/,
    pastePlaceholder: /\[Pasted Content \d+ chars\]/,
  },
  osc: { codes: [7501], read: readOsc },
  transcripts: /\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-[^/]+\.jsonl$/,
  secondSources: { rollout: ROLLOUT },
  conversation: CONVERSATION,
  interrupt: { key: "Escape", times: 1, running: /• esc to interrupt\)/u },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
