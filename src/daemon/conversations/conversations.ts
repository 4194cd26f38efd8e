import { setImmediate as nextTurnOfTheLoop } from "node:timers/promises";
import type { z } from "zod";
import { type Conversation, readPieces, spokenIn } from "../../core/adapter/conversation.ts";
import { isUsablePath } from "../../core/adapter/own-path.ts";
import { NO_FILE, type Place, type ReadPart, readPart, readScript } from "../../core/conversation/read-script.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { parseRef } from "../../core/protocol/base/refs.ts";
import type { ConversationReport, ConversationRequest, Piece } from "../../core/protocol/conversation/conversation.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { parseConversationRef } from "../../core/search/conversation-ref.ts";
import { byteLength } from "../../core/text/byte-length.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { findPane } from "../publish/refs.ts";
import type { RuntimeRow } from "../store/store.ts";

type ReadTarget = Pick<
  ActionTarget,
  "name" | "host" | "health" | "fault" | "runtime" | "adapterOf" | "metadataOf" | "runScript"
>;

export interface ConversationsDeps {
  panes(): readonly PaneItem[];
  targetOf(name: string): ReadTarget;
  /** A target on this machine. */
  here(): ReadTarget;
  /** An agent on record, also one that has ended. */
  runtime(id: string): RuntimeRow | null;
  /** The file of a conversation that was found by a search. */
  locate(name: string): Promise<{ agent: string; path: string; target?: string | undefined } | null>;
}

/** An agent's conversation, and where its file is. */
interface Source {
  target: ReadTarget;
  agent: string;
  label: string;
  conversation: Conversation;
  path: string | null;
}

/** How much of a file is read: first this, then, if that holds too few turns, more. */
const STEPS = [512 * 1024, 8 * 1024 * 1024] as const;
const TIMEOUT_MS = 30_000;
/** Lines that are parsed before other work of the daemon has its turn. */
const LINES_AT_ONCE = 50;

/** Reads agents' conversations from their own files, here or over ssh. Nothing is kept. */
export class Conversations {
  private readonly deps: ConversationsDeps;

  constructor(deps: ConversationsDeps) {
    this.deps = deps;
  }

  /** `isForMember`: asked by another member of the fleet, which may read only the conversations of panes. */
  async read(
    { ref, turns, after, run }: z.output<typeof ConversationRequest>,
    isForMember: boolean,
  ): Promise<ConversationReport> {
    if (isForMember && (parseConversationRef(ref) !== null || this.endedOf(ref) !== null))
      throw new Fault("E_NOT_ALLOWED", "another member of the fleet may read only conversations of agents in panes");
    const { shownRef, ...source } = await this.find(ref, run);
    const { agent, conversation, path } = source;
    // the file of a sub-agent may not name it, and a conversation that was found may be a sub-agent's own
    const spoken =
      run === undefined ? spokenIn(conversation, path) : (piece: Piece) => ({ ...piece, run: piece.run ?? run });
    const from = after === undefined && run === undefined ? (parseConversationRef(ref)?.from ?? null) : null;
    const reading = { ...source, spoken, turns };
    const page = from === null ? await readOn(reading, after) : await readFrom(reading, from);
    return { schema_version: 1, ref: shownRef, agent, runs_apart: conversation.runPath !== undefined, ...page };
  }

  private async find(ref: string, run: string | undefined) {
    const { shownRef, ...source } = await this.sourceOf(ref);
    const { target, label, conversation } = source;
    const path = source.path === null || run === undefined ? source.path : runPath(conversation, source.path, run);
    if (path === null || !isUsablePath(path))
      throw new Fault("E_NO_CONVERSATION", `${label} has not reported yet where its conversation is`);
    // files of this machine can be read without its tmux
    if (target.host !== null && target.health() === "down")
      throw new Fault("E_TARGET_UNREACHABLE", `${target.name} does not answer: ${target.fault()?.message ?? ""}`);
    return { ...source, shownRef, path };
  }

  private async sourceOf(ref: string): Promise<Source & { shownRef: string }> {
    const found = parseConversationRef(ref);
    if (found !== null) {
      const file = await this.deps.locate(found.id);
      if (file === null) throw new Fault("E_REF_NOT_FOUND", `no conversation has the id ${found.id}`, { ref });
      const target =
        file.target === undefined || file.target === "" ? this.deps.here() : this.deps.targetOf(file.target);
      return { ...known(target, file.agent), target, path: file.path, shownRef: ref };
    }
    const ended = this.endedOf(ref);
    if (ended !== null) return { ...this.ofRuntime(ended), shownRef: ref };
    const item = findPane(ref, this.deps.panes());
    const target = this.deps.targetOf(item.identity.target);
    const runtime = item.runtime_id === null ? null : target.runtime(item.runtime_id);
    if (runtime === null || item.agent === null)
      throw new Fault("E_NO_AGENT", `there is no agent in pane ${item.identity.pane_id}`);
    return { ...this.ofRuntime(runtime), shownRef: item.ref };
  }

  private endedOf(ref: string): RuntimeRow | null {
    const parsed = parseRef(ref);
    const row = parsed.ok && parsed.ref.type === "runtime" ? this.deps.runtime(parsed.ref.runtime_id) : null;
    return row?.ended_at == null ? null : row;
  }

  private ofRuntime(runtime: RuntimeRow): Source {
    const target = this.deps.targetOf(runtime.target_id);
    const about = known(target, runtime.agent_type);
    return { ...about, target, path: about.conversation.path(target.metadataOf(runtime)) };
  }
}

