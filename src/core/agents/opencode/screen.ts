import { level } from "../../adapter/evidence.ts";
import type { Condition, Cue } from "../../adapter/screen.ts";
import { screenReader } from "../../adapter/screen-reader.ts";
import { readDialog } from "./dialogs.ts";
import { layout } from "./screen-layout.ts";

const APPROVAL = level("ask", { state: "waiting_approval" });
const IDLE = level("rest", { state: "idle" });
const FRESH = level("rest", { state: "idle", fresh: true });
/** The screen does not offer to interrupt. */
const RESTING: Condition = { where: "footer", pattern: /\bctrl\+p commands(?:$| {3})/ };
const UNTIMED: Condition = { where: "status", pattern: /^▣ {2}[^·]+ · [^·]+$/u };
const FAILS =
  "\\b(?:error|errors|failed|failure|unauthorized|forbidden|invalid|exceeded|overloaded|unavailable|refused|timed out|timeout|bad request|quota|rate limit)\\b";
const FAILURE_BOX = new RegExp(`^┃ .*${FAILS}`, "iu");
/** Some providers give only the code. */
const FAILURE_OR_CODE = new RegExp(`${FAILURE_BOX.source}|^┃ .*\\b[45]\\d\\d\\b`, "iu");
const PLAIN_BOX = new RegExp(`^┃ (?!.*${FAILS})`, "iu");

const CUES: readonly Cue[] = [
  {
    name: "approval",
    where: "hint",
    pattern: /^ *Allow once {2,}Allow always {2,}Reject(?:$| {2})/,
    says: APPROVAL,
  },
  {
    name: "approval-step",
    where: "question",
    pattern: /^△ (?:Permission required|Always allow|Reject permission)\b/u,
    with: [{ where: "hint", pattern: /\benter confirm\b/ }],
    says: APPROVAL,
  },
  {
    name: "question",
    where: "hint",
    pattern: /\benter (?:submit|confirm|toggle) {2}esc dismiss(?:$| {3})/,
    says: level("ask", { state: "waiting_input" }),
  },
  {
    name: "retrying",
    where: "footer",
    pattern: /^ *[■⬝]+ .*\[retrying\b/u,
    says: level("busy", { activity: { kind: "retrying" } }),
  },
  {
    name: "compacting",
    where: "footer",
    pattern: /^ *[■⬝]{4,} /u,
    with: [{ where: "status", pattern: /^▣ {2}Compaction · /u }],
    says: level("busy", { activity: { kind: "compacting" } }),
  },
  { name: "working", where: "footer", pattern: /^ *[■⬝]{4,} |\besc (?:again to )?interrupt\b/u, says: level("busy") },
  { name: "start", where: "start", pattern: /^Ask anything…|^ {2}[~/]\S* {2,}\d+\.\d+\.\d+$/u, says: FRESH },
  {
    name: "completed",
    where: "status",
    pattern: /^▣ {2}\S.* · (?:\d+ms|(?:\d+(?:\.\d+)?[dhms] ?)+)$/u,
    with: [RESTING],
    says: level("rest", { state: "completed" }),
  },
  { name: "interrupted", where: "status", pattern: /^▣ {2}\S.* · interrupted$/u, with: [RESTING], says: IDLE },
  {
    // a denied request, or one stopped between two attempts: no box follows the prompt
    name: "stopped",
    where: "last",
    pattern: /^(?!┃|▣)\S|^┃ [$#←→] /u,
    with: [RESTING, UNTIMED],
    says: IDLE,
  },
  {
    // errors and prompts have the same boxes: only an error's text identifies it, and only after a possible prompt
    name: "error",
    where: "last",
    pattern: FAILURE_OR_CODE,
    with: [RESTING, UNTIMED],
    without: [
      { where: "turn", pattern: FAILURE_BOX },
      { where: "turn", pattern: /^▣/u },
    ],
    says: level("rest", { state: "error" }),
  },
  {
    name: "unanswered",
    where: "last",
    pattern: PLAIN_BOX,
    with: [RESTING, UNTIMED, { where: "turn", pattern: new RegExp(`^▣|${FAILURE_BOX.source}`, "iu") }],
    says: IDLE,
  },
  { name: "unanswered-first", where: "turn", pattern: /^▣/u, with: [RESTING, UNTIMED], says: IDLE },
  { name: "resting-keys", ...RESTING, says: level("rest") },
];

export const readScreen = screenReader({ agent: "opencode", newest: "1.18.33", layout, cues: CUES, readDialog });
