import { type Conversation, readConversationLine, spokenIn } from "../../core/adapter/conversation.ts";
import type { Piece } from "../../core/protocol/conversation/conversation.ts";
import { type NewLines, readNewLines } from "./read-new-lines.ts";
import type { IndexedPiece, KnownConversation, SearchIndex } from "./search-index.ts";

/** Calls and results are there to be found, not to be read. */
const LONGEST_OF_TOOLS = 2_048;

/** A file of an agent; its directory, if the agent has told it; where its sub-agents have theirs, with `*` for any name. */
export interface AgentFile {
  agent: string;
  path: string;
  directory?: string | undefined;
  runs?: string | undefined;
  /** The target by which it is reached; this machine if there is none. */
  target?: string | undefined;
}

export interface Reading {
  conversation: Conversation;
  /** Folders whose conversations are left alone. */
  exclude: readonly string[];
  /** What was said before is not indexed. */
  oldest: number;
  now: number;
  bytes: number;
}

/** Reads on in a file, inside a transaction; true if there is more to read. */
export function indexFile(index: SearchIndex, known: KnownConversation, file: AgentFile, reading: Reading): boolean {
  const read = readNewLines(file.path, known, reading.bytes);
  return read !== null && indexLines(index, known, file, read, reading);
}

/** The same with lines that were read elsewhere. */
export function indexLines(
  index: SearchIndex,
  known: KnownConversation,
  file: AgentFile,
  read: NewLines,
  reading: Omit<Reading, "bytes">,
): boolean {
  const next: KnownConversation = { ...known, ...read.known };
  if (read.isAnother) {
    index.empty(known);
    Object.assign(next, { project: null, turn: null, is_excluded: 0 });
  }
  // nothing of it is read while it is the same file
  if (next.is_excluded === 1) {
    index.keep(next);
    return false;
  }
  const excluded = (directory: string) => isExcluded(directory, reading.exclude);
  if (next.project === null && file.directory !== undefined) next.project = index.project(file.directory);
  let isLeftOut = file.directory !== undefined && excluded(file.directory);
  const spoken = spokenIn(reading.conversation, file.path);
  let [at, last] = [read.known.changed_at, ""];
  for (const { text, start } of read.lines) {
    if (isLeftOut) break;
    const { pieces, directory = last } = readConversationLine(reading.conversation, text);
    if (directory !== last) {
      isLeftOut = excluded(directory);
      next.project ??= index.project(directory);
      last = directory;
    }
    // it may be one that is left out
    if (isLeftOut || (next.project === null && reading.exclude.length > 0)) continue;
    for (const piece of pieces.map(spoken)) {
      if (piece.kind === "prompt" && piece.run === null) next.turn = index.beginTurn(known.id, piece.id, start);
      // a time that is not told, or not yet, is that of the one before
      at = piece.at !== null && piece.at <= reading.now ? piece.at : at;
      const indexed = at < reading.oldest ? null : indexedOf(piece, Math.min(at, reading.now));
      if (indexed !== null) index.addPiece(next, indexed);
    }
  }
  if (isLeftOut) {
    index.empty(known);
    Object.assign(next, { is_excluded: 1, project: null, turn: null });
  }
  index.keep(next);
  return !isLeftOut && read.hasMore;
}

export function isExcluded(directory: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === "/" || directory === folder || directory.startsWith(`${folder}/`));
}

function indexedOf(piece: Piece, at: number): IndexedPiece | null {
  const name = piece.run === null ? piece.id : `${piece.id} ${piece.run}`;
  switch (piece.kind) {
    case "prompt":
    case "words":
      return textOf(piece.kind, name, at, piece.text);
    case "call":
      return textOf("call", name, at, `${piece.tool} ${piece.text}`.slice(0, LONGEST_OF_TOOLS));
    case "result":
      return textOf("result", name, at, piece.text.slice(0, LONGEST_OF_TOOLS));
    case "note":
    case "sub_agent":
      return null;
    default:
      return piece satisfies never;
  }
}

function textOf(kind: IndexedPiece["kind"], name: string, at: number, text: string): IndexedPiece | null {
  const shown = text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ").trim();
  return shown === "" ? null : { kind, name, at, text: shown };
}
