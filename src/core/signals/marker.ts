import { isSchmuxState, SCHMUX_STATES, type SchmuxState } from "./schmux-state.ts";

/** A state that an agent declared in its output. */
export interface Marker {
  type: "signal";
  state: SchmuxState;
  message: string;
}

/** A line that names the protocol but is not a marker: logged, never a signal. */
export interface NearMiss {
  type: "near_miss";
  line: string;
  why: string;
}

export type Found = Marker | NearMiss;

const OPEN = "--<[schmux:";
const CLOSE = "]>--";
// │ and similar lines, half blocks that some programs draw as edges, and the ASCII bar
const EDGES = "│┃┆┇┊┋║▌▐▏▕❘❙|";
// what agents put before their own text, some with a selector that makes it text; not ⎿ and └, which come before tool output
const BULLETS = "⏺●•✦◆\\ufe0e*>\\-";

const LEFT = `^[\\s${EDGES}${BULLETS}]*`;
// a scroll bar may stand where a right edge would
const SCROLL_BAR = "█▀▄";
const RIGHT = `[\\s${EDGES}${SCROLL_BAR}]*$`;
const MARKER = new RegExp(`${LEFT}--<\\[schmux:([^:\\]]*):([^\\]]*)\\]>--${RIGHT}`);
const OPENING = new RegExp(`${LEFT}--<\\[schmux:[^\\]]*$`);
/** Matches the blanks, edges and bullets before a marker, and the marker's first dashes. */
const BEFORE = new RegExp(LEFT);
/** How a marker begins after its first dashes. */
const AFTER_DASHES = OPEN.replace(BEFORE, "");
const OWN = /^\s*(?:[⏺●•✦◆]\ufe0e?\s*)*--</;
const FRAME = new RegExp(`[\\s${EDGES}]`);
const RIGHT_FRAME = new RegExp(`[\\s${EDGES}${SCROLL_BAR}]`);
// a path, a log prefix or an image tag may contain the name without meaning the protocol
const NAMES_PROTOCOL = new RegExp(`--<[\\s[]*schmux|\\[\\s*schmux\\s*:|schmux:(${SCHMUX_STATES.join("|")})\\b`);

/** Parses one line without escape sequences. */
export function parseMarker(line: string): Found | null {
  if (!NAMES_PROTOCOL.test(line)) return null;
  const [, state, message] = MARKER.exec(line) ?? [];
  if (state !== undefined && message !== undefined && isSchmuxState(state)) {
    return { type: "signal", state, message: message.trim() };
  }
  return { type: "near_miss", line, why: explainMiss(line) };
}

export function sameMarker(one: Marker, other: Marker): boolean {
  return one.state === other.state && one.message === other.message;
}

/** Whether this line may be the beginning of a marker, or a whole one. */
export function mayBeginMarker(line: string): boolean {
  const rest = line.replace(BEFORE, "");
  return AFTER_DASHES.startsWith(rest) || rest.startsWith(AFTER_DASHES);
}

/** Whether further rows of a screen could complete this one to a marker. */
export function opensMarker(row: string): boolean {
  return OPENING.test(row);
}

/** Whether at most the agent's own bullet stands before the marker: it is not in a box, a quote or a list. */
export function opensOwnWords(line: string): boolean {
  return OWN.test(line);
}

/** Strips blanks and box edges at both ends, and a scroll bar. */
export function unframe(row: string): string {
  let start = 0;
  let end = row.length;
  while (start < end && FRAME.test(row.charAt(start))) start++;
  while (end > start && RIGHT_FRAME.test(row.charAt(end - 1))) end--;
  return row.slice(start, end);
}

function explainMiss(line: string): string {
  const open = line.indexOf(OPEN);
  if (open < 0) return `expected ${OPEN}state:message${CLOSE}`;
  const bodyStart = open + OPEN.length;
  const close = line.indexOf("]", bodyStart);
  if (close < 0 || !line.startsWith(CLOSE, close))
    return `expected "${CLOSE}" after the message, which ends at its first "]"`;
  const [state = "", message] = line.slice(bodyStart, close).split(":", 2);
  if (message === undefined) return `expected ":" and a message after the state "${state}"`;
  if (!isSchmuxState(state)) return `unknown state "${state}", expected one of ${SCHMUX_STATES.join(", ")}`;
  return "expected the marker alone on its line";
}
