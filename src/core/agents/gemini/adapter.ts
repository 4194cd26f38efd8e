import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { CHAT } from "./chat.ts";
import { CONVERSATION } from "./conversation.ts";
import { readDialog } from "./dialogs.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { REPEATS, resume } from "./resume.ts";
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
  tellsWordsBy: ["hook"],
  readTitle,
  readScreen,
  readDialog,
  typing: {
    pastes: /^/,
    changes: [
      { text: /^\/[\w:-]+(?:\s|$)/, note: "Gemini CLI takes a first /word for a command, if it has one" },
      {
        text: /(?:^|\s)@\S/,
        note: "Gemini CLI takes what follows an @ for a file, writes its whole name and adds what is in it",
      },
      { text: /(?![\u00ad\u200c\u200d])\p{Cf}/u, note: "Gemini CLI drops invisible characters" },
      { text: /^\s|\s$/, note: "Gemini CLI drops blanks at both ends" },
    ],
    spoils: [{ text: /^\/\s*$/, note: "a / alone picks the first command of Gemini CLI" }],
    shellMode: /^ !(?:\s|$)|shell mode enabled/i,
    swallowedEnd: /\\$|(?:^|\s)@\S*$/,
    pastePlaceholder: /\[Pasted Text: /,
  },
  transcripts: /\/tmp\/[^/]+\/chats\/session-[^/]+\.jsonl?$/,
  secondSources: { chat: CHAT },
  conversation: CONVERSATION,
  interrupt: { key: "Escape", times: 1, running: /\(esc to cancel, / },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
