import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { CONVERSATION } from "./conversation.ts";
import { DECISIONS } from "./decisions.ts";
import { readDialog } from "./dialogs.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { normalize } from "./normalize.ts";
import { REPEATS, resume } from "./resume.ts";
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
  normalize,
  tellsWordsBy: ["hook"],
  readScreen,
  readDialog,
  decisions: DECISIONS,
  typing: {
    pastes: /^\?/,
    swallowedEnd: /\\$|(?:^|\s)@\S*$/,
    changes: [
      { text: /^\/[\w:-]+(?:\s|$)/, note: "Claude Code takes a first /word for a command" },
      { text: /^!/, note: "Claude Code runs what follows a first ! in a shell" },
      { text: /^(?:exit|quit|:q)\s*$/, note: "Claude Code ends at this word" },
      { text: /\s$/, note: "Claude Code drops blanks at the end" },
      { text: /\p{L}\p{M}/u, note: "Claude Code composes letters and their marks" },
      { text: /\u2028|(?![\u200c-\u200f])\p{Cf}/u, note: "Claude Code drops invisible characters" },
    ],
    spoils: [
      { text: /\t/, note: "Claude Code turns tabs into four blanks" },
      { text: /^[/!]\s*$/, note: "a / or ! alone opens something in Claude Code" },
    ],
    hint: /^Try "/,
    shellMode: /^!(?:\s|$)|^ *! for (?:shell|bash) mode/,
    pastePlaceholder: /\[Pasted text #\d+/,
  },
  transcripts: /\/projects\/[^/]+\/[^/]+\.jsonl$/,
  secondSources: { session_file: SESSION_FILE, transcript: TRANSCRIPT },
  conversation: CONVERSATION,
  interrupt: { key: "Escape", times: 1, running: /esc to interrupt/ },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
