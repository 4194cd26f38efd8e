import { textAt } from "../../adapter/payload.ts";
import { contentId } from "../../engine/content-id.ts";
import { parseTime } from "../../engine/parse-time.ts";
import { SQUAD_TYPES, SquadSessionId, SquadSignal, type SquadType } from "../../protocol/squad/squad.ts";
import { DEEPEST, isTooDeep } from "../../text/parse-outside.ts";
import { SSE_STATES } from "./sse-state.ts";
import { isSquadType, validatePayload } from "./validate.ts";

export type SignalReading =
  | { type: "signal"; signal: SquadSignal; isNamed: boolean }
  | { type: "fault"; fault: string }
  /** Not JSON: read between truncation and write, or never valid. */
  | { type: "partial" };

/** The facts about a signal besides its text. */
export interface SignalFileInfo {
  /** ISO 8601; for a signal without a time. */
  at?: string;
  /** From the name of its file. */
  session?: string;
  tmuxSession?: string;
}

const LONGEST_NAME = 256;

/**
 * Accepts a signal in any form: ours, an envelope of type `state`, or with its fields beside the type. Its data are
 * always checked against the schema of its type. `isNamed`: the signal has an id of its own, such as our commands give it.
 */
export function readSignal(text: string, written: SignalFileInfo = {}): SignalReading {
  const value = parseObject(text);
  if (value === null) return { type: "partial" };
  if (isTooDeep(value)) return refuse("data", `at most ${DEEPEST} levels`, "more");
  const { type, state, signal_id, signalId, session_id, sessionId, tmux_session, tmuxSession, ...rest } = value;
  const { timestamp, provisional, tmux_server_pid, sseState: _, out_of_order: __, data, ...beside } = rest;
  const word = type === "state" || type === undefined ? state : type;
  const said = { ...beside, ...(sessionId !== undefined && { sessionId }), ...objectOf(data) };
  const session = session_id ?? sessionId ?? textAt(said, "sessionId") ?? written.session ?? null;
  const tmux = tmux_session ?? tmuxSession ?? written.tmuxSession ?? null;
  const at = typeof timestamp === "string" && parseTime(timestamp) !== null ? timestamp : written.at;
  const fault = sessionFault(session, written.session) ?? tmuxFault(tmux, written.tmuxSession);
  if (fault !== null) return { type: "fault", fault };
  if (!isType(word)) return refuse("type", `one of ${SQUAD_TYPES.join(", ")}`, word);
  if (at === undefined) return refuse("timestamp", "a time of ISO 8601 with its zone", timestamp);
  const whole = word === "starting" && session !== null ? { sessionId: session, ...said } : said;
  const checked = validatePayload(word, whole, { strict: false });
  if (!checked.ok) return { type: "fault", fault: checked.faults.map(faultWords).join("; ") };
  const name = textAt({ id: signal_id ?? signalId }, "id");
  const signal = SquadSignal.safeParse({
    type: word,
    signal_id: name ?? contentId("squad", text.trim(), at),
    session_id: session,
    tmux_session: tmux,
    ...(isPid(tmux_server_pid) && { tmux_server_pid }),
    timestamp: at,
    ...(provisional === true && { provisional }),
    sseState: SSE_STATES[word],
    data: checked.data,
  });
  if (signal.success) return { type: "signal", signal: signal.data, isNamed: name !== undefined };
  const faults = signal.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return { type: "fault", fault: faults.join("; ") };
}

function isType(word: unknown): word is SquadType {
  return typeof word === "string" && isSquadType(word);
}

function isPid(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function sessionFault(session: unknown, owner: string | undefined): string | null {
  if (session !== null && !SquadSessionId.safeParse(session).success)
    return mismatch("session_id", "letters, digits, '.', '_' and '-'", session);
  const isOwners = owner === undefined || session === owner;
  return isOwners ? null : mismatch("session_id", `${owner}, after which the file is named`, session);
}

function tmuxFault(tmux: unknown, owner: string | undefined): string | null {
  if (tmux !== null && (typeof tmux !== "string" || tmux.length > LONGEST_NAME))
    return mismatch("tmux_session", "the name of a session", tmux);
  const isOwners = owner === undefined || tmux === owner;
  return isOwners ? null : mismatch("tmux_session", `${owner}, after which the file is named`, tmux);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function faultWords({ path, expected, got }: { path: string; expected: string; got?: string }): string {
  return `data.${path}: expected ${expected}${got === undefined ? "" : `, got ${got}`}`;
}

function refuse(field: string, expected: string, got: unknown): SignalReading {
  return { type: "fault", fault: mismatch(field, expected, got) };
}

function mismatch(field: string, expected: string, got: unknown): string {
  return `${field}: expected ${expected}, got ${shown(got)}`;
}

/** Short for any value: one may be as deep as the text is long. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : typeof value;
}
