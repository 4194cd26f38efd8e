import { level } from "../../adapter/evidence.ts";
import type { Condition, Cue } from "../../adapter/screen.ts";
import { screenReader } from "../../adapter/screen-reader.ts";
import { readDialog } from "./dialogs.ts";
import { layout } from "./screen-layout.ts";

const SPINNER = "[·*✢✳✶✷✸✹✺✻✼✽]";
/** The line that ends every turn, also a denied or failed one, except a turn that was stopped while text arrived. */
const ENDED: Condition = { where: "status", pattern: /^✻ \p{L}+ for \d+[dhms][\dhms ]*(?:$|· done\b)/u };
const FAILED: Condition = { where: "last", pattern: /^[●⏺] (?:\S.* · )?API Error\b/u };
/** Text in the input box may be a prompt that Esc put back there: the text above it is then not the end of the last turn. */
const DRAFT: Condition = { where: "draft", pattern: /\S/ };
const YES: Condition = { where: "options", pattern: /^1\. Yes\b/ };
const NO: Condition = { where: "options", pattern: /^\d\. No\b/ };
const SELECT: Condition = { where: "hint", pattern: /^Enter to select · .*Esc to cancel$/ };

const APPROVAL = level("ask", { state: "waiting_approval" });
const INPUT = level("ask", { state: "waiting_input" });
const COMPLETED = level("rest", { state: "completed" });
const IDLE = level("rest", { state: "idle" });
const FRESH = level("rest", { state: "idle", fresh: true });

const DIALOGS: readonly Cue[] = [
  {
    name: "question",
    ...SELECT,
    with: [{ where: "dialog", pattern: /^(?:← +)?[☐☒☑✔] \S/u }],
    says: INPUT,
  },
  { name: "question-options", where: "options", pattern: /^\d+\. Type something\b/, with: [SELECT], says: INPUT },
  {
    name: "question-review",
    where: "question",
    pattern: /^Ready to submit your answers\?$/,
    with: [{ where: "options", pattern: /^1\. Submit answers$/ }],
    says: INPUT,
  },
  {
    name: "approval",
    where: "question",
    pattern: /(?:^|\s)(?:Do you want to .+\?|Would you like to proceed\?|Claude wants to .+)$/,
    with: [YES, NO],
    says: APPROVAL,
  },
  {
    name: "approval-keys",
    where: "hint",
    pattern: /^Esc to cancel · Tab to amend\b/,
    with: [YES, NO],
    says: APPROVAL,
  },
  {
    name: "trust",
    where: "options",
    pattern: /^(?:\d\. )?Yes, I trust this folder$/,
    with: [{ where: "hint", pattern: /^Enter to confirm · Esc to (?:cancel|exit)$/ }],
    says: APPROVAL,
  },
  {
    name: "api-key",
    where: "question",
    pattern: /^Do you want to use this API key\?$/,
    with: [{ where: "options", pattern: /^(?:\d\. )?No \(recommended\)/ }],
    says: APPROVAL,
  },
];

const WORK: readonly Cue[] = [
  {
    name: "retrying",
    where: "status",
    pattern: new RegExp(`^${SPINNER} .*\\bRetrying in \\d+ ?s\\b`, "u"),
    says: level("busy", { activity: { kind: "retrying" } }),
  },
  {
    name: "compacting",
    where: "status",
    pattern: new RegExp(`^${SPINNER} Compacting conversation…`, "u"),
    says: level("busy", { activity: { kind: "compacting" } }),
  },
  { name: "working", where: "status", pattern: new RegExp(`^${SPINNER} \\S.*…(?:$| )`, "u"), says: level("busy") },
  {
    name: "background-agents",
    where: "status",
    pattern: /^✻ Waiting for \d+ background agents? to finish\b/u,
    says: level("busy"),
  },
  {
    name: "background-list",
    where: "footer",
    pattern: /^ {2}◯ \S.* {2,}(?:\d+[hms] ?)+ · [↑↓] \d/u,
    says: level("busy"),
  },
  { name: "working-keys", where: "footer", pattern: /(?:^ *|· )esc to interrupt(?:$| ·)/, says: level("busy") },
];

const RESTS: readonly Cue[] = [
  { name: "start", where: "start", pattern: /Claude Code v\d/, says: FRESH },
  { name: "cleared", where: "last", pattern: /^❯ \/(?:clear|new|reset)$/u, says: FRESH },
  {
    name: "interrupted",
    where: "status",
    pattern: /^ {2}⎿ {2}Interrupted ?· What should Claude do\b/u,
    says: IDLE,
  },
  { name: "rejected", where: "status", pattern: /^ {2}⎿ {2}User rejected /u, with: [ENDED], says: IDLE },
  { name: "declined", where: "last", pattern: /^[●⏺] User declined to answer questions$/u, with: [ENDED], says: IDLE },
  { name: "error", ...FAILED, with: [ENDED], without: [DRAFT], says: level("rest", { state: "error" }) },
  {
    name: "compacted",
    where: "status",
    pattern: /^ {2}⎿ {2}Compacted\b/u,
    with: [{ where: "turn", pattern: /^❯ \/compact\b/u }],
    without: [DRAFT],
    says: COMPLETED,
  },
  {
    name: "completed",
    ...ENDED,
    with: [{ where: "last", pattern: /^(?:[●⏺] | {2}\S)/u }],
    // a turn that ends with a tool's result was stopped somehow
    without: [DRAFT, FAILED, { where: "last", pattern: /^ {2}⎿ /u }],
    says: COMPLETED,
  },
  { name: "ended", ...ENDED, says: level("rest") },
  { name: "resting-keys", where: "footer", pattern: /(?:^ *|· )\? for shortcuts(?:$| ·)/, says: level("rest") },
];

export const readScreen = screenReader({
  agent: "claude",
  newest: "2.1.325",
  layout,
  cues: [...DIALOGS, ...WORK, ...RESTS],
  readDialog,
});
