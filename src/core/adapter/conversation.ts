import { parseTime } from "../engine/parse-time.ts";
import type { Piece } from "../protocol/conversation/conversation.ts";
import { redactText } from "../redact/redact.ts";
import { endOfWords } from "../text/end-of-words.ts";
import type { KnownMetadata } from "./adapter.ts";
import type { Person } from "./integration.ts";
import { type Payload, parsePayload, textAt } from "./payload.ts";
import { argumentOf } from "./tool-call.ts";

/** Where an agent keeps its conversation, and how to read a line of it. */
export interface Conversation {
  /** Its file; null until that is known. */
  path(metadata: KnownMetadata): string | null;
  /** Reads a line of the agent's file; empty for the many lines that are not for people. */
  read(line: Payload): Said[];
  /** The file of a sub-agent, for agents that keep them apart. `*` stands for any part of a name. */
  runPath?(path: string, run: string): string;
  /** The sub-agent whose own file this is. */
  runOf?(path: string): string | undefined;
  /** Where the files of all its conversations are, those of agents that have ended included. */
  archive(person: Person, ownHome: string): Archive;
  /** The directory that it works in, if the line says so. */
  directory?(line: Payload): string | undefined;
}

/** Files below a folder, those of sub-agents included; `*` in a pattern stands for any part of a name. */
export interface Archive {
  folder: string;
  patterns: readonly string[];
}

/** A piece as an agent wrote it. */
export type Said = { id: string; run?: string | undefined } & (
  | { kind: "prompt" | "words"; text: string }
  | { kind: "call"; tool: string; input: unknown }
  | { kind: "result" | "note"; text: string; is_error?: boolean }
  | { kind: "sub_agent"; starts: string }
);

export const LONGEST_WORDS = 32 * 1024;
export const LONGEST_RESULT = 4 * 1024;
const LONGEST_ARGUMENT = 200;
const LONGEST_NAME = 200;
/** At a cut, longer ones are no words any more. */
const LONGEST_WORD = 4_096;

/** Reads one line of a conversation for people: without secrets, long texts cut. Incomplete and foreign lines give nothing. */
export function readPieces(conversation: Conversation, text: string): Piece[] {
  return readConversationLine(conversation, text).pieces;
}

/** The pieces of a line, and the directory that it names. */
export function readConversationLine(
  conversation: Conversation,
  text: string,
): { pieces: Piece[]; directory: string | undefined } {
  const line = parsePayload(text);
  if (line === null) return { pieces: [], directory: undefined };
  const at = parseTime(textAt(line, "timestamp") ?? "");
  return {
    pieces: conversation.read(line).map((said) => pieceOf(said, at)),
    directory: conversation.directory?.(line),
  };
}

/** In a sub-agent's own file, the sub-agent is who speaks. */
export function spokenIn(conversation: Conversation, path: string): (piece: Piece) => Piece {
  const own = conversation.runOf?.(path);
  return (piece) => (own !== undefined && piece.run === own ? { ...piece, run: null } : piece);
}

function pieceOf(said: Said, at: number | null): Piece {
  const common = { id: short(said.id), at, run: said.run === undefined ? null : short(said.run) };
  switch (said.kind) {
    case "prompt":
    case "words":
      return { kind: said.kind, ...common, ...clean(said.text, LONGEST_WORDS) };
    case "call": {
      const argument = clean(argumentOf(said.input)?.trim().split("\n")[0] ?? "", LONGEST_ARGUMENT).text;
      return {
        kind: "call",
        ...common,
        tool: short(said.tool),
        argument,
        ...clean(inputText(said.input), LONGEST_RESULT),
      };
    }
    case "result":
    case "note":
      return { kind: said.kind, ...common, is_error: said.is_error ?? false, ...clean(said.text, LONGEST_RESULT) };
    case "sub_agent":
      return { kind: "sub_agent", ...common, starts: short(said.starts) };
    default:
      return said satisfies never;
  }
}

/** A call's arguments, one per line, long ones below their name. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  return Object.entries(input)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return text?.includes("\n") ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join("\n");
}

/** Redacted before it is cut: half a secret is not recognised. */
function clean(text: string, longest: number): { text: string; is_cut: boolean } {
  const read = text.length > 2 * longest ? text.slice(0, endOfWords(text, 2 * longest, LONGEST_WORD)) : text;
  const safe = redactText(read);
  const is_cut = read.length < text.length || safe.length > longest;
  // never half of a character
  return { text: safe.length > longest ? safe.slice(0, longest).replace(/[\ud800-\udbff]$/, "") : safe, is_cut };
}

function short(text: string): string {
  return text.slice(0, LONGEST_NAME);
}
