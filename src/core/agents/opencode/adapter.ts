import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS, ORDERS } from "./decisions.ts";
import { readDialog } from "./dialogs.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { REPEATS, resume } from "./resume.ts";
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
  tellsWordsBy: ["plugin"],
  readScreen,
  readDialog,
  decisions: DECISIONS,
  orders: ORDERS,
  typing: {
    // typed, a "!" turns what follows into a shell command
    pastes: /^/,
    tidies: [
      // it adds a blank after the placeholder of a long paste
      { text: /\n.*\n|^.{151}/s, box: /\[Pasted ~?\d+ lines?\]$/, keys: ["BSpace"] },
      // Enter would complete the word from this menu
      { text: /(?:^|\s)@\S*$/, line: /^ *┃ .*\S.* ┃$/u, keys: ["Escape"] },
    ],
    changes: [
      { text: /^\/[\w:-]+(?:\s|$)/, note: "OpenCode takes a first /word for a command, if it has one" },
      { text: /^(?:exit|quit|:q)\s*$/, note: "OpenCode ends at this word" },
      { text: /^(?=\s|.*\s$)(?=.*\n.*\n|.{151})/s, note: "OpenCode drops blanks at both ends of a long text" },
    ],
    spoils: [{ text: /^\/\s*$/, note: "a / alone picks the first command of OpenCode" }],
    shellMode: /^ *┃ +Shell$|esc exit shell mode/u,
    pastePlaceholder: /\[Pasted ~?\d+ lines?/,
  },
  transcripts: /\/conversations\/opencode\/[^/]+\.jsonl$/,
  conversation: CONVERSATION,
  interrupt: { key: "Escape", times: 2, running: /esc (?:again to )?interrupt/ },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
