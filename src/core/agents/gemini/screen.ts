import { level } from "../../adapter/evidence.ts";
import type { Condition, Cue } from "../../adapter/screen.ts";
import { screenReader } from "../../adapter/screen-reader.ts";
import { LIMITS, readDialog } from "./dialogs.ts";
import { layout } from "./screen-layout.ts";
import { readTitle } from "./title.ts";

const APPROVAL = level("ask", { state: "waiting_approval" });
const COMPLETED = level("rest", { state: "completed" });
const FAILED = level("rest", { state: "error" });
const IDLE = level("rest", { state: "idle" });
const FRESH = level("rest", { state: "idle", fresh: true });
const FAILURE = /^ℹ This request failed\./u;
const SPINNING: Condition = { where: "status", pattern: /^ ?[⠁-⣿] \S/u };

const CUES: readonly Cue[] = [
  { name: "plan", where: "options", pattern: /^1\.\s+(?:Yes, )?automatically accept edits\b/i, says: APPROVAL },
  {
    name: "question",
    where: "hint",
    pattern: /^Enter to select · ↑\/↓ to navigate · Esc to cancel$/u,
    says: level("ask", { state: "waiting_input" }),
  },
  {
    name: "approval",
    where: "options",
    pattern: /^\d\. (?:Yes, a|A)llow once$/,
    with: [{ where: "options", pattern: /^\d\. No\b.*\(esc\)$/ }],
    says: APPROVAL,
  },
  {
    name: "trust",
    where: "options",
    pattern: /^1\. Trust folder \(/,
    with: [{ where: "options", pattern: /^3\. Don't trust$/ }],
    says: APPROVAL,
  },
  {
    name: "limits",
    where: "options",
    pattern: LIMITS.stop,
    with: [{ where: "options", pattern: LIMITS.first }],
    says: { ...APPROVAL, limit: "reached" },
  },
  { name: "working", ...SPINNING, says: level("busy") },
  { name: "start", where: "start", pattern: /\S/, says: FRESH },
  { name: "cancelled", where: "last", pattern: /^ℹ Request cancelled\.$/u, says: IDLE },
  // the notice may be above the tool that was stopped
  { name: "cancelled-tool", where: "last", pattern: /^(?:│ | {2})- {2}\S/u, says: IDLE },
  { name: "error", where: "last", pattern: /^✕ \S/u, says: FAILED },
  // an answer below it comes from a turn that a hook of the user has continued
  { name: "error-note", where: "last", pattern: FAILURE, says: FAILED },
  {
    name: "error-note-alone",
    where: "turn",
    pattern: FAILURE,
    without: [{ where: "last", pattern: /\S/ }],
    says: FAILED,
  },
  { name: "completed", where: "last", pattern: /^✦ \S/u, says: COMPLETED },
  {
    name: "completed-long",
    where: "last",
    pattern: /^ {2}\S/u,
    without: [{ where: "last", pattern: /^(?:[✦ℹ✕⚠╭│╰]| {2}[✓✗⊷?ox-] {2}\S)/u }],
    says: COMPLETED,
  },
];

export const readScreen = screenReader({
  agent: "gemini",
  newest: "0.61.0",
  layout,
  cues: CUES,
  readTitle,
  readDialog,
});
