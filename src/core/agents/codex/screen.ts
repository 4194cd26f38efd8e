import { level } from "../../adapter/evidence.ts";
import type { Condition, Cue } from "../../adapter/screen.ts";
import { screenReader } from "../../adapter/screen-reader.ts";
import { LIMIT_KEYS, LIMITS, readDialog } from "./dialogs.ts";
import { layout } from "./screen-layout.ts";
import { readTitle } from "./title.ts";

const APPROVAL = level("ask", { state: "waiting_approval" });
const IDLE = level("rest", { state: "idle" });
const FRESH = level("rest", { state: "idle", fresh: true });
const WORKING = "\\((?:\\d+[dhms] ?)+ • esc to interrupt\\)";
const YES: Condition = { where: "options", pattern: /^1\. Yes, / };

/** While an answer arrives, no line on the screen shows work, only the title does: rest is never read from the screen without proof. */
const CUES: readonly Cue[] = [
  {
    name: "question",
    where: "hint",
    pattern: /(?:^|\| )enter to submit (?:answer|all)\b/,
    says: level("ask", { state: "waiting_input" }),
  },
  {
    name: "approval",
    where: "hint",
    pattern: /^Press enter to confirm or esc to cancel\b/,
    with: [YES, { where: "options", pattern: /^\d\. No, / }],
    says: APPROVAL,
  },
  {
    name: "plan",
    where: "question",
    pattern: /^Implement this plan\?$/,
    with: [YES],
    says: APPROVAL,
  },
  {
    name: "trust",
    where: "dialog",
    pattern: /^Trust this folder\? /,
    with: [
      { where: "options", pattern: /^1\. Trust and continue$/ },
      { where: "hint", pattern: /^enter continue · esc quit$/ },
    ],
    says: APPROVAL,
  },
  {
    name: "hook-review",
    where: "dialog",
    pattern: /^Hooks need review\b/,
    with: [
      { where: "options", pattern: /^1\. Review hooks$/ },
      { where: "hint", pattern: /^enter confirm · esc skip$/ },
    ],
    says: APPROVAL,
  },
  {
    name: "limits",
    where: "dialog",
    pattern: LIMITS,
    with: [{ where: "hint", pattern: LIMIT_KEYS }],
    says: { ...APPROVAL, limit: "offer" },
  },
  {
    name: "open-elsewhere",
    where: "question",
    pattern: /^This conversation is open in another app$/,
    with: [{ where: "hint", pattern: /^ *r retry {2,}f fork\b/ }],
    says: APPROVAL,
  },
  {
    name: "retrying",
    where: "status",
    pattern: new RegExp(`^[•◦] Reconnecting\\.\\.\\. \\d+/\\d+ ${WORKING}`, "u"),
    says: level("busy", { activity: { kind: "retrying" } }),
  },
  {
    name: "compacting",
    where: "status",
    pattern: new RegExp(`^[•◦] Compacting context ${WORKING}`, "u"),
    says: level("busy", { activity: { kind: "compacting" } }),
  },
  { name: "working", where: "status", pattern: new RegExp(`^[•◦] \\S.* ${WORKING}`, "u"), says: level("busy") },
  { name: "queueing-keys", where: "footer", pattern: /^ {2}tab to queue message\b/, says: level("busy") },
  { name: "start", where: "start", pattern: />_ OpenAI Codex/, says: FRESH },
  { name: "interrupted", where: "status", pattern: /^■ Conversation interrupted - /u, says: IDLE },
  { name: "error", where: "status", pattern: /^■ \S/u, says: level("rest", { state: "error" }) },
  {
    name: "completed",
    where: "status",
    pattern: /^ {2}Worked for (?:<1s|(?:\d+[dhms] ?)+) • \d{1,2}:\d\d(?: [AP]M)?$/u,
    says: level("rest", { state: "completed" }),
  },
  {
    name: "completed-at",
    where: "status",
    pattern: /^ {2}done \d{1,2}:\d\d(?: [AP]M)?$/u,
    until: "0.165.999",
    says: level("rest", { state: "completed" }),
  },
  {
    // a short turn ends without a line that says so
    name: "answered",
    where: "status",
    pattern: /^• \S/u,
    underSilentTitle: true,
    says: level("rest", { state: "completed" }),
  },
  { name: "ended", where: "bottom", pattern: /^ {2}codex resume [\w-]+$/, says: IDLE },
];

export const readScreen = screenReader({
  agent: "codex",
  newest: "0.166.0",
  layout,
  cues: CUES,
  readTitle,
  readDialog,
});