function known(target: ReadTarget, agent: string): Pick<Source, "agent" | "label" | "conversation"> {
  const adapter = target.adapterOf(agent);
  const label = adapter?.label ?? agent;
  const conversation = adapter?.conversation;
  if (conversation === undefined)
    throw new Fault("E_NO_CONVERSATION", `agtmux cannot read the conversations of ${label}`);
  return { agent, label, conversation };
}

/** Null if the agent keeps its sub-agents' words in its own file, or the name is none. */
function runPath(conversation: Conversation, root: string, run: string): string | null {
  return /^[\w-]+$/.test(run) ? (conversation.runPath?.(root, run) ?? null) : null;
}

interface ConversationReading extends Source {
  path: string;
  /** Adds to a piece whose words they are. */
  spoken(piece: Piece): Piece;
  turns: number;
}

type Page = Pick<ConversationReport, "pieces" | "cursor" | "continues" | "has_earlier" | "has_later" | "has_more">;

/** The turns that begin at a place in the file. */
async function readFrom(reading: ConversationReading, from: number): Promise<Page> {
  const { part, lines } = await readEnough(reading, { file: null, offset: from }, ({ has_more }) => !has_more);
  const { pieces, bytes, rest } = firstTurns(lines, reading.turns);
  const next = rest === 0 ? part.next : { ...part.next, offset: from + bytes };
  return {
    pieces,
    cursor: cursorOf(reading.path, next),
    continues: false,
    has_earlier: from > 0,
    has_later: rest > 0 || part.has_more,
    has_more: false,
  };
}

/** What was said after the cursor; the last turns if there is none, or if it is for another file. */
async function readOn(reading: ConversationReading, after: string | undefined): Promise<Page> {
  const { path, turns } = reading;
  const isWhole = ({ continues, has_earlier }: ReadPart) => continues || !has_earlier;
  const { part, lines } = await readEnough(reading, placeIn(after, path), isWhole);
  const all = lines.flatMap(({ pieces }) => pieces);
  const kept = part.continues ? all : lastTurns(all, turns);
  return {
    pieces: kept,
    cursor: cursorOf(path, part.next),
    continues: part.continues,
    has_earlier: !part.continues && (part.has_earlier || kept.length < all.length),
    has_later: false,
    has_more: part.has_more,
  };
}

/** Reads more than the wanted turns, or all that there is, or as much as we read at most. */
async function readEnough(
  { target, path, label, conversation, spoken, turns }: ConversationReading,
  place: Place | null,
  isWhole: (part: ReadPart) => boolean,
): Promise<{ part: ReadPart; lines: ReadLine[] }> {
  for (const bytes of STEPS) {
    const part = await readFile(target, path, place, bytes, label);
    const lines = await piecesIn(conversation, part.lines, spoken);
    const prompts = promptsIn(lines.flatMap(({ pieces }) => pieces));
    if (isWhole(part) || prompts > turns || bytes === STEPS.at(-1)) return { part, lines };
  }
  throw new Fault("E_INTERNAL", "no part of the conversation was read");
}

async function readFile(
  target: Pick<ActionTarget, "runScript">,
  path: string,
  place: Place | null,
  bytes: number,
  agent: string,
): Promise<ReadPart> {
  const { code, stdout, stderr } = await target.runScript(readScript(path, place, bytes), { timeoutMs: TIMEOUT_MS });
  if (code === NO_FILE) throw new Fault("E_NO_CONVERSATION", `${agent} has not written its conversation yet`);
  const part = code === 0 ? readPart(stdout, bytes) : null;
  if (part === null) throw new Fault("E_NO_CONVERSATION", `the conversation could not be read: ${stderr.trim()}`);
  return part;
}

interface ReadLine {
  bytes: number;
  pieces: Piece[];
}

async function piecesIn(
  conversation: Conversation,
  lines: readonly string[],
  spoken: (piece: Piece) => Piece,
): Promise<ReadLine[]> {
  const read: ReadLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurnOfTheLoop();
    read.push({ bytes: byteLength(line) + 1, pieces: readPieces(conversation, line).map(spoken) });
  }
  return read;
}

/** The first turns, how many bytes they take, and how many lines are left. */
function firstTurns(lines: readonly ReadLine[], turns: number): { pieces: Piece[]; bytes: number; rest: number } {
  let [prompts, bytes] = [0, 0];
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    prompts += promptsIn(line.pieces);
    if (prompts > turns) return { pieces, bytes, rest: lines.length - index };
    pieces.push(...line.pieces);
    bytes += line.bytes;
  }
  return { pieces, bytes, rest: 0 };
}

function isPrompt({ kind, run }: Piece): boolean {
  return kind === "prompt" && run === null;
}

function promptsIn(pieces: readonly Piece[]): number {
  return pieces.filter(isPrompt).length;
}

function lastTurns(pieces: readonly Piece[], turns: number): Piece[] {
  const starts = pieces.flatMap((piece, index) => (isPrompt(piece) ? [index] : []));
  return pieces.slice(starts.length > turns ? starts.at(-turns) : 0);
}

function cursorOf(path: string, { file, offset }: ReadPart["next"]): string {
  return `${contentId(path)}.${file}.${offset}`;
}

/** Null if the cursor is for another file. */
function placeIn(cursor: string | undefined, path: string): Place | null {
  const [id, file = "", offset = ""] = (cursor ?? "").split(".");
  return id === contentId(path) && /^\d+$/.test(offset) ? { file, offset: Number(offset) } : null;
}
