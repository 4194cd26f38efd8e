import type { OwnCues } from "../protocol/cues.ts";
import type { Level } from "../protocol/event.ts";
import type { Reading } from "./adapter.ts";
import { type ReadDialog, wordsOf } from "./dialog.ts";
import { level } from "./evidence.ts";
import type { Condition, Cue, CueMatch, Line, Places, Screen, ScreenReading } from "./screen.ts";
import { mergeCues } from "./screen-cues.ts";
import { isBlank, rowsOf, withoutBlankEnd } from "./screen-rows.ts";
import { compareVersions } from "./screen-version.ts";

export interface ScreenKnowledge {
  agent: string;
  /** The newest version whose screens have been seen. */
  newest: string;
  /** What is where on such a screen; null where it has none of the agent's furniture. */
  layout(rows: readonly Line[]): Places | null;
  cues: readonly Cue[];
  readTitle?(title: string): Reading | null;
  readDialog?: ReadDialog;
}

export type ReadScreen = (screen: Screen, own?: OwnCues) => ScreenReading;

/** Evidence of a screen, and the cue it rests on. */
interface Sight {
  says: Level;
  cue: CueMatch;
}

/** Reads an agent's screens: the first cue that fits, held against the title. */
export function screenReader(knowledge: ScreenKnowledge): ReadScreen {
  const { agent, layout, newest } = knowledge;
  return (screen, own = {}) => {
    const age = compareVersions(screen.version ?? newest, newest) ?? 0;
    const version = age < 0 ? (screen.version ?? newest) : newest;
    const rows = rowsOf(screen.lines);
    const places = { ...layout(rows), any: rows, bottom: withoutBlankEnd(rows).slice(-1) };
    const cues = mergeCues(knowledge.cues, own).filter((cue) => isShownBy(cue, version));
    const seen = firstSight(cues, places) ?? shellSight(screen, places.bottom);
    const title = knowledge.readTitle?.(screen.title ?? "") ?? null;
    const found = title === null ? (seen ?? "no cue fits") : against(seen, title, screen.title ?? "");
    const beyond = age > 0;
    if (typeof found === "string") return { type: "unrecognised", why: rows.every(isBlank) ? "blank" : found, beyond };
    const dialog = found.says.phase === "ask" ? (knowledge.readDialog?.(screen) ?? null) : null;
    const reading = readingOf(agent, found, places);
    const question = dialog === null ? {} : { question: wordsOf(dialog) };
    return { type: "read", reading: { ...reading, ...question }, cue: found.cue, beyond };
  };
}

function isShownBy({ since, until }: Cue, version: string): boolean {
  const isLate = since === undefined || (compareVersions(version, since) ?? 0) >= 0;
  return isLate && (until === undefined || (compareVersions(version, until) ?? 0) <= 0);
}

function firstSight(cues: readonly Cue[], places: Places): Sight | null {
  for (const cue of cues) {
    const line = find(cue, places);
    if (line === undefined) continue;
    if (cue.with?.some((each) => find(each, places) === undefined)) continue;
    if (cue.without?.some((each) => find(each, places) !== undefined)) continue;
    return { says: cue.says, cue: { name: cue.name, row: line.row, text: line.text.trim() } };
  }
  return null;
}

function find({ where, pattern }: Condition, places: Places): Line | undefined {
  return places[where]?.find(({ text }) => pattern.test(text));
}

/** Names of shells, as tmux tells a pane's foreground program. */
export const SHELL = /^-?(?:a|ba|z|fi|da|k|mk|c|tc)?sh$|^(?:nu|pwsh|elvish|xonsh)$/;
const SHELL_PROMPT = /(?:^|\S *)[$#%>❯➜λ»]$/u;

/** The agent has ended and a shell waits. A wrapper's shell may also be named while the agent runs: only the prompt proves it. */
function shellSight({ command }: Screen, bottom: readonly Line[]): Sight | null {
  const [line] = bottom;
  if (!SHELL.test(command ?? "") || line === undefined || !SHELL_PROMPT.test(line.text)) return null;
  return { says: level("rest", { state: "idle" }), cue: { name: "shell", row: line.row, text: line.text.trim() } };
}

/** A title knows less, but it cannot be scrolled away: where it says more it decides, where it says otherwise nobody does. */
function against(seen: Sight | null, title: Reading, text: string): Sight | string {
  const { evidence } = title;
  if (evidence.kind !== "level") return seen ?? "no cue fits";
  if (seen?.cue.name === "shell" || seen?.says.phase === evidence.phase) return seen;
  const shown: Sight = { says: level(evidence.phase), cue: { name: "title", row: 0, text: text.trim() } };
  switch (evidence.phase) {
    case "busy":
      return seen?.says.phase === "ask" ? seen : shown;
    case "ask":
      return seen === null ? shown : "the screen shows no dialog, but the title says that there is one";
    case "rest":
      // a title that cannot see dialogs shows rest during them
      if (seen?.says.phase === "ask" && evidence.blind) return seen;
      return seen === null ? "no cue fits, and the title alone does not prove rest" : "screen and title disagree";
    default:
      return evidence.phase satisfies never;
  }
}

function readingOf(agent: string, { says, cue }: Sight, places: Places): Reading {
  const asked = places.question?.[0]?.text.trim() ?? cue.text;
  const message = says.phase === "ask" && cue.row > 0 ? asked : says.state === "error" ? cue.text : "";
  return { source: "screen", event_type: `${agent}.${cue.name}`, message, evidence: says };
}
