import type { Level } from "../protocol/events/event.ts";
import type { OwnCues } from "../protocol/settings/cues.ts";
import type { Reading } from "./adapter.ts";
import { inOneLine, type ReadDialog, wordsOf } from "./dialog.ts";
import { errorText } from "./error-text.ts";
import { level } from "./evidence.ts";
import { given } from "./payload.ts";
import type { Condition, Cue, CueMatch, Line, Places, Screen, ScreenReading } from "./screen.ts";
import { mergeCues } from "./screen-cues.ts";
import { isBlank, rowsOf, withoutBlankEnd } from "./screen-rows.ts";
import { compareVersions } from "./screen-version.ts";
import { SHELL } from "./shell-names.ts";

export interface ScreenKnowledge {
  agent: string;
  /** The newest version whose screens have been seen. */
  newest: string;
  /** Finds the parts of such a screen; null if it has none of the agent's input box, frames or lines. */
  layout(rows: readonly Line[]): Places | null;
  cues: readonly Cue[];
  readTitle?(title: string): Reading | null;
  readDialog?: ReadDialog;
}

export type ReadScreen = (screen: Screen, own?: OwnCues) => ScreenReading;

/** Evidence from a screen, and the cue it is based on. */
interface CueFinding {
  says: Level;
  cue: CueMatch;
}

/** Reads an agent's screen by the first cue that matches, and compares it with the title. */
export function screenReader(knowledge: ScreenKnowledge): ReadScreen {
  const { agent, layout, newest } = knowledge;
  return (screen, own = {}) => {
    const age = compareVersions(screen.version ?? newest, newest) ?? 0;
    const version = age < 0 ? (screen.version ?? newest) : newest;
    const rows = rowsOf(screen.lines);
    const places = { ...layout(rows), any: rows, bottom: withoutBlankEnd(rows).slice(-1) };
    const title = knowledge.readTitle?.(screen.title ?? "") ?? null;
    const isSilent = title === null && screen.titleHasTold === true;
    const cues = mergeCues(knowledge.cues, own).filter(
      (cue) => isShownBy(cue, version) && (isSilent || !cue.underSilentTitle),
    );
    const seen = firstCueFound(cues, places) ?? shellPromptFound(screen, places.bottom);
    const hasMenu = seen === null && (places.options?.length ?? 0) > 1;
    const found = title === null ? (seen ?? "no cue fits") : withTitle(seen, title, screen.title ?? "", hasMenu);
    const beyond = age > 0;
    if (typeof found === "string") {
      const why = rows.every(isBlank) ? "blank" : found;
      return { type: "unrecognised", why, ...(hasMenu && { hasMenu }), beyond };
    }
    const dialog = found.says.phase === "ask" ? (knowledge.readDialog?.(screen) ?? null) : null;
    const reading = readingOf(agent, found, places);
    const asked = dialog === null ? {} : { question: wordsOf(dialog), message: inOneLine(dialog) || reading.message };
    return { type: "read", reading: { ...reading, ...asked }, cue: found.cue, beyond };
  };
}

function isShownBy({ since, until }: Cue, version: string): boolean {
  const isLate = since === undefined || (compareVersions(version, since) ?? 0) >= 0;
  return isLate && (until === undefined || (compareVersions(version, until) ?? 0) <= 0);
}

function firstCueFound(cues: readonly Cue[], places: Places): CueFinding | null {
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

const SHELL_PROMPT = /(?:^|\S *)[$#%>❯➜λ»]$/u;

/** The agent has ended and a shell waits. A wrapper's shell may also be named while the agent runs: only the prompt proves it. */
function shellPromptFound({ command }: Screen, bottom: readonly Line[]): CueFinding | null {
  const [line] = bottom;
  if (!SHELL.test(command ?? "") || line === undefined || !SHELL_PROMPT.test(line.text)) return null;
  return { says: level("rest", { state: "idle" }), cue: { name: "shell", row: line.row, text: line.text.trim() } };
}

/** A title says less, but never scrolls away: it decides if it says more than the screen; if they differ, neither counts. */
function withTitle(seen: CueFinding | null, title: Reading, text: string, hasMenu: boolean): CueFinding | string {
  const { evidence } = title;
  if (evidence.kind !== "level") return seen ?? "no cue fits";
  if (seen?.cue.name === "shell" || seen?.says.phase === evidence.phase) return seen;
  // the title alone says it, so it is as blind as the title
  const blind = evidence.phase === "busy" ? evidence.blind : undefined;
  const shown: CueFinding = {
    says: level(evidence.phase, given({ blind })),
    cue: { name: "title", row: 0, text: text.trim() },
  };
  switch (evidence.phase) {
    case "busy":
      if (hasMenu && evidence.blind) return "a menu that is not known, and the title does not see menus";
      return seen?.says.phase === "ask" ? seen : shown;
    case "ask":
      return seen === null ? shown : "the screen shows no dialog, but the title says that there is one";
    case "rest":
      // a title that does not know about dialogs shows rest during them
      if (seen?.says.phase === "ask" && evidence.blind) return seen;
      return seen === null ? "no cue fits, and the title alone does not prove rest" : "screen and title disagree";
    default:
      return evidence.phase satisfies never;
  }
}

/** The text of a row between the edges of a frame. */
function inFrame(text: string): string {
  return text.replace(/^│\s*/u, "").replace(/(?<!\s)\s*│$/u, "");
}

function readingOf(agent: string, { says, cue }: CueFinding, places: Places): Reading {
  const asked = places.question?.[0]?.text.trim() ?? inFrame(cue.text);
  const message = says.phase === "ask" && cue.row > 0 ? asked : says.state === "error" ? errorText(cue.text) : "";
  return { source: "screen", event_type: `${agent}.${cue.name}`, message, evidence: says };
}
