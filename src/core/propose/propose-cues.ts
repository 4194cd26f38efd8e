import type { Places } from "../adapter/screen.ts";
import { rowsOf } from "../adapter/screen-rows.ts";
import type { FileCue } from "../agent-file/agent-file.ts";
import type { KnownScreen } from "../agent-file/judge-screen.ts";
import { layoutByFile } from "../agent-file/layout/layout-by-file.ts";
import type { FileScreen } from "../agent-file/schema/screen-schema.ts";
import { shapeOf } from "../agent-file/schema/screen-shape.ts";
import { linearPattern } from "../pattern/linear-pattern.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { CuePlace } from "../protocol/settings/cues.ts";
import { phrasesOf } from "./phrases-of.ts";
import { ESCAPE } from "./propose-interrupt.ts";

/** Where a phrase of the program itself may stand. What the agent says, and what it asks in its own words, proves nothing. */
const PLACES: Record<string, readonly CuePlace[]> = {
  waiting_approval: ["question", "hint", "options", "dialog"],
  waiting_input: ["hint"],
  running: ["footer", "status"],
  error: ["status"],
  completed: ["footer", "turn"],
  idle: ["footer", "turn"],
};
/** The last paragraph, and what followed a prompt, may be the agent's words: only such lines of them are the program's. */
const SIGNS: Record<string, RegExp> = {
  running: /\b(esc|escape|ctrl)\b|…|\b\d+ ?m?s\b|[\u2800-\u28ff◐◓◑◒✢✳✶✻✽]/iu,
  error: /\b(error|failed|failure|limit|denied|refused)\b/i,
  completed: /\b\d+(?:\.\d+)? ?(?:ms|s|m|sec|min)\b/,
  idle: /\b(?:interrupted|cancell?ed|aborted|stopped|denied|rejected|declined)\b/i,
};
const SIGNED: readonly CuePlace[] = ["status", "turn"];
/** The whole dialog shows what it is about, too: its phrases count only if several screens have them. */
const FEWEST_OF_DIALOG = 2;
const REST = ["completed", "idle", "error"];
/** The first cue that fits decides. */
const ORDER = ["waiting_approval", "waiting_input", "running", "error", "completed", "idle"];
const MOST_TRIED = 500;
/** Words that name the key which ends a turn say most surely that one runs. */
const KEY_WEIGHT = 2_000;

export interface ProposedCues {
  cues: FileCue[];
  resting: { where: CuePlace; pattern: string } | null;
  /** The missing cues, in words for people. */
  notes: string[];
}

interface Seen extends KnownScreen {
  places: Places;
}

/**
 * Proposes one cue for each kind of screen (`KIND-1.STATE`, `KIND-2.STATE`, …): a phrase that all of them show and that no
 * screen of another state shows. Where there is none, it says so.
 */
export function proposeCues(screens: readonly KnownScreen[], screen: FileScreen): ProposedCues {
  const layout = layoutByFile(shapeOf(screen, patternOf));
  const seen = screens.map((each): Seen => ({ ...each, places: layout(rowsOf(each.lines)) ?? {} }));
  const resting = restingPhrase(seen);
  const notes: string[] = [];
  const cues: FileCue[] = [];
  for (const { kind, state, own } of kindsOf(seen)) {
    if (cues.some((cue) => cue.state === state && own.every((each) => fits(cue, each)))) continue;
    const others = seen.filter((each) => each.state !== state);
    if (REST.includes(state) && !others.some((each) => each.state === "running")) {
      notes.push(
        `no cue for ${kind} (${state}) yet: take a screen of the agent at work, too, to see what is there only at rest`,
      );
      continue;
    }
    const found = phraseFor(own, others, state);
    const cue = { name: kind, state: state as NonNullable<FileCue["state"]> };
    const proved = found ?? (resting === null ? null : provedBy(state, screen, { own, others }, resting));
    if (proved !== null) {
      cues.push({ ...cue, ...proved });
      continue;
    }
    const count = own.length === 1 ? "the screen" : `all ${own.length} screens`;
    notes.push(
      `no phrase is on ${count} of ${kind} (${state}) and on no screen of another state; if they are of several kinds, name each with --case`,
    );
  }
  const needsResting = cues.some((cue) => cue.with !== undefined);
  return { cues, resting: needsResting ? resting : null, notes };
}

/** Whether this cue, which needs nothing else, is on the screen: another kind then needs none of its own. */
function fits({ where = "last", pattern = "", ...cue }: FileCue, screen: Seen): boolean {
  return cue.with === undefined && linesIn(screen, where).some((line) => patternOf(pattern).test(line));
}

