import type { DoingNews } from "../protocol/events/doing-news.ts";
import { redactText } from "../redact/redact.ts";
import { parseMarker } from "../signals/marker.ts";
import { parseMessageMarkers } from "../signals/said-markers.ts";
import { schmuxEvidence } from "../signals/schmux-evidence.ts";
import type { Reading } from "./adapter.ts";

const LONGEST = 200;
const MOST_READ = 20_000;

/** The event type of a near-miss: a line of an agent's message that is almost a marker, or only shows one. */
export const NEAR_MISS = "schmux.near_miss";

/** An agent's message, from an event or a line of its transcript. */
export interface Words {
  /** A complete message. Each is reported once, so the same marker in another message is a new one. */
  said?: string;
  /** A message that may have been reported before, such as a turn's last one together with its end: the same marker in it is not a new one. */
  retold?: string;
}

/** Adds the message's words to what the agent works on. Messages of sub-agents are left out. */
export function doingIn(
  doing: DoingNews | undefined,
  { said, retold }: Words,
  told: Pick<Reading, "run">,
): { doing?: DoingNews } {
  const words = said ?? retold ?? "";
  if (isOfSubAgent(told) || (doing === undefined && words === "")) return {};
  return { doing: { ...doing, ...(words !== "" && { words }) } };
}

/** The last marker that an agent says in a message. Sub-agents' messages do not count: they go to the agent that started them. */
export function markersIn(
  { said, retold = "" }: Words,
  { evidence: _, doing: _work, usage: _used, ...told }: Reading,
): Reading[] {
  if (isOfSubAgent(told)) return [];
  return parseMessageMarkers(said ?? retold)
    .markers.slice(-1)
    .map(({ state, message }) => ({
      ...told,
      // told only by notify, so it counts no more than notify
      source: told.source === "notify" ? "notify" : "marker",
      event_type: `schmux.${state}`,
      message,
      evidence: schmuxEvidence(state, said === undefined ? "repainted" : "appended"),
    }));
}

/** The last line that was probably meant as a marker, in a message that says none. */
export function nearMissesIn(
  { said, retold = "" }: Words,
  { evidence: _, doing: _work, usage: _used, ...told }: Reading,
): Reading[] {
  const { markers, misses } = parseMessageMarkers(said ?? retold);
  if (isOfSubAgent(told) || markers.length > 0) return [];
  return misses.slice(-1).map(({ line, why }) => ({
    ...told,
    event_type: NEAR_MISS,
    message: shortened(line.trim()),
    evidence: { kind: "note", reason: why },
  }));
}

function isOfSubAgent({ run }: Pick<Reading, "run">): boolean {
  return run !== undefined && run.parent !== null;
}

/** The first line of a longer text that is not a marker: enough to recognise the answer. */
export function firstLine(text: string | undefined): string {
  const lines = (text ?? "").split(/\r?\n/).map((line) => line.trim());
  const line = lines.find((each) => each !== "" && parseMarker(each) === null) ?? "";
  return shortened(line);
}

/** Secrets are removed first: half of one would not be recognised any more. */
function shortened(line: string): string {
  if (line.length <= LONGEST) return line;
  const clean = redactText(line.slice(0, MOST_READ));
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}
