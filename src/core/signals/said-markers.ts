import { type Found, type Marker, type NearMiss, opensOwnWords, parseMarker } from "./marker.ts";

/** The markers in an agent's own text, in order, and near misses. */
export interface SaidMarkers {
  markers: Marker[];
  /** Includes markers that are only shown: in a code block, a quote, a list or a table. */
  misses: NearMiss[];
}

const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})([^\n]*)$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const CODE_INDENT = /^(?: {4}| {0,3}\t)/;

/**
 * Reads an agent's message, which is Markdown. Only a line that contains a marker and nothing else counts; quotes and
 * examples do not.
 */
export function parseMessageMarkers(message: string): SaidMarkers {
  const markers: Marker[] = [];
  const misses: NearMiss[] = [];
  const isCode = codeBlocks();
  for (const line of message.split(/\r\n|\r|\n/)) {
    const inCode = isCode(line);
    const found = sayingOf(line, inCode);
    if (found?.type === "signal") markers.push(found);
    else if (found !== null) misses.push(found);
  }
  return { markers, misses };
}

function sayingOf(line: string, inCode: boolean): Found | null {
  const found = parseMarker(line);
  if (inCode) return found?.type === "signal" ? onlyShown(line, "a code block") : null;
  if (found?.type !== "signal" || opensOwnWords(line)) return found;
  return onlyShown(line, "a quote, a list or a table");
}

function onlyShown(line: string, where: string): NearMiss {
  return { type: "near_miss", line, why: `in ${where} a marker is shown, not said` };
}

/** Returns for each line in turn whether it belongs to a code block, including its fences. */
function codeBlocks(): (line: string) => boolean {
  let fence: string | null = null;
  let inList = false;
  let afterBlank = true;
  let indented = false;
  return (line) => {
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
      return true;
    }
    const [, opening, info = ""] = FENCE.exec(line) ?? [];
    if (opening !== undefined && !(opening.startsWith("`") && info.includes("`"))) {
      fence = opening;
      return true;
    }
    if (line.trim() === "") {
      afterBlank = true;
      return indented;
    }
    if (LIST_ITEM.test(line)) inList = true;
    else if (!/^\s/.test(line)) inList = false;
    // in a list, such an indent continues an item
    indented = !inList && CODE_INDENT.test(line) && (afterBlank || indented);
    afterBlank = false;
    return indented;
  };
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}
