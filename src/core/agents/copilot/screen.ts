import { level } from "../../adapter/evidence.ts";
import type { Condition, Cue } from "../../adapter/screen.ts";
import { screenReader } from "../../adapter/screen-reader.ts";
import { readDialog } from "./dialogs.ts";
import { layout } from "./screen-layout.ts";

const APPROVAL = level("ask", { state: "waiting_approval" });
const INPUT = level("ask", { state: "waiting_input" });
const COMPLETED = level("rest", { state: "completed" });
const IDLE = level("rest", { state: "idle" });
const FRESH = level("rest", { state: "idle", fresh: true });
/** Texts of the last line while the agent does nothing; they depend on the width and on what is typed. */
const RESTING: Condition = {
  where: "footer",
  pattern:
    /^ (?:← open sidebar · )?(?:Interactive|Plan|Autopilot) · |(?:^ |· )(?:\/ commands|@ files|\/help show help|ctrl\+c again to exit)(?:$| )/,
};
/** Esc before any output puts the prompt back into the input box: the text above it is then not the end of the last turn. */
const DRAFT: Condition = { where: "draft", pattern: /\S/ };
const KEYS: Condition = { where: "hint", pattern: /^↑\/↓ to navigate · enter to select · esc to cancel$/u };

const CUES: readonly Cue[] = [
  {
    name: "approval",
    where: "question",
    pattern: /(?:^|\s)Do you (?:want to|trust) .+\?$/,
    with: [KEYS, { where: "options", pattern: /^1\. Yes\b/ }, { where: "options", pattern: /^\d\. No\b/ }],
    says: APPROVAL,
  },
  {
    name: "approval-options",
    where: "options",
    pattern: /^\d\. No, and tell Copilot what to do differently\b/,
    with: [KEYS, { where: "options", pattern: /^1\. Yes\b/ }],
    says: APPROVAL,
  },
  {
    name: "session-in-use",
    where: "dialog",
    pattern: /^Session in use$/,
    with: [KEYS, { where: "options", pattern: /^1\. Resume anyway$/ }],
    says: APPROVAL,
  },
  {
    name: "rate-limited",
    where: "dialog",
    pattern: /^Switch to auto mode\?$/,
    with: [KEYS, { where: "options", pattern: /^1\. Yes$/ }],
    says: { ...APPROVAL, limit: "reached" },
  },
  {
    name: "question",
    where: "hint",
    pattern: /· ctrl\+d decline · esc cancel$/,
    with: [{ where: "dialog", pattern: /^Copilot needs information\./ }],
    says: INPUT,
  },
  {
    // no hook reports this one
    name: "question-framed",
    where: "hint",
    pattern:
      /^(?:↑\/↓ to select · enter to confirm|enter to submit)(?: · ctrl\+g to edit in editor)? · esc to cancel$/u,
    with: [{ where: "dialog", pattern: /^Question$/ }],
    says: INPUT,
  },
  {
    name: "compacting",
    where: "status",
    pattern: /^[○◎◉●] Compacting conversation history\b/u,
    says: level("busy", { activity: { kind: "compacting" } }),
  },
  { name: "working", where: "footer", pattern: /^ [○◎◉●] +\S/u, says: level("busy") },
  { name: "start", where: "start", pattern: /\S/, with: [RESTING], says: FRESH },
  { name: "cancelled", where: "last", pattern: /^ ● Operation cancelled by user$/u, with: [RESTING], says: IDLE },
  {
    // a prompt that was put back has also removed the notice of the interrupt before it
    name: "aborted",
    where: "last",
    pattern: /^ \S{1,2} \S.* Operation aborted by user$/u,
    with: [RESTING],
    says: IDLE,
  },
  {
    name: "error",
    where: "last",
    pattern: /^ ✗ (?:\d{3} |Authentication failed\b|Failed to get response\b|.*\b[Ee]rror:)/u,
    with: [RESTING],
    without: [DRAFT],
    says: level("rest", { state: "error" }),
  },
  {
    name: "completed",
    where: "last",
    pattern: /^(?: ● | {3}\S)/u,
    with: [RESTING],
    without: [DRAFT, { where: "last", pattern: /^ (?:[^● ]| ?● Request failed due to .* Retrying\.\.\.$)/u }],
    says: COMPLETED,
  },
  { name: "resting-keys", ...RESTING, says: level("rest") },
];

export const readScreen = screenReader({ agent: "copilot", newest: "1.0.102", layout, cues: CUES, readDialog });