/** Kinds in the order in which their cues must stand. */
function kindsOf(seen: readonly Seen[]): { kind: string; state: string; own: Seen[] }[] {
  const kinds = new Map<string, { kind: string; state: string; own: Seen[] }>();
  for (const each of seen.filter(({ state }) => ORDER.includes(state))) {
    const kind = nameOf(each);
    const known = kinds.get(`${kind} ${each.state}`) ?? { kind, state: each.state, own: [] };
    known.own.push(each);
    kinds.set(`${kind} ${each.state}`, known);
  }
  const rank = ({ state }: { state: string }) => ORDER.indexOf(state);
  const sorted = [...kinds.values()].sort((a, b) => rank(a) - rank(b));
  const isTwice = (kind: string) => sorted.filter((each) => each.kind === kind).length > 1;
  return sorted.map((each) => (isTwice(each.kind) ? { ...each, kind: `${each.kind}-${stateWord(each.state)}` } : each));
}

/** `edit-3` is a screen of the kind `edit`. */
function nameOf({ name }: KnownScreen): string {
  const kind = name
    .toLowerCase()
    .replace(/-?\d+$/, "")
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  return kind === "" ? "screen" : kind;
}

function stateWord(state: string): string {
  return state.replaceAll("_", "-");
}

function phraseFor(
  own: readonly Seen[],
  others: readonly Seen[],
  state: string,
): { where: CuePlace; pattern: string } | null {
  const [first, ...rest] = own;
  if (first === undefined) return null;
  const candidates = (PLACES[state] ?? [])
    .filter((where) => where !== "dialog" || own.length >= FEWEST_OF_DIALOG)
    .flatMap((where, at) =>
      linesIn(first, where)
        .filter((line) => !SIGNED.includes(where) || SIGNS[state]?.test(line) === true)
        .flatMap((line) =>
          phrasesOf(line).map(({ pattern, weight }) => ({
            where,
            pattern,
            weight: weight - at + (state === "running" && ESCAPE.test(pattern) ? KEY_WEIGHT : 0),
          })),
        ),
    )
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_TRIED)
    .map((each) => ({ ...each, finds: patternOf(each.pattern) }))
    .filter(({ where, finds }) => rest.every((screen) => linesIn(screen, where).some((line) => finds.test(line))));
  // best if it is nowhere on the other screens, not even in what was said
  const isNowhere = ({ finds }: { finds: Pattern }) =>
    !others.some(({ lines }) => lines.some((line) => finds.test(line)));
  const isElsewhere = ({ where, finds }: { where: CuePlace; finds: Pattern }) =>
    !others.some((screen) => linesIn(screen, where).some((line) => finds.test(line)));
  const found = candidates.find(isNowhere) ?? candidates.find(isElsewhere);
  return found === undefined ? null : { where: found.where, pattern: found.pattern };
}

/** A phrase that the footer shows whenever the agent rests, and only then. */
function restingPhrase(seen: readonly Seen[]): ProposedCues["resting"] {
  const rests = seen.filter(({ state }) => REST.includes(state));
  const others = seen.filter(({ state }) => !REST.includes(state));
  return phraseFor(rests, others, "idle");
}

/** A message, or a conversation without a prompt, while the footer proves that the agent rests. */
function provedBy(
  state: string,
  { message }: FileScreen,
  { own, others }: { own: readonly Seen[]; others: readonly Seen[] },
  resting: NonNullable<ProposedCues["resting"]>,
): Pick<FileCue, "where" | "pattern" | "with" | "fresh"> | null {
  const shape =
    state === "completed" && message !== undefined
      ? ({ where: "last", pattern: message } as const)
      : state === "idle"
        ? ({ where: "start", pattern: "\\S" } as const)
        : null;
  if (shape === null) return null;
  const [finds, rests] = [patternOf(shape.pattern), patternOf(resting.pattern)];
  const fits = (screen: Seen) =>
    linesIn(screen, shape.where).some((line) => finds.test(line)) &&
    linesIn(screen, resting.where).some((line) => rests.test(line));
  if (!own.every(fits) || others.some(fits)) return null;
  return { ...shape, with: ["resting"], ...(state === "idle" && { fresh: true as const }) };
}

function linesIn({ places }: Seen, where: CuePlace): string[] {
  return (places[where] ?? []).map(({ text }) => text);
}

function patternOf(source: string): Pattern {
  const result = linearPattern(source);
  return result.ok ? result.pattern : { test: () => false, exec: () => null };
}
